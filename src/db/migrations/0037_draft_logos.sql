-- Logos that makers upload for their drafts. The hash of the picture is its address, as with the pictures of listings.
create table draft_logos (
  site_id integer not null,
  draft_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (draft_id, hash),
  foreign key (site_id, draft_id) references drafts (site_id, id) on delete cascade
);
alter table draft_logos alter column bytes set storage external;
create index draft_logos_hash on draft_logos (site_id, hash);
