-- Pictures can be in a folder or a bucket: then their rows have no bytes.
alter table listing_media alter column bytes drop not null;
alter table listing_logos alter column bytes drop not null;
alter table draft_logos alter column bytes drop not null;
alter table brand_pictures alter column bytes drop not null;

-- All pictures of all sites, and whether their bytes are in the row.
create view stored_pictures as
  select site_id, hash, bytes is not null as in_database from listing_media
  union all select site_id, hash, bytes is not null from listing_logos
  union all select site_id, hash, bytes is not null from draft_logos
  union all select site_id, hash, bytes is not null from brand_pictures;

-- Objects in the store of pictures that no row names, and since when this is known. They are deleted after a grace period.
create table unused_media (
  site_id integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  found_at timestamptz not null,
  primary key (site_id, hash)
);
create index unused_media_old on unused_media (found_at);
