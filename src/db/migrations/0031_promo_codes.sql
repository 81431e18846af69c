-- Promo codes: a share or an amount off what an order costs. What a code took off is copied into the order and its lines.

create table promo_codes (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  -- In capitals, so that case does not matter.
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,31}$'),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents between 1 and 100000000),
  -- Codes of products and bundles; empty for everything.
  products text[] not null,
  -- First and last day in the site's time zone; null for no limit.
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  max_uses integer check (max_uses > 0),
  uses_per_account integer check (uses_per_account > 0),
  active boolean not null default true,
  created_at timestamptz not null,
  unique (site_id, code),
  unique (site_id, id),
  check ((percent is null) <> (amount_cents is null))
);

-- An order with a code uses it once while it is pending or paid; one that was cancelled or has expired does not.
alter table orders
  add promo_code_id bigint,
  add promo_code text,
  add discount_cents bigint not null default 0,
  add constraint orders_promo_code_fkey foreign key (site_id, promo_code_id) references promo_codes (site_id, id),
  add constraint orders_discount_check check (discount_cents >= 0 and (discount_cents > 0) = (promo_code is not null)) not valid,
  drop constraint orders_net_cents_check,
  add constraint orders_net_cents_check check (net_cents >= 0) not valid;
create index orders_promo_code on orders (promo_code_id) where promo_code_id is not null;

-- `amount_cents` is what is left of the price.
alter table order_lines
  add discount_cents bigint not null default 0,
  add constraint order_lines_discount_check check (discount_cents >= 0) not valid;
