import type { ComponentChildren } from 'preact';
import type { Told } from '../../modules/content/answer-queries.ts';
import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { Chip } from './chip.tsx';
import { Faqs } from './faqs.tsx';
import { Icon } from './icon.tsx';
import { Facts } from './listing-facts.tsx';
import { Founders, Links } from './listing-links.tsx';
import { NotStated, Sources } from './listing-sources.tsx';
import { Interview, Media, Milestones, Story, Updates } from './listing-stories.tsx';
import { Logo } from './logo.tsx';
import { Outward } from './outward.tsx';
import { Prose } from './prose.tsx';
import { Week } from './time.tsx';
import { VoteBox } from './voting.tsx';

/** From here on a name is set smaller, so that it does not fill a phone's screen. */
const LONG_NAME = 50;

const Title = ({ listing, actions }: { listing: Listing; actions?: ComponentChildren }) => (
  <header class="listing-head">
    <Logo name={listing.name} src={listing.logo_url} size={96} />
    <div class="listing-title">
      <h1 dir="auto" class={listing.name.length > LONG_NAME ? 'long-name' : undefined}>
        {listing.name}
      </h1>
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
      <Outward class="button button-main" by="product" href={listing.website}>
        Visit {listing.domain} <Icon name="outward" size={16} />
      </Outward>
      {listing.status === 'live' ? (
        <VoteBox listing={listing} />
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
      {actions}
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

interface ProfileProps {
  listing: Listing;
  /** What its owner was asked and answered. */
  interview?: Told[];
  /** What stands below its description. */
  below?: ComponentChildren;
  /** What follows what its makers say of it. */
  after?: ComponentChildren;
  /** What stands beside it, after its facts. */
  beside?: ComponentChildren;
  /** What else one can do with it, beside its name. */
  actions?: ComponentChildren;
}

/** A listing whole. Where there is no room beside it, its facts follow its description. */
export const ListingProfile = ({ listing, interview = [], actions, below, after, beside }: ProfileProps) => (
  <>
    <Title listing={listing} actions={actions} />
    <div class="profile">
      <div>
        <About listing={listing} />
        <Media media={listing.media} name={listing.name} />
      </div>
      <aside aria-label={`Facts about ${listing.name}`}>
        <Facts listing={listing} />
        <Founders founders={listing.founders} />
        <Links listing={listing} />
        {beside}
      </aside>
      <div>
        {below}
        <List id="features" heading="Features" items={listing.features} />
        <List id="apart" heading="What sets it apart" items={listing.usps} />
        <Sources listing={listing} />
        <NotStated listing={listing} />
        <Story story={listing.story} />
        <Interview answers={interview} />
        <Milestones milestones={listing.milestones} />
        <Updates updates={listing.updates} />
        <Faqs faqs={listing.faqs} />
        {after}
      </div>
    </div>
  </>
);
