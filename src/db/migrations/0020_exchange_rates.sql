-- What a euro is worth in other money, day by day, as whoever publishes it says: for the VAT that invoices state in the seller's own money.
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate_on date not null,
  per_euro numeric(20, 8) not null check (per_euro > 0),
  source text not null,
  primary key (currency, rate_on)
);
