-- The public dataset: dumps of everything public on a site, written every week and kept for five.

create table datasets (
  site_id integer not null references sites,
  -- When it was begun, in UTC, such as 2026-11-16-032011: part of its addresses, which are never used again.
  name text not null,
  -- The launch week that began before it was written: one is due each week.
  week_on date not null,
  started_at timestamptz not null,
  -- When its writer was alive. Another process begins anew if that is long ago.
  seen_at timestamptz not null default now(),
  published_at timestamptz,
  -- The exact text of manifest.json, and the signed note that names its hash.
  manifest text,
  note text,
  primary key (site_id, name),
  check ((published_at is null) = (manifest is null) and (published_at is null) = (note is null))
);
-- Nobody writes two dumps of a site at the same time.
create unique index datasets_unfinished on datasets (site_id) where published_at is null;
create index datasets_old on datasets (started_at);

create table dataset_files (
  site_id integer not null,
  dataset text not null,
  name text not null,
  size bigint not null,
  sha256 text not null,
  primary key (site_id, dataset, name),
  foreign key (site_id, dataset) references datasets on delete cascade
);

-- Files in pieces of the same size, so that a download can begin anywhere. Like those of pictures, bytes that are null are in the store.
create table dataset_chunks (
  site_id integer not null,
  dataset text not null,
  file text not null,
  position integer not null,
  hash text not null,
  bytes bytea,
  primary key (site_id, dataset, file, position),
  foreign key (site_id, dataset) references datasets on delete cascade
);
-- They are compressed already.
alter table dataset_chunks alter column bytes set storage external;
create index dataset_chunks_in_store on dataset_chunks (site_id, hash) where bytes is null;

-- Objects in the store that dumps need. Not in stored_pictures: backups leave out dumps, and they are never moved.
create view dataset_objects as select site_id, hash from dataset_chunks where bytes is null;
