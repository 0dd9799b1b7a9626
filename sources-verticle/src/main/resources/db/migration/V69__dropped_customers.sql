-- Lets the customers of a deleted connection be noted for segments and flows in portions, after the deletion.

-- unnoted_after: nothing of it is shown any more since its connection was deleted, and customers of its shops after this one are still to be noted.
alter table partner_fetches add column unnoted_after text;
create index partner_fetches_unnoted on partner_fetches (app_id, id) where unnoted_after is not null;
