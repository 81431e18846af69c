-- Visits of a site by day of its time zone. Visitors themselves are not stored.
create table site_days (
  site_id integer not null references sites,
  day date not null,
  visitors integer not null default 0,
  page_views integer not null default 0,
  primary key (site_id, day)
) with (fillfactor = 50);
create index site_days_old on site_days ((day + 1));

-- What people searched for without finding anything, by day.
create table search_misses (
  site_id integer not null references sites,
  day date not null,
  words text not null check (char_length(words) <= 60),
  searches integer not null,
  primary key (site_id, day, words)
);
create index search_misses_old on search_misses ((day + 1));

-- For counting the rows of a period.
create index orders_paid on orders (site_id, paid_at) where paid_at is not null;
create index drafts_created on drafts (site_id, created_at);
create index refunds_made on refunds (site_id, updated_at) where status = 'made';
create index comments_created on comments (site_id, created_at);
-- Votes are written in the order of their time, so the smallest kind of index is enough.
create index ballots_cast on ballots using brin (cast_at);
