-- Files that a site's team imports: uploaded in chunks, read into rows, mapped to fields, and written in batches. See decision 47.
create table imports (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  account_id bigint references accounts on delete set null,
  status text not null default 'uploading'
    check (status in ('uploading', 'reading', 'mapping', 'running', 'drafting', 'reviewing', 'done', 'undoing', 'undone', 'failed')),
  file_name text not null,
  format text,
  bytes bigint not null default 0,
  -- The columns of the file: { name, filled, samples }.
  columns json not null default '[]',
  -- Column to field; null until the team chose.
  mapping json,
  -- What happens to rows whose website has a listing.
  existing text not null default 'skip' check (existing in ('skip', 'update')),
  failure text,
  rows integer not null default 0,
  -- How many rows were written or, while undoing, undone.
  done_rows integer not null default 0,
  imported integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id)
);
create index imports_site on imports (site_id, id desc);
create index imports_old on imports (created_at);

-- The uploaded file, until it was read.
create table import_chunks (
  site_id integer not null,
  import_id bigint not null,
  position integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (import_id, position),
  foreign key (site_id, import_id) references imports (site_id, id) on delete cascade
);
create index import_chunks_old on import_chunks (created_at);

create table import_rows (
  site_id integer not null,
  import_id bigint not null,
  number integer not null,
  -- Where it begins in the file.
  line integer not null,
  record jsonb not null,
  outcome text check (outcome in ('imported', 'updated', 'skipped', 'refused', 'undone', 'kept')),
  -- Why it was refused: [{ column, message }].
  faults json,
  listing_id bigint,
  -- Of a website alone: its draft, and what the team decided about it.
  draft_id uuid,
  decision text check (decision in ('publish')),
  -- Of an updated listing: the values that were replaced, and those that replaced them.
  before json,
  after json,
  created_at timestamptz not null,
  primary key (import_id, number),
  foreign key (site_id, import_id) references imports (site_id, id) on delete cascade,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete set null (listing_id),
  foreign key (site_id, draft_id) references drafts (site_id, id) on delete set null (draft_id)
);
create index import_rows_old on import_rows (created_at);
create index import_rows_outcome on import_rows (import_id, outcome, number);
create index import_rows_draft on import_rows (draft_id) where draft_id is not null;
create index import_rows_listing on import_rows (listing_id) where listing_id is not null;

create index moves_import_old on moves (moved_at) where record = 'import';
