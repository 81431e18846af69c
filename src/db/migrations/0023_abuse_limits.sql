-- Places that orders hold end by time: what is past its end counts as free everywhere, whether or not the row is still there.

-- A held place of an order that is paid has no end: it waits for its delivery.
alter table week_places drop constraint week_places_check, add check (kind = 'held' or until is null);
create index week_places_held on week_places (site_id, week_on, until) where kind = 'held';

alter table payments
  -- Until when somebody can begin to pay by it.
  add ends_at timestamptz,
  -- The person has done their part: the money came, or is on its way.
  add submitted boolean not null default false;
-- Sessions from before lasted up to a day.
update payments set ends_at = created_at + interval '24 hours';

-- Orders from before hold their places by the new rule from here on.
update week_places p set until = null from orders o where o.id = p.order_id and p.kind = 'held' and o.paid_at is not null;
update week_places p set until = least(p.until, case
    when exists (select from payments w where w.order_id = o.id and w.open) then o.created_at + interval '8 days'
    else o.created_at + interval '1 hour' end)
from orders o where o.id = p.order_id and p.kind = 'held' and o.paid_at is null;

-- Which website somebody is reading at this moment: one reading at a time for each, over all processes. Who dies leaves a row that ends by itself.
create table host_readings (
  host text primary key,
  holder text not null,
  until timestamptz not null
);

-- Addresses whose reader wants no mail of a kind that others have us send, whether or not they have an account. Of the address only its
-- hash is kept.
create table closed_mailboxes (
  mailbox bytea not null,
  kind text not null,
  closed_at timestamptz not null,
  primary key (mailbox, kind)
);
