-- What conditions need to know the ends of trials and of subscriptions at their instants.

-- Published. What apps are to customers, as of the time that lifecycles are complete; a row for each of a customer's shops, which is seldom more than
-- one an app. mrr: monthly, of a paying subscription with known price and interval; monthly: the same, whether it pays yet or not. *_at: when each last
-- began, whether it lasts or not, or will end. activated_at: of the subscription that there is. changes_at: nothing changes by itself before that.
create or replace view customer_lifecycles as
select c.workspace_id, s.customer_id, c.app_id, l.state, l.since, l.installs, l.plan, l.is_test, l.is_frozen, l.is_paying,
  case when l.is_paying then l.price / case l.billing when 'monthly' then 1 when 'quarterly' then 3 when 'annual' then 12 end end as mrr,
  l.currency, l.installed_at, l.first_installed_at, l.uninstalled_at, l.reinstalled_at, l.paying_at, l.trial_at, l.trial_ends_at, l.cancel_at,
  l.canceled_at,
  l.price, l.price / case l.billing when 'monthly' then 1 when 'quarterly' then 3 when 'annual' then 12 end as monthly, l.activated_at,
  l.next_at as changes_at
from partner_connections c
join partner_shops s on s.app_id = c.app_id and s.fetch_id = c.shown_id
join partner_lifecycles l on l.app_id = s.app_id and l.fetch_id = s.fetch_id and l.shop = s.shop
where s.customer_id is not null and l.state is not null;
