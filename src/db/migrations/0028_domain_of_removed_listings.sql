-- steps
-- A removed listing does not keep its website to itself: one listing per website and site among those that are not removed. Lookups by
-- website use the same index.
-- step: index websites without removed listings
create unique index concurrently if not exists listings_website on listings (site_id, domain, (case when status = 'removed' then id else 0 end));
-- step: drop the key that removed listings counted for
alter table listings drop constraint if exists listings_site_id_domain_key;
-- The draft that a listing was made from, for the owner of both.
-- step: publish drafts of listings
create view listing_drafts as select site_id, listing_id, account_id, id as draft_id, created_at from drafts where listing_id is not null;
-- Facts that a company's site could state, instead of all fields of a profile.
-- repeat: name facts instead of fields
update listings l set not_found_on_website =
  array(select f from unnest(array['country', 'city', 'founded_year']) f where f = any(l.not_found_on_website))
  || case when l.not_found_on_website @> array['pricing_model', 'pricing_summary'] then array['prices'] else '{}' end
  || case when l.not_found_on_website @> array['contact_email'] then array['contact'] else '{}' end
where l.id in (
  select id from listings where not_found_on_website && array['name', 'tagline', 'short_description', 'description', 'stage', 'categories', 'tags',
    'pricing_model', 'pricing_summary', 'features', 'usps', 'keywords', 'contact_email', 'demo_video_url', 'logo_url'] order by id limit 1000);
