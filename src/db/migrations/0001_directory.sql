-- Sites, the catalogue, listings with what belongs to them, founders, the blog.
-- Every site-owned table carries site_id in its keys, so a link from one site to another cannot be stored.

create table sites (
  id integer generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  tagline text not null default '',
  purpose text not null default '',
  -- The public origin. Null is the default site, which answers at SITE_ROOT.
  root text unique check (root ~ '^https?://[^/]+$'),
  time_zone text not null default 'UTC',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index one_default_site on sites ((root is null)) where root is null;

-- Companies are shared by all sites; the registrable domain is who they are.
create table companies (
  id bigint generated always as identity primary key,
  domain text not null unique,
  created_at timestamptz not null default now()
);

create table categories (
  id integer generated always as identity primary key,
  site_id integer not null references sites,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]*$' and length(slug) <= 220),
  name text not null,
  description text,
  faqs json not null default '[]',
  parent_id integer,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (site_id, slug),
  unique (site_id, id),
  foreign key (site_id, parent_id) references categories (site_id, id)
);

-- What listings of a category are compared on.
create table category_attributes (
  id integer generated always as identity primary key,
  site_id integer not null,
  category_id integer not null,
  key text not null check (key ~ '^[a-z0-9][a-z0-9_]{0,59}$'),
  name text not null,
  unit text,
  position integer not null default 0,
  unique (category_id, key),
  unique (site_id, id),
  foreign key (site_id, category_id) references categories (site_id, id)
);

create table listings (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  company_id bigint not null references companies,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]*$' and length(slug) <= 220),
  status text not null default 'draft' check (status in ('draft', 'awaiting_badge', 'scheduled', 'live', 'removed')),
  plan text check (plan in ('free', 'paid')),
  launch_week_on date check (extract(isodow from launch_week_on) = 1),
  launched_at timestamptz,
  name text not null,
  website text not null,
  domain text not null,
  tagline text,
  short_description text,
  description text,
  headline text,
  summary text,
  stage text,
  pricing_model text,
  pricing_summary text,
  country text check (country ~ '^[A-Z]{2}$'),
  city text,
  founded_year integer check (founded_year between 1800 and 2100),
  features text[] not null default '{}',
  usps text[] not null default '{}',
  keywords text[] not null default '{}',
  tags text[] not null default '{}',
  contact_email text,
  demo_video_url text,
  logo_url text,
  seo_title text,
  seo_description text,
  faqs json not null default '[]',
  socials json not null default '{}',
  story json,
  -- Fields of a profile that the company's own site did not state.
  not_found_on_website text[] not null default '{}',
  -- Paid sections that are shown: story, milestones, media.
  unlocked_sections text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (site_id, slug),
  unique (site_id, id),
  unique (site_id, domain),
  check (status <> 'live' or launched_at is not null)
);
create index listings_upcoming on listings (site_id, launch_week_on, id) where status = 'scheduled';
create index listings_company on listings (company_id);
create index listings_week on listings (site_id, launch_week_on) where status = 'live';

create table listing_categories (
  site_id integer not null,
  listing_id bigint not null,
  category_id integer not null,
  -- 0 is the primary category.
  position integer not null default 0,
  primary key (listing_id, category_id),
  unique (listing_id, position),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, category_id) references categories (site_id, id)
);
create index listing_categories_category on listing_categories (category_id);

create table listing_attributes (
  site_id integer not null,
  listing_id bigint not null,
  attribute_id integer not null,
  value text not null,
  -- Where it was read: { quote, url }, or null when the owner typed it.
  evidence json,
  primary key (listing_id, attribute_id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, attribute_id) references category_attributes (site_id, id) on delete cascade
);

-- Alternatives the owner has approved.
create table listing_alternatives (
  site_id integer not null,
  listing_id bigint not null,
  alternative_id bigint not null,
  position integer not null default 0,
  primary key (listing_id, alternative_id),
  check (listing_id <> alternative_id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, alternative_id) references listings (site_id, id) on delete cascade
);

create table listing_milestones (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  date date not null,
  title text not null,
  description text,
  url text,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index listing_milestones_listing on listing_milestones (listing_id, date);

create table listing_updates (
  id bigint generated always as identity primary key,
  site_id integer not null,
  listing_id bigint not null,
  title text not null,
  body text not null,
  created_at timestamptz not null default now(),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index listing_updates_listing on listing_updates (listing_id, created_at desc);

-- Facts from outside, each with its source and day: Domain Rating, revenue.
create table listing_metrics (
  site_id integer not null,
  listing_id bigint not null,
  name text not null check (name in ('domain_rating', 'revenue')),
  as_of_on date not null,
  value numeric not null,
  unit text not null,
  source text not null,
  primary key (listing_id, name, as_of_on),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);

-- What people did with a listing, counted. Kept apart from the listing because it changes a thousand times as often.
create table listing_counts (
  listing_id bigint primary key,
  site_id integer not null,
  votes integer not null default 0,
  views bigint not null default 0,
  followers integer not null default 0,
  trending double precision not null default 0,
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
) with (fillfactor = 80);

create table founders (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]*$' and length(slug) <= 220),
  name text not null,
  bio text,
  country text check (country ~ '^[A-Z]{2}$'),
  photo_url text,
  socials json not null default '{}',
  words tsvector not null,
  created_at timestamptz not null default now(),
  unique (site_id, slug),
  unique (site_id, id)
);
create index founders_words on founders using gin (words);
create index founders_name on founders (site_id, name, id);

create table listing_founders (
  site_id integer not null,
  listing_id bigint not null,
  founder_id bigint not null,
  title text,
  position integer not null default 0,
  primary key (listing_id, founder_id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade,
  foreign key (site_id, founder_id) references founders (site_id, id) on delete cascade
);
create index listing_founders_founder on listing_founders (founder_id);

create table blog_posts (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]*$' and length(slug) <= 220),
  title text not null,
  excerpt text not null,
  body_markdown text not null,
  author_name text not null,
  faqs json not null default '[]',
  words tsvector not null,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (site_id, slug)
);
create index blog_posts_newest on blog_posts (site_id, published_at desc, id desc) where published_at is not null;
create index blog_posts_words on blog_posts using gin (words);

create table interview_questions (
  id integer generated always as identity primary key,
  site_id integer not null references sites,
  position integer not null,
  question text not null,
  hint text,
  unique (site_id, position)
);
