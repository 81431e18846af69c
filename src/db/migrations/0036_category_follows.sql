-- Categories that people follow: a job notifies them when a week begins in which something launches there.
create table category_follows (
  account_id bigint not null references accounts on delete cascade,
  category_id integer not null,
  site_id integer not null,
  created_at timestamptz not null,
  primary key (account_id, category_id),
  foreign key (site_id, category_id) references categories (site_id, id) on delete cascade
);
create index category_follows_category on category_follows (site_id, category_id, account_id);
