import type { ComponentChildren } from 'preact';
import { t } from '../../../kernel/language/messages.ts';
import type { InterviewEntry } from '../../../modules/content/queries.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { searchPaths } from '../../paths.ts';
import { Block, Chip, ExternalLink, FaqList, Icon, Logo, Prose } from '../elements.tsx';
import { WeekText } from '../format.tsx';
import { VoteBox } from '../voting.tsx';
import { ListingFacts } from './facts.tsx';
import { Gallery } from './gallery.tsx';
import { FounderList, ListingLinks } from './links.tsx';
import { ListingSources, NotFoundFacts } from './sources.tsx';
import { InterviewSection, MilestoneList, StorySections, UpdateList } from './stories.tsx';

/** Names of this length or more get a smaller font, so that they do not fill a phone's screen. */
const LONG_NAME = 50;

const Title = ({ listing, actions, website_rel }: Pick<ProfileProps, 'listing' | 'actions' | 'website_rel'>) => (
  <header class="listing-head">
    <Logo name={listing.name} src={listing.logo_url} size={96} />
    <div class="stack listing-title">
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
            <Chip href={searchPaths.category({ slug })}>{name}</Chip>
          </li>
        ))}
      </ul>
    </div>
    <div class="listing-actions">
      <ExternalLink class="button button-main" by="product" rel={website_rel} href={listing.website}>
        {t('Visit {domain}', { domain: listing.domain })}
        <Icon name="outward" size={16} />
      </ExternalLink>
      {listing.status === 'live' ? (
        <VoteBox listing={listing} />
      ) : (
        <p class="upcoming-note">
          {t('Not launched yet')}
          {listing.launch_week_on && (
            <span>
              <WeekText monday={listing.launch_week_on} />
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
    <Block id={id} heading={heading}>
      <ul class="icon-list ticked">
        {items.map((item) => (
          <li dir="auto">
            <Icon name="check" size={16} /> {item}
          </li>
        ))}
      </ul>
    </Block>
  ) : null;

const About = ({ listing }: { listing: Listing }) => {
  const text = listing.description ?? listing.short_description;
  return (
    <section class="block block-first" aria-labelledby="about">
      <h2 id="about" dir="auto">
        {listing.headline ?? t('About {name}', { name: listing.name })}
      </h2>
      {listing.summary && (
        <div class="summary">
          <Prose text={listing.summary} />
        </div>
      )}
      {text ? <Prose text={text} /> : <p class="quiet">{t('No description yet.')}</p>}
      {listing.tags.length > 0 && (
        <nav class="tags" aria-label={t('Tags')}>
          <ul class="chips">
            {listing.tags.map((tag) => (
              <li>
                <Chip href={searchPaths.listings({ q: tag })}>{tag}</Chip>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  );
};

interface ProfileProps {
  listing: Listing;
  /** The owner's interview. */
  interview?: InterviewEntry[];
  /** Shown below the description. */
  below?: ComponentChildren;
  /** Shown after the makers' content. */
  after?: ComponentChildren;
  /** Shown in the sidebar, after the facts. */
  aside?: ComponentChildren;
  /** Further actions next to the name. */
  actions?: ComponentChildren;
  /** The `rel` of the link to the product's website. */
  website_rel?: string;
  /** Photos of founders, by slug. */
  photos?: ReadonlyMap<string, string>;
}

/** A complete listing. On narrow screens the facts follow the description. */
export const ListingProfile = ({ listing, interview = [], actions, below, after, aside, website_rel, photos }: ProfileProps) => (
  <>
    <Title listing={listing} actions={actions} website_rel={website_rel} />
    <Gallery listing={listing} />
    <div class="profile">
      <About listing={listing} />
      <aside aria-label={t('Facts about {name}', { name: listing.name })}>
        <ListingFacts listing={listing} />
        <FounderList founders={listing.founders} photos={photos} />
        <ListingLinks listing={listing} />
        {aside}
      </aside>
      <div>
        {below}
        <List id="features" heading={t('Features')} items={listing.features} />
        <List id="apart" heading={t('What sets it apart')} items={listing.usps} />
        <ListingSources listing={listing} />
        <NotFoundFacts listing={listing} />
        <StorySections story={listing.story} />
        <InterviewSection answers={interview} />
        <MilestoneList milestones={listing.milestones} />
        <UpdateList updates={listing.updates} />
        <FaqList faqs={listing.faqs} />
        {after}
      </div>
    </div>
  </>
);
