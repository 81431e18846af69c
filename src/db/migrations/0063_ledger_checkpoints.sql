-- Signed checkpoints of the vote ledger: a Merkle tree over its rows, the site's keys, and what they and witnesses signed.

-- Hashes of complete subtrees, of 256 rows (level 8), 65,536 (level 16) and so on. Those in between follow from them and from the rows.
create table ledger_nodes (
  site_id integer not null references sites,
  level integer not null check (level > 0 and level % 8 = 0),
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (site_id, level, position)
);

-- The public keys, numbered from 1; the last one signs. Private keys are in secrets.
create table ledger_keys (
  site_id integer not null references sites,
  number integer not null check (number >= 1),
  -- The name of the ledger in everything the key signs: the site's address when the key was made.
  origin text not null,
  public_key bytea not null check (length(public_key) = 32),
  -- The last checkpoint of the key before it.
  from_size bigint not null check (from_size >= 0),
  -- Keys that count for nothing from now on.
  compromised integer[] not null default '{}',
  -- Introduces the key: signed by itself and by the key before it.
  note text not null,
  created_at timestamptz not null,
  primary key (site_id, number)
);

create table ledger_checkpoints (
  site_id integer not null references sites,
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  note text not null,
  signed_at timestamptz not null,
  primary key (site_id, size)
);

-- The signed result of each frozen week.
create table ledger_results (
  site_id integer not null,
  week_on date not null,
  size bigint not null,
  note text not null,
  signed_at timestamptz not null,
  primary key (site_id, week_on),
  foreign key (site_id, week_on) references launch_weeks (site_id, week_on),
  foreign key (site_id, size) references ledger_checkpoints (site_id, size)
);

-- Others who co-sign checkpoints, and their signatures.
create table ledger_witnesses (
  site_id integer not null references sites,
  name text not null,
  public_key bytea not null check (length(public_key) = 32),
  added_at timestamptz not null,
  -- What it signed until then stays published.
  removed_at timestamptz,
  primary key (site_id, name)
);

create table ledger_cosignatures (
  site_id integer not null,
  size bigint not null,
  witness text not null,
  line text not null,
  signed_at timestamptz not null,
  primary key (site_id, size, witness),
  foreign key (site_id, size) references ledger_checkpoints (site_id, size),
  foreign key (site_id, witness) references ledger_witnesses (site_id, name) on delete cascade
);
