-- Views that a module publishes for the others to read (test/ownership.test.ts says which is whose). They choose rows and columns by
-- conditions that PostgreSQL merges into the query, so reading them costs what reading the tables costs.

-- Sites, without their settings.
create view site_heads as select id, key, name, root, time_zone from sites;

-- How to name and reach somebody, without credentials.
create view account_contacts as select id, name, email, email_key, email_verified_at, created_at from accounts;

-- Founders as their listings name them; hidden ones are left out.
create view listing_credits as
  select lf.site_id, lf.listing_id, lf.position, lf.title, f.id as founder_id, f.slug, f.name
  from listing_founders lf join founders f on f.id = lf.founder_id where f.hidden_at is null;

-- How many live listings and how many categories a site has.
create view site_totals as
  select s.id as site_id, coalesce(h.live, 0) as live_listings, (select count(*)::int from categories c where c.site_id = s.id) as categories
  from sites s left join shelves h on h.site_id = s.id and h.category_id = 0;

-- A listing in any status, as far as other modules need it; those that the public may see; and those that have launched.
create view listing_heads as
  select id, site_id, slug, name, status, plan, launch_week_on, launched_at, website, domain, contact_email, logo_url, owner_id, merged_into_id,
    status in ('live', 'scheduled', 'awaiting_badge') as is_public
  from listings;
create view public_listings as select * from listings where status in ('live', 'scheduled', 'awaiting_badge');
create view live_listings as select * from listings where status = 'live';

-- Slots of launch weeks: free, paid, or held by an order until a moment.
create view week_slots as select site_id, week_on, listing_id, kind, order_id, until from week_places;

-- What the last check of a homepage for our badge found.
create view badge_checks as select site_id, listing_id, looked_at, found_at, seen from badge_watches;

-- Who acts for a listing: its owner, and co-founders who accepted an invitation to its draft. Somebody can be both.
create view listing_members as
  select site_id, id as listing_id, owner_id as account_id, 'owner' as role from listings where owner_id is not null
  union all
  select d.site_id, d.listing_id, a.id, 'cofounder' from drafts d
  join draft_invites i on i.draft_id = d.id and i.status = 'accepted' join accounts a on a.id = i.account_id or a.email_key = i.email_key
  where d.listing_id is not null;

-- Accounts that proved at some time that a listing is theirs. Another may own it by now.
create view verified_claimants as select site_id, listing_id, account_id from claims where status = 'verified';
