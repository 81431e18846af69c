-- steps
-- Attributes have a kind, belong to a category or to the whole site, and are archived instead of deleted. Values are typed. See decision 39.
-- step: kinds, synonyms and options of attributes
alter table category_attributes
  alter category_id drop not null,
  add kind text not null default 'text' check (kind in ('boolean', 'number', 'money', 'list', 'text')),
  -- Other names, in any language, under which a website may state it.
  add synonyms text[] not null default '{}',
  -- Of a list: the values that filters offer and that are recognised on websites; null for any.
  add options text[] check (cardinality(options) > 0),
  -- Archived attributes are not shown. Listings keep their values.
  add archived_at timestamptz,
  add foreign key (site_id) references sites;
create unique index category_attributes_of_site on category_attributes (site_id, key) where category_id is null;

-- step: typed values
create function fits_attribute_kind(kind text, value jsonb) returns boolean language sql immutable parallel safe
  return coalesce(case kind
    when 'boolean' then jsonb_typeof(value) = 'boolean'
    when 'number' then jsonb_typeof(value) = 'number'
    when 'text' then jsonb_typeof(value) = 'string' and value <> '""'
    when 'list' then jsonb_typeof(value) = 'array' and value <> '[]' and not jsonb_path_exists(value, '$[*] ? (@.type() != "string")')
    when 'money' then jsonb_typeof(value->'amount') = 'number' and value->>'currency' ~ '^[A-Z]{3}$' and value ? 'period'
      and coalesce(value->>'period', 'once') in ('month', 'year', 'week', 'day', 'once')
    end, false);

-- What numbers are compared by: money that is paid again and again counts by the month.
create function attribute_number(kind text, value jsonb) returns numeric language sql immutable parallel safe
  return case kind
    when 'number' then value::numeric
    when 'money' then (value->'amount')::numeric * case value->>'period' when 'year' then 1 / 12.0 when 'week' then 52 / 12.0 when 'day' then 365 / 12.0 else 1 end
    end;

-- By which a value is found (listings/attributes/filter.ts): the attribute alone, and with its value; a number by the limits it is below.
create function attribute_terms(attribute_id integer, kind text, value jsonb) returns text[] language sql immutable parallel safe
  return array[attribute_id::text] || case case when fits_attribute_kind(kind, value) then kind else 'text' end
    when 'boolean' then array[attribute_id || case when value::boolean then '=yes' else '=no' end]
    when 'list' then array(select attribute_id || ':' || lower(item collate "C") from jsonb_array_elements_text(value) item)
    when 'text' then '{}'
    else array[attribute_id || '#' || coalesce(value->>'currency', '')] || array(
      select attribute_id || '#' || coalesce(value->>'currency', '') || '<' || n
      from unnest('{1,2,5,10,20,50,100,200,500,1000,2000,5000,10000,100000,1000000}'::integer[]) n where attribute_number(kind, value) < n)
    end;

alter table listing_attributes
  alter value type jsonb using to_jsonb(value),
  -- Where it was read: a list of { quote, url, read_at }, empty if the owner typed it.
  alter evidence type json using case when evidence is null then '[]' else json_build_array(evidence) end,
  alter evidence set default '[]',
  alter evidence set not null,
  -- The kind of the value. It is shown while the attribute has the same kind.
  add kind text not null default 'text',
  add stated_by text not null default 'owner' check (stated_by in ('website', 'owner')),
  add check (fits_attribute_kind(kind, value));
alter table listing_attributes add terms text[] not null generated always as (attribute_terms(attribute_id, kind, value)) stored;
update listing_attributes set stated_by = 'website' where json_array_length(evidence) > 0;
create index listing_attributes_attribute on listing_attributes (attribute_id);

-- step: attributes of drafts
alter table drafts add attributes json not null default '{}';

-- step: attributes that every site has
create function add_built_in_attributes(site integer) returns void language sql as $$
  insert into category_attributes (site_id, key, name, kind, options, position)
  select site, key, name, kind, options::text[], row_number() over () from (values
    ('platforms', 'Platforms', 'list', '{Web,Windows,macOS,Linux,iOS,Android,Browser extension,Command line}'),
    ('self_hosted', 'Self-hosted', 'boolean', null),
    ('open_source', 'Open source', 'boolean', null),
    ('api', 'API', 'boolean', null),
    ('sso', 'Single sign-on', 'boolean', null),
    ('free_plan', 'Free plan', 'boolean', null),
    ('price_from', 'Price from', 'money', null),
    ('free_trial', 'Free trial', 'boolean', null),
    ('export_formats', 'Export formats', 'list', null),
    ('languages', 'Languages', 'list', null),
    ('compliance', 'Compliance', 'list', null),
    ('integrations', 'Integrations', 'list', null)) as t (key, name, kind, options)
  on conflict do nothing
$$;
create function site_gets_attributes() returns trigger language plpgsql as $$
begin
  perform add_built_in_attributes(new.id);
  return null;
end $$;
create trigger site_gets_attributes after insert on sites for each row execute function site_gets_attributes();
select add_built_in_attributes(id) from sites;

-- step: listings by what they state
-- The terms of all values of a listing, to filter by (listings/attributes/filter.ts). They follow from listing_attributes by the triggers
-- below; nothing else writes them. A small table of its own: filters look at thousands of rows.
create table listing_facts (
  listing_id bigint primary key references listings on delete cascade,
  site_id integer not null references sites,
  terms tsvector not null
);
create index listing_facts_terms on listing_facts using gin (terms) with (gin_pending_list_limit = 128);

create function write_listing_facts(ids bigint[]) returns void language sql as $$
  delete from listing_facts f where f.listing_id = any(ids) and not exists (select from listing_attributes v where v.listing_id = f.listing_id);
  insert into listing_facts as f (listing_id, site_id, terms)
  select v.listing_id, v.site_id, array_to_tsvector(array_agg(distinct t.term)) from listing_attributes v cross join unnest(v.terms) t (term)
  where v.listing_id = any(ids) group by v.listing_id, v.site_id order by v.listing_id
  on conflict (listing_id) do update set terms = excluded.terms where f.terms <> excluded.terms
$$;
create function listing_facts_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform write_listing_facts(array(select distinct listing_id from stale));
  else
    perform write_listing_facts(array(select distinct listing_id from fresh));
  end if;
  return null;
end $$;
create trigger listing_facts_written_insert after insert on listing_attributes referencing new table as fresh
  for each statement execute function listing_facts_written();
create trigger listing_facts_written_update after update on listing_attributes referencing new table as fresh
  for each statement execute function listing_facts_written();
create trigger listing_facts_written_delete after delete on listing_attributes referencing old table as stale
  for each statement execute function listing_facts_written();
select write_listing_facts(array(select distinct listing_id from listing_attributes));
