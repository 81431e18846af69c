-- Orders: what is sold and for how much, what was ordered, what was paid, and what was delivered. Amounts are USD cents.

-- What a site sells. What a product is, the code says; a product without a row is not for sale.
create table products (
  site_id integer not null references sites,
  code text not null check (code ~ '^[a-z][a-z_]{0,59}$'),
  -- Without VAT. Where the buyer chooses the amount it is the least.
  price_cents integer not null check (price_cents between 50 and 100000000),
  on_offer boolean not null,
  updated_at timestamptz not null,
  primary key (site_id, code)
);

-- Every price there was, and who set it.
create table product_prices (
  id bigint generated always as identity primary key,
  site_id integer not null,
  code text not null,
  price_cents integer not null,
  on_offer boolean not null,
  account_id bigint references accounts on delete set null,
  set_at timestamptz not null,
  foreign key (site_id, code) references products
);
create index product_prices_product on product_prices (site_id, code, id);

-- Prices and names are copied into an order when it is made. The books outlive the account.
create table orders (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  number text not null unique check (number ~ '^LW-[0-9A-HJKMNP-TV-Z]{8}$'),
  account_id bigint references accounts on delete set null,
  status text not null default 'pending' check (status in ('pending', 'paid', 'refunded', 'partially_refunded', 'expired', 'cancelled')),
  net_cents bigint not null check (net_cents > 0),
  vat_cents bigint not null default 0 check (vat_cents >= 0),
  total_cents bigint not null,
  -- As a share: 0.19 is 19 %.
  vat_rate numeric not null default 0 check (vat_rate between 0 and 1),
  vat_treatment text not null default 'unknown'
    check (vat_treatment in ('domestic', 'eu_consumer', 'reverse_charge', 'outside_eu', 'unknown')),
  vat_number_status text not null default 'not_given' check (vat_number_status in ('valid', 'invalid', 'unchecked', 'not_given')),
  vat_number text,
  billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  -- Whom the invoice is for, as said on the checkout page; null until then.
  billing jsonb,
  refunded_cents bigint not null default 0,
  expires_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  check (total_cents = net_cents + vat_cents),
  check (refunded_cents between 0 and total_cents),
  check ((paid_at is not null) = (status in ('paid', 'refunded', 'partially_refunded')))
);
create index orders_account on orders (account_id, id desc);
create index orders_site on orders (site_id, id desc);
create index orders_due on orders (expires_at) where status = 'pending';

create table order_lines (
  id bigint generated always as identity primary key,
  site_id integer not null,
  order_id bigint not null,
  position integer not null,
  product text not null,
  name text not null,
  -- The bundle it was bought in: a bundle's price is shared out over what it holds.
  bundle text,
  listing_id bigint,
  week_on date check (extract(isodow from week_on) = 1),
  categories text[] not null default '{}',
  options jsonb not null default '{}',
  amount_cents bigint not null check (amount_cents >= 0),
  vat_cents bigint not null default 0 check (vat_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents + vat_cents),
  status text not null default 'waiting' check (status in ('waiting', 'with_the_team', 'fulfilled', 'failed')),
  -- How it stands, in a sentence for the buyer.
  note text,
  fulfilled_at timestamptz,
  updated_at timestamptz not null,
  unique (site_id, id),
  unique (order_id, position),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id),
  check (status <> 'fulfilled' or fulfilled_at is not null)
);
create index order_lines_listing on order_lines (listing_id);
create index order_lines_team on order_lines (site_id, id) where status = 'with_the_team';

-- When an order was paid follows from the move that did it.
create function orders_paid_at() returns trigger language plpgsql as $$
begin
  new.paid_at := new.updated_at;
  return new;
end $$;
create trigger orders_paid_at before update on orders for each row
  when (old.status = 'pending' and new.status = 'paid' and new.paid_at is null) execute function orders_paid_at();

-- One way to pay one order. What is known of it only ever grows, so that notices may come in any order and any number of times.
create table payments (
  id bigint generated always as identity primary key,
  site_id integer not null,
  order_id bigint not null,
  provider text not null check (provider in ('stripe', 'test')),
  -- The provider's name for the attempt; that of the money is known once it came.
  session text not null,
  intent text,
  -- Where the person pays.
  url text,
  asked_cents bigint not null check (asked_cents > 0),
  received_cents bigint not null default 0 check (received_cents >= 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  -- Whether one can still pay by it.
  open boolean not null default true,
  -- What the money that came is for: it pays the order, or it goes back.
  use text check (use in ('pays', 'late', 'twice', 'wrong_amount')),
  received_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  unique (provider, session),
  unique (provider, intent),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create index payments_order on payments (order_id);
create index payments_open on payments (updated_at) where open;
-- The database itself lets one payment alone pay an order.
create unique index payments_pays on payments (order_id) where use = 'pays';

-- What a provider told us, as it came. One that is told again is known by its id.
create table payment_notices (
  provider text not null,
  id text not null,
  type text not null,
  order_id bigint references orders,
  body jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- Money that is to go back, decided with its reason; a job brings it to the provider under a key of its own.
create table refunds (
  id bigint generated always as identity primary key,
  site_id integer not null,
  order_id bigint not null,
  payment_id bigint not null,
  -- The line it is for; null for all of the payment, or for a part of no line.
  line_id bigint,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  -- Who decided; null where it follows from a rule.
  account_id bigint references accounts on delete set null,
  status text not null default 'asked' check (status in ('asked', 'made', 'failed')),
  -- The provider's name for it.
  reference text unique,
  -- What the provider said where it failed.
  trouble text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, payment_id) references payments (site_id, id),
  foreign key (site_id, line_id) references order_lines (site_id, id)
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);

-- Numbers without a gap, one row for a site's year.
create table invoice_numbers (
  site_id integer not null references sites,
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  last integer not null,
  primary key (site_id, kind, year)
);

-- What was invoiced, as it was: nothing that changes later changes it.
create table invoices (
  site_id integer not null references sites,
  number text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_id bigint not null,
  refund_id bigint,
  -- For the books: the day it counts for, the country, and the amounts; below zero on a credit note.
  issued_on date not null,
  issued_at timestamptz not null,
  country text not null,
  treatment text not null,
  rate numeric not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  content jsonb not null,
  primary key (site_id, number),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, refund_id) references refunds (site_id, id),
  check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index invoices_order on invoices (order_id) where kind = 'invoice';
create unique index invoices_refund on invoices (refund_id);
create index invoices_days on invoices (site_id, issued_on);

create function invoices_stay() returns trigger language plpgsql as $$
begin
  raise exception 'An invoice is neither changed nor deleted.';
end $$;
create trigger invoices_stay before update or delete on invoices for each row execute function invoices_stay();

-- What a VAT service answered about a number.
create table vat_checks (
  number text primary key,
  valid boolean not null,
  name text,
  checked_at timestamptz not null
);

-- Billing details as they were last given, for next time.
create table billing_details (
  account_id bigint primary key references accounts on delete cascade,
  details jsonb not null,
  updated_at timestamptz not null
);

-- What the site's team does for a line, step by step, for the buyer to see.
create table team_tasks (
  id bigint generated always as identity primary key,
  site_id integer not null,
  line_id bigint not null,
  position integer not null,
  title text not null,
  status text not null default 'to_do' check (status in ('to_do', 'doing', 'done', 'not_possible')),
  note text,
  url text,
  updated_at timestamptz not null,
  unique (line_id, position),
  foreign key (site_id, line_id) references order_lines (site_id, id)
);

-- Listings shown in the paid strips, and for how long. One line makes one row.
create table featured_listings (
  line_id bigint primary key,
  site_id integer not null,
  listing_id bigint not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, line_id) references order_lines (site_id, id),
  check (until_at > from_at)
);
create index featured_listings_now on featured_listings (site_id, until_at);
create index featured_listings_listing on featured_listings (listing_id);

-- A listing's awards, shown in a cabinet on its page.
create table trophy_cabinets (
  listing_id bigint primary key,
  site_id integer not null,
  line_id bigint not null unique,
  options jsonb not null,
  updated_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, line_id) references order_lines (site_id, id)
);

-- Reviews drafted from evidence, for the owner's eyes.
create table ai_reviews (
  line_id bigint primary key,
  site_id integer not null,
  listing_id bigint not null,
  content jsonb not null,
  created_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, line_id) references order_lines (site_id, id)
);
create index ai_reviews_listing on ai_reviews (listing_id);

-- A launch that was bought again: it stays live and launches anew when its week begins.
create table relaunches (
  line_id bigint primary key,
  site_id integer not null,
  listing_id bigint not null,
  week_on date not null check (extract(isodow from week_on) = 1),
  began_at timestamptz,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, line_id) references order_lines (site_id, id)
);
create index relaunches_due on relaunches (site_id, week_on) where began_at is null;
create index relaunches_listing on relaunches (listing_id) where began_at is null;

-- Places of orders that are being paid.
create index week_places_order on week_places (order_id) where order_id is not null;

-- What the billboard got by which line: once per line, and what goes back names the refund.
alter table billboard_contributions add line_id bigint, add refund_id bigint;
create unique index billboard_contributions_line on billboard_contributions (line_id) where refund_id is null;
create unique index billboard_contributions_refund on billboard_contributions (refund_id, line_id);

-- A listing that launches again is a launch of both weeks: the one it leaves, which is frozen, keeps it. What is taken down or
-- comes back changes every week it launched in.
create or replace function weeks_launched() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into week_totals as t (site_id, week_on, launches)
    select site_id, launch_week_on, count(*) from fresh where status = 'live' and launch_week_on is not null
    group by site_id, launch_week_on order by site_id, launch_week_on
    on conflict (site_id, week_on) do update set launches = t.launches + excluded.launches;
  elsif tg_op = 'DELETE' then
    update week_totals t set launches = t.launches - d.launches
    from (select site_id, launch_week_on, count(*) as launches from stale where status = 'live' group by site_id, launch_week_on) d
    where t.site_id = d.site_id and t.week_on = d.launch_week_on;
  else
    insert into week_totals as t (site_id, week_on, launches)
    select c.site_id, c.week_on, sum(c.launches) from (
      select f.site_id, v.week_on, v.launches from fresh f join stale s using (id)
      cross join lateral (
        select case when f.status = 'live' then f.launch_week_on end, 1
        union all select case when s.status = 'live' then s.launch_week_on end, -1
        union all select r.week_on, case when f.status = 'live' then 1 else -1 end from week_results r
          where r.listing_id = f.id and (f.status = 'live') <> (s.status = 'live') and r.week_on < f.launch_week_on
        union all select r.week_on, 1 from week_results r
          where r.listing_id = f.id and f.status = 'live' and s.status = 'live' and r.week_on = s.launch_week_on and f.launch_week_on > r.week_on
      ) v (week_on, launches)
      where (f.status = 'live' or s.status = 'live') and (f.status, f.launch_week_on) is distinct from (s.status, s.launch_week_on)
    ) c
    where c.week_on is not null group by c.site_id, c.week_on having sum(c.launches) <> 0 order by c.site_id, c.week_on
    on conflict (site_id, week_on) do update set launches = t.launches + excluded.launches;
  end if;
  return null;
end $$;
