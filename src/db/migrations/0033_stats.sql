-- What visitors did with a listing, by day of the site's time zone. Visitors themselves are not stored.
create table listing_days (
  site_id integer not null,
  listing_id bigint not null,
  day date not null,
  views integer not null default 0,
  clicks integer not null default 0,
  badge_clicks integer not null default 0,
  primary key (listing_id, day),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
) with (fillfactor = 80);
create index listing_days_old on listing_days ((day + 1));

-- Where the views of a day came from: the host of the referrer, or what the link named as its source.
create table listing_sources (
  site_id integer not null,
  listing_id bigint not null,
  day date not null,
  kind text not null check (kind in ('campaign', 'referrer', 'internal', 'direct', 'other')),
  source text not null,
  views integer not null,
  primary key (listing_id, day, kind, source),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
) with (fillfactor = 80);
create index listing_sources_old on listing_sources ((day + 1));

-- Kinds of mail that are off unless an account has switched them on.
create table mail_switched_on (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  on_at timestamptz not null,
  primary key (account_id, kind)
);
create index mail_switched_on_kind on mail_switched_on (kind, account_id);

-- Mail that goes to many people once a week, and how far it got.
create table mailings (
  site_id integer not null references sites,
  kind text not null,
  week_on date not null,
  -- The last recipient that was dealt with. Recipients are taken in the order of their ids.
  last_id bigint not null default 0,
  mails integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, kind, week_on)
);
create index mailings_old on mailings (started_at);
create index mailings_unfinished on mailings (site_id, kind, week_on) where finished_at is null;

-- Who follows what since when, for others to count.
create view listing_follows as select site_id, listing_id, account_id, created_at from follows;
