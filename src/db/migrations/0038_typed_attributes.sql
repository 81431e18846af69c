-- steps
-- Attributes have a kind, belong to a category or to the whole site, and are archived instead of deleted. Values are typed. See decision 38.
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

-- By which a value is found (listings/attributes/filter.ts): the attribute alone, and with its value. Numbers are found by ranges, whose
-- limits are 1, 2 and 5 of each power of ten.
create function attribute_terms(attribute_id integer, kind text, value jsonb) returns text[] language sql immutable parallel safe
  return array[attribute_id::text] || case case when fits_attribute_kind(kind, value) then kind else 'text' end
    when 'boolean' then array[attribute_id || case when value::boolean then '=yes' else '=no' end]
    when 'list' then array(select attribute_id || ':' || lower(item collate "C") from jsonb_array_elements_text(value) item)
    when 'text' then '{}'
    else array[attribute_id || '#' || coalesce(value->>'currency', '') || width_bucket(attribute_number(kind, value),
      '{0.01,0.02,0.05,0.1,0.2,0.5,1,2,5,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000}'::numeric[])]
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
alter table listing_words add terms text[] not null default '{}';
-- step: index what listings state
create index concurrently if not exists listing_words_terms on listing_words using gin (terms);
