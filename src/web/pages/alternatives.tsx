import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getListing, listAlternatives } from '../../modules/listings/listing.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import type { Head, Params } from '../page.ts';
import { Card } from '../parts/card.tsx';
import { Empty } from '../parts/empty.tsx';

export const load = async (ctx: Ctx, params: Params) => {
  const slug = slugIn(params, 'listing_not_found');
  const [listing, alternatives] = await Promise.all([getListing(ctx, { slug }), listAlternatives(ctx, { slug })]);
  return { listing: valueIn(listing), alternatives: valueIn(alternatives).items };
};

type Alternatives = Awaited<ReturnType<typeof load>>;

export const head = ({ listing }: Alternatives): Head => ({
  title: `Alternatives to ${listing.name}`,
  description: `Products that do what ${listing.name} does, compared on facts quoted from each company’s own site.`,
  canonical: to.alternatives(listing.slug),
  trail: [
    { name: 'Products', href: to.listings() },
    { name: listing.name, href: to.listing(listing.slug) },
  ],
});

export const view = ({ listing, alternatives }: Alternatives) => (
  <>
    <header class="page-head">
      <h1>
        Alternatives to <span dir="auto">{listing.name}</span>
      </h1>
      <p class="lede">Those its maker approved come first, then others of the same category. Nobody pays to be here.</p>
    </header>
    {alternatives.length > 0 ? (
      <section aria-labelledby="list">
        <h2 id="list" class="unseen">
          Alternatives
        </h2>
        <ul class="cards">
          {alternatives.map((alternative) => (
            <li>
              <Card
                listing={alternative}
                note={alternative.approved_by_owner ? 'Approved by the maker' : undefined}
                more={{ href: to.compare(listing.slug, alternative.slug), text: 'Compare' }}
              />
            </li>
          ))}
        </ul>
      </section>
    ) : (
      <Empty title="No alternatives yet">
        <p>
          Nothing else in its category has launched so far. <a href={to.listings()}>See all products</a>.
        </p>
      </Empty>
    )}
  </>
);
