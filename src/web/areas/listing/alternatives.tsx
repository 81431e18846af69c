import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { getListing, listAlternatives } from '../../../modules/listings/profile/profile.ts';
import { listingPaths, searchPaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';
import { ListingCard } from '../../ui/card.tsx';
import { Empty } from '../../ui/list.tsx';
import { listingTrail } from './listing.tsx';

export const load = async (ctx: Ctx, { slug }: { slug: string }) => {
  const [listing, alternatives] = await Promise.all([getListing(ctx, { slug }), listAlternatives(ctx, { slug })]);
  return { listing: toValue(listing), alternatives: toValue(alternatives).items };
};

type Alternatives = Awaited<ReturnType<typeof load>>;

export const head = ({ listing }: Alternatives): PageHead => ({
  title: t('Alternatives to {name}', { name: listing.name }),
  description: t('Products that do what {name} does, compared on facts quoted from each company’s own site.', { name: listing.name }),
  canonical: listingPaths.alternatives({ slug: listing.slug }),
  trail: listingTrail(listing),
});

export const view = ({ listing, alternatives }: Alternatives) => (
  <>
    <header class="page-head">
      <h1>{rich('Alternatives to {name}', { name: <span dir="auto">{listing.name}</span> })}</h1>
      <p class="lede">{t('Alternatives approved by the maker come first, then others in the same category. None of them are paid.')}</p>
    </header>
    {alternatives.length > 0 ? (
      <section aria-labelledby="list">
        <h2 id="list" class="unseen">
          {t('Alternatives')}
        </h2>
        <ul class="cards">
          {alternatives.map((alternative) => (
            <li>
              <ListingCard
                listing={alternative}
                note={alternative.approved_by_owner ? t('Approved by the maker') : undefined}
                more={{ href: listingPaths.compare({ a: listing.slug, b: alternative.slug }), text: t('Compare') }}
              />
            </li>
          ))}
        </ul>
      </section>
    ) : (
      <Empty title={t('No alternatives yet')}>
        <p>
          {rich('No other product in this category has launched yet. <link>See all products</link>.', {
            link: (text) => <a href={searchPaths.listings()}>{text}</a>,
          })}
        </p>
      </Empty>
    )}
  </>
);
