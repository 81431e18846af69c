-- The logos and icons of a site's brand. The brand itself is in the site's settings. Former pictures stay: mails that were sent show
-- them, and a change of the brand can be undone.
create table brand_pictures (
  site_id integer not null references sites,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (site_id, hash)
);
