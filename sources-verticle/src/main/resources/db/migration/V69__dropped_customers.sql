-- Lets customers be noted for segments and flows in portions, after a connection was deleted or shows something else.

-- unnoted_after: the connection shows something else, or was deleted, and customers of shops after this one are still to be noted.
alter table partner_fetches add column unnoted_after text;
create index partner_fetches_unnoted on partner_fetches (app_id, id) where unnoted_after is not null;
