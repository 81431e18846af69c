-- Whether products of a file that share a website with others are listed each, and the category that the team chose for a draft.
alter table imports add column list_each boolean not null default false;
alter table import_rows add column category text;

-- On hosts where many people publish, a website is told apart by its path or subdomain (decision 51). Until now there was at most one
-- listing for each of these hosts on a site.
create function pg_temp.website_key(url text, domain text) returns text language sql immutable as $$
  select case
    when host ~ '^[^.]+\.(github\.io|gitlab\.io|codeberg\.page|itch\.io)$' then concat_ws('/', host, p1)
    when host ~ '\.(sf\.net|sourceforge\.net|sourceforge\.io|free\.fr|readthedocs\.org|wordpress\.com|substack\.com|tumblr\.com|weebly\.com|bandcamp\.com|neocities\.org)$'
      then substring(host from '([^.]+\.[^.]+\.[^.]+)$')
    when host in ('github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'sourceforge.net', 'sf.net', 'gumroad.com', 'huggingface.co', 'pypi.org',
      'crates.io', 'rubygems.org', 'metacpan.org', 'linkedin.com', 'sites.google.com', 'gnu.org', 'wordpress.org') then concat_ws('/', host, p1, p2)
    when host in ('launchpad.net', 'facebook.com', 'medium.com', 'notion.so', 'linktr.ee', 't.me', 'snapcraft.io') then concat_ws('/', host, p1)
    else domain end
  from (select host, nullif(split_part(path, '/', 1), '') as p1, nullif(split_part(path, '/', 2), '') as p2 from (
    select regexp_replace(split_part(split_part(lower(url), '/', 3), ':', 1), '^www\.', '') as host,
      regexp_replace(lower(url), '^[^/]*//[^/?#]*/?|[?#].*$', '', 'g') as path) a) b
$$;
insert into companies (domain)
select distinct pg_temp.website_key(website, domain) from listings where pg_temp.website_key(website, domain) <> domain on conflict do nothing;
update listings l set domain = c.domain, company_id = c.id from companies c
where pg_temp.website_key(l.website, l.domain) <> l.domain and c.domain = pg_temp.website_key(l.website, l.domain);
update drafts set domain = pg_temp.website_key(url, domain) where pg_temp.website_key(url, domain) <> domain;
drop function pg_temp.website_key;
