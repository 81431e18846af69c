import type { ComponentChildren } from 'preact';
import { t } from '../../kernel/language/messages.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { CardText } from './card.tsx';
import { Logo } from './elements.tsx';

interface PaidStripProps {
  id: string;
  heading: string;
  /** False for what the team chose. */
  is_paid?: boolean;
  /** What was paid for, and what it does not influence. */
  description: string;
  items: { listing: Pick<ListingSummary, 'slug' | 'name' | 'tagline' | 'logo_url'>; figure?: ComponentChildren }[];
  more?: { href: string; text: string };
}

/** Paid slots. Each carries the "Paid" label itself, so that it is visible in any screenshot. */
export const PaidStrip = ({ id, heading, is_paid = true, description, items, more }: PaidStripProps) =>
  items.length > 0 ? (
    <section class="block paid-strip" aria-labelledby={id}>
      <h2 id={id}>
        {heading} {is_paid && <span class="paid">{t('Paid')}</span>}
      </h2>
      <p class="quiet">{description}</p>
      <ul class="tiles more">
        {items.map(({ listing, figure }) => (
          <li>
            <article class="paid-place">
              <Logo name={listing.name} src={listing.logo_url} size={40} />
              <div>
                <CardText listing={listing} text={listing.tagline} is_paid={is_paid} />
                {figure}
              </div>
            </article>
          </li>
        ))}
      </ul>
      {more && (
        <p class="more">
          <a href={more.href}>{more.text}</a>
        </p>
      )}
    </section>
  ) : null;

/** Listings that are currently featured: by the team, and for money. */
export const FeaturedStrips = ({ listings, picks }: { listings: ListingSummary[]; picks: ListingSummary[] }) => (
  <>
    <PaidStrip
      id="picks"
      heading={t('Picked by the team')}
      is_paid={false}
      description={t('Nobody paid for this. It doesn’t affect votes, ranks or search.')}
      items={picks.map((listing) => ({ listing }))}
    />
    <PaidStrip
      id="featured"
      heading={t('Featured')}
      description={t('Paid placements for seven days. They don’t affect votes, ranks or search.')}
      items={listings.map((listing) => ({ listing }))}
    />
  </>
);
