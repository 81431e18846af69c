-- The team features listings too. Such a row has no order line, and a listing has at most one.
alter table featured_listings drop constraint featured_listings_pkey;
alter table featured_listings alter column line_id drop not null;
alter table featured_listings add constraint featured_listings_line unique (line_id);
alter table featured_listings add column id bigint generated always as identity primary key;
create unique index featured_listings_team on featured_listings (listing_id) where line_id is null;

-- A post's picture: hash, width, height, alt. Its bytes are in brand_pictures.
alter table blog_posts add column cover jsonb;
