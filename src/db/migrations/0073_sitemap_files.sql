-- The files of sites' sitemaps, gzipped, as a job writes them: what they cost does not grow with the processes or the requests.
create table sitemap_files (
  site_id integer not null references sites,
  name text not null,
  -- The site's address and languages when the file was written: it is not sent for others.
  written_for text not null,
  etag text not null,
  bytes bytea not null,
  primary key (site_id, name)
);
