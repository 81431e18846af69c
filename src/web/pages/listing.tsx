import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getListing, listAlternatives } from '../../modules/listings/listing.ts';
import type { Alternative, Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import type { Head, Params } from '../page.ts';
import { Votes } from '../parts/card.tsx';
import { Chip } from '../parts/chip.tsx';
import { Faqs } from '../parts/faqs.tsx';
import { Icon } from '../parts/icon.tsx';
import { Attributes, Facts, NotStated } from '../parts/listing-facts.tsx';
import { CompareWith, Founders, Links } from '../parts/listing-links.tsx';
import { Media, Milestones, Story, Updates } from '../parts/listing-stories.tsx';
import { Logo } from '../parts/logo.tsx';
import { Outward } from '../parts/outward.tsx';
import { Prose } from '../parts/prose.tsx';
import { Week } from '../parts/time.tsx';

const ALTERNATIVES_SHOWN = 4;

export const load = async (ctx: Ctx, params: Params) => {
  const slug = slugIn(params, 'listing_not_found');
  const [listing, alternatives] = await Promise.all([getListing(ctx, { slug }), listAlternatives(ctx, { slug })]);
  return { listing: valueIn(listing), alternatives: valueIn(alternatives).items.slice(0, ALTERNATIVES_SHOWN) };
};

interface Profile {
  listing: Listing;
  alternatives: Alternative[];
}

export const head = ({ listing }: Profile): Head => {
  const [primary] = listing.categories;
  return {
    title: listing.seo_title ?? (listing.tagline ? `${listing.name}: ${listing.tagline}` : listing.name),
    description: listing.seo_description ?? listing.short_description ?? listing.tagline ?? listing.description ?? listing.name,
    canonical: to.listing(listing.slug),
    trail: [{ name: 'Products', href: to.listings() }, ...(primary ? [{ name: primary.name, href: to.category(primary.slug) }] : [])],
    index: listing.status === 'live',
  };
};

const Title = ({ listing }: { listing: Listing }) => (
  <header class="listing-head">
    <Logo name={listing.name} src={listing.logo_url} size={96} />
    <div class="listing-title">
      <h1 dir="auto">{listing.name}</h1>
      {listing.tagline && (
        <p class="lede" dir="auto">
          {listing.tagline}
        </p>
      )}
      <ul class="chips">
        {listing.categories.map(({ slug, name }) => (
          <li>
            <Chip href={to.category(slug)}>{name}</Chip>
          </li>
        ))}
      </ul>
    </div>
    <div class="listing-actions">
      {listing.status === 'live' ? (
        <Votes votes={listing.votes} />
      ) : (
        <p class="upcoming-note">
          Not launched yet
          {listing.launch_week_on && (
            <span>
              <Week monday={listing.launch_week_on} />
            </span>
          )}
        </p>
      )}
      <Outward class="button button-main" by="product" href={listing.website}>
        Visit {listing.domain} <Icon name="outward" size={16} />
      </Outward>
    </div>
  </header>
);

const List = ({ id, heading, items }: { id: string; heading: string; items: string[] }) =>
  items.length > 0 ? (
    <section class="block" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul class="ticked">
        {items.map((item) => (
          <li dir="auto">
            <Icon name="check" size={16} /> {item}
          </li>
        ))}
      </ul>
    </section>
  ) : null;

const About = ({ listing }: { listing: Listing }) => {
  const text = listing.description ?? listing.short_description;
  return (
    <section class="block block-first" aria-labelledby="about">
      <h2 id="about" dir="auto">
        {listing.headline ?? `About ${listing.name}`}
      </h2>
      {listing.summary && (
        <div class="summary">
          <Prose text={listing.summary} />
        </div>
      )}
      {text ? <Prose text={text} /> : <p class="quiet">No description yet.</p>}
    </section>
  );
};

export const view = ({ listing, alternatives }: Profile) => (
  <>
    <Title listing={listing} />
    <div class="with-aside">
      <div>
        <About listing={listing} />
        <Media media={listing.media} name={listing.name} />
        <List id="features" heading="Features" items={listing.features} />
        <List id="apart" heading="What sets it apart" items={listing.usps} />
        <Attributes attributes={listing.attributes} />
        <NotStated fields={listing.not_found_on_website} domain={listing.domain} />
        <Story story={listing.story} />
        <Milestones milestones={listing.milestones} />
        <Updates updates={listing.updates} />
        <Faqs faqs={listing.faqs} />
      </div>
      <aside aria-label={`Facts about ${listing.name}`}>
        <Facts listing={listing} />
        <Founders founders={listing.founders} />
        <Links listing={listing} />
        <CompareWith listing={listing} alternatives={alternatives} />
      </aside>
    </div>
  </>
);
