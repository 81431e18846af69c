import { t } from '../../kernel/language/messages.ts';
import type { CategorySummary } from '../../modules/catalog/schema.ts';
import type { PostCover } from '../../modules/content/queries.ts';
import type { BlogPostSummary } from '../../modules/content/schema.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { blogPaths, listingPaths, searchPaths } from '../paths.ts';
import { Cover } from './cover.tsx';
import { Logo } from './elements.tsx';
import { countryLabel, DayText, formatCount, pricingLabel, WeekText } from './format.tsx';
import { VoteOnCard } from './voting.tsx';

interface CardTextProps {
  listing: Pick<ListingSummary, 'slug' | 'name'>;
  text: string | null;
  level?: 2 | 3;
  is_paid?: boolean;
}

/** A product's name, linked to its page, and its tagline. */
export const CardText = ({ listing, text, level = 3, is_paid }: CardTextProps) => {
  const Name = `h${level}` as 'h2' | 'h3';
  return (
    <>
      <Name class="card-name">
        <a href={listingPaths.listing({ slug: listing.slug })} dir="auto">
          {listing.name}
        </a>
        {is_paid && (
          <>
            {' '}
            <span class="paid">{t('Paid')}</span>
          </>
        )}
      </Name>
      {text && (
        <p class="card-tagline" dir="auto">
          {text}
        </p>
      )}
    </>
  );
};

interface ListingCardProps {
  listing: ListingSummary;
  /** An extra fact, such as who approved it. */
  note?: string;
  /** An extra link, such as to a comparison. */
  more?: { href: string; text: string };
}

/** A product in a list. */
export const ListingCard = ({ listing, note, more }: ListingCardProps) => {
  const [primary] = listing.categories;
  return (
    <article class="card">
      <Logo name={listing.name} src={listing.logo_url} size={56} />
      <div class="card-body">
        <CardText listing={listing} text={listing.tagline ?? listing.short_description} />
        <ul class="facts-line">
          {primary && (
            <li>
              <a href={searchPaths.category({ slug: primary.slug })} dir="auto">
                {primary.name}
              </a>
            </li>
          )}
          {listing.pricing_model && <li dir="auto">{pricingLabel(listing.pricing_model)}</li>}
          {listing.country && <li>{countryLabel(listing.country)}</li>}
          {listing.status !== 'live' && listing.launch_week_on && (
            <li>
              <WeekText monday={listing.launch_week_on} />
            </li>
          )}
          {note && <li class="facts-note">{note}</li>}
          {more && (
            <li>
              <a href={more.href}>{more.text}</a>
            </li>
          )}
        </ul>
      </div>
      {listing.status === 'live' && <VoteOnCard listing={listing} />}
    </article>
  );
};

export const ListingCards = ({ listings }: { listings: ListingSummary[] }) => (
  <ul class="cards">
    {listings.map((listing) => (
      <li id={`launch-${listing.slug}`}>
        <ListingCard listing={listing} />
      </li>
    ))}
  </ul>
);

/** Categories with their number of live products. */
export const CategoryGrid = ({ categories }: { categories: CategorySummary[] }) => (
  <ul class="tiles category-grid plain-links">
    {categories.map(({ slug, name, live_listings }) => (
      <li>
        <a href={searchPaths.category({ slug })}>
          <span dir="auto">{name}</span>
          <span class="number">{formatCount(live_listings)}</span>
        </a>
      </li>
    ))}
  </ul>
);

interface PostListProps {
  posts: BlogPostSummary[];
  /** By slug. */
  covers?: Record<string, PostCover>;
  level?: 2 | 3;
}

export const PostList = ({ posts, covers = {}, level = 2 }: PostListProps) => {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul class="posts plain-links">
      {posts.map(({ slug, title, excerpt, author_name, published_at }) => (
        <li>
          <article>
            {covers[slug] && <Cover cover={covers[slug]} is_lazy />}
            <p class="quiet">
              <DayText on={published_at} />
            </p>
            <Title>
              <a href={blogPaths.post({ slug })} dir="auto">
                {title}
              </a>
            </Title>
            <p dir="auto">{excerpt}</p>
            <p class="quiet" dir="auto">
              {author_name}
            </p>
          </article>
        </li>
      ))}
    </ul>
  );
};
