-- Search in PostgreSQL's own data. Words are folded and split in our own code (one rule for writing and asking, on any
-- server whatever its locale) and stored as a tsvector, weighted name A, tagline B, description C, keywords D.

create table listing_words (
  listing_id bigint primary key references listings on delete cascade,
  site_id integer not null references sites,
  -- The name without spaces and signs, to find it exactly.
  name_key text not null collate "C",
  name_words tsvector not null,
  words tsvector not null
);
create index listing_words_words on listing_words using gin (words);
create index listing_words_name_words on listing_words using gin (name_words);
create index listing_words_name_key on listing_words (site_id, name_key);

-- The site's own dictionary: every word of its listings, never counted and never removed, so that no two writers wait for
-- the same row. variants holds hashes of the word with letters left out, as many as `forgives` says, so that a misspelt word
-- and the right one meet in one of them.
create table search_words (
  site_id integer not null references sites,
  word text not null collate "C",
  in_name boolean not null,
  forgives smallint not null,
  variants integer[] not null,
  primary key (site_id, word)
);
create index search_words_variants on search_words using gin (variants);

-- A value as it stands in an address: stages and pricing models are typed by people and filtered by slug.
create function slugified(value text) returns text language sql immutable strict parallel safe
  return trim(both '-' from regexp_replace(lower(value), '[^a-z0-9]+', '-', 'g'));

create index listings_country on listings (site_id, country) where country is not null;
create index listings_stage on listings (site_id, slugified(stage)) where stage is not null;
create index listings_pricing_model on listings (site_id, slugified(pricing_model)) where pricing_model is not null;
