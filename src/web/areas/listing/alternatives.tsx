import type { Ctx } from '../../../kernel/context.ts';
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
  title: `Alternatives to ${listing.name}`,
  description: `Products that do what ${listing.name} does, compared on facts quoted from each company’s own site.`,
  canonical: listingPaths.alternatives({ slug: listing.slug }),
  trail: listingTrail(listing),
});

export const view = ({ listing, alternatives }: Alternatives) => (
  <>
    <header class="page-head">
      <h1>
        Alternatives to <span dir="auto">{listing.name}</span>
      </h1>
      <p class="lede">Alternatives approved by the maker come first, then others in the same category. None of them are paid.</p>
    </header>
    {alternatives.length > 0 ? (
      <section aria-labelledby="list">
        <h2 id="list" class="unseen">
          Alternatives
        </h2>
        <ul class="cards">
          {alternatives.map((alternative) => (
            <li>
              <ListingCard
                listing={alternative}
                note={alternative.approved_by_owner ? 'Approved by the maker' : undefined}
                more={{ href: listingPaths.compare({ a: listing.slug, b: alternative.slug }), text: 'Compare' }}
              />
            </li>
          ))}
        </ul>
      </section>
    ) : (
      <Empty title="No alternatives yet">
        <p>
          No other product in this category has launched yet. <a href={searchPaths.listings()}>See all products</a>.
        </p>
      </Empty>
    )}
  </>
);
