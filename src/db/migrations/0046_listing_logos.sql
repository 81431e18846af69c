-- Logos of listings that came with an import: the hash of the picture is its address, as with other pictures.
create table listing_logos (
  site_id integer not null,
  listing_id bigint primary key,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes bytea not null,
  created_at timestamptz not null,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
alter table listing_logos alter column bytes set storage external;
create index listing_logos_hash on listing_logos (site_id, hash);
