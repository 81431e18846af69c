import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { compareListings, getListing, searchListings } from '../../modules/listings/listing.ts';
import { type Comparison, type ListingPage, type ListingSummary, SearchListings } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { asked, typed } from '../asked.ts';
import type { Head, Params, Query } from '../page.ts';
import { CompareTable, NeitherSays } from '../parts/compare-table.tsx';
import { Logo } from '../parts/logo.tsx';

/** One of the two: what was typed, the listing it names, or those it may mean. */
interface Side {
  sent: string | undefined;
  listing: ListingSummary | null;
  candidates: ListingSummary[];
}

const CANDIDATES = 6;

/** People type names, links carry slugs: what is not a slug is searched for, and an only match or the very name is taken. */
const findSide = async (ctx: Ctx, value: unknown): Promise<Side> => {
  const sent = typed(value);
  const { input } = asked(SearchListings, { q: sent, category: sent, per_page: String(CANDIDATES) });
  if (input.category) {
    try {
      return { sent, listing: valueIn(await getListing(ctx, { slug: input.category })), candidates: [] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  if (!input.q) return { sent, listing: null, candidates: [] };
  const { items } = valueIn<ListingPage>(await searchListings(ctx, { ...input, category: undefined }));
  const named = items.filter(({ name }) => name.toLowerCase() === sent?.toLowerCase());
  const sure = named.length === 1 ? named[0] : items.length === 1 ? items[0] : undefined;
  return { sent, listing: sure ?? null, candidates: sure ? [] : items };
};

/** Nothing is compared with itself, so what stands on one side is not offered for the other. */
const without = (side: Side, other: Side): Side => ({
  ...side,
  candidates: side.candidates.filter(({ slug }) => slug !== other.listing?.slug),
});

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const [a, b] = await Promise.all([findSide(ctx, query.a), findSide(ctx, query.b)]);
  const ready = a.listing && b.listing && a.listing.slug !== b.listing.slug;
  const comparison: Comparison | null = ready ? valueIn(await compareListings(ctx, { a: a.listing!.slug, b: b.listing!.slug })) : null;
  return { a: without(a, b), b: without(b, a), comparison };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ a, b, comparison }: Data): Head => ({
  title: comparison ? `${comparison.a.name} or ${comparison.b.name}` : 'Compare two products',
  description: comparison
    ? `${comparison.a.name} and ${comparison.b.name} side by side, on facts quoted from their own sites.`
    : 'Put two products side by side, on facts quoted from their own sites.',
  canonical: comparison ? to.compare(comparison.a.slug, comparison.b.slug) : to.compare(),
  trail: comparison ? [{ name: 'Compare', href: to.compare() }] : undefined,
  index: Boolean(comparison) || (!a.sent && !b.sent),
});

const Choice = ({ name, title, side, href }: { name: 'a' | 'b'; title: string; side: Side; href: (slug: string) => string }) => (
  <div class="compared">
    <div class="field">
      <label for={`compare-${name}`}>{title}</label>
      <input
        id={`compare-${name}`}
        type="text"
        name={name}
        value={side.listing?.slug ?? side.sent}
        placeholder="Name of a product"
        maxlength={200}
        autocomplete="off"
        dir="auto"
      />
    </div>
    {side.listing && (
      <p class="chosen">
        <Logo name={side.listing.name} src={side.listing.logo_url} size={40} />
        <span dir="auto">{side.listing.name}</span>
      </p>
    )}
    {side.candidates.length > 0 && (
      <div class="candidates">
        <p>Which one do you mean?</p>
        <ul class="plain-list plain-list-tight">
          {side.candidates.map(({ slug, name: called, tagline }) => (
            <li>
              <a class="strong-link" href={href(slug)} dir="auto">
                {called}
              </a>
              {tagline && (
                <p class="quiet" dir="auto">
                  {tagline}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    )}
    {side.sent && !side.listing && side.candidates.length === 0 && (
      <p class="field-trouble" role="status">
        Nothing found for <q dir="auto">{side.sent}</q>.
      </p>
    )}
  </div>
);

const Choose = ({ a, b }: Data) => (
  <form action={to.compare()} class="choose">
    <Choice name="a" title="First product" side={a} href={(slug) => to.compare(slug, b.listing?.slug ?? b.sent)} />
    <Choice name="b" title="Second product" side={b} href={(slug) => to.compare(a.listing?.slug ?? a.sent, slug)} />
    {a.listing && a.listing.slug === b.listing?.slug && (
      <p class="field-trouble" role="status">
        These are the same product. Choose another beside it.
      </p>
    )}
    <button type="submit" class="button button-main">
      Compare
    </button>
  </form>
);

export const view = (data: Data) => {
  const { comparison } = data;
  return comparison ? (
    <>
      <header class="page-head">
        <h1>
          <span dir="auto">{comparison.a.name}</span> <em>or</em> <span dir="auto">{comparison.b.name}</span>
        </h1>
        <p class="lede">Side by side on what each company’s own site states. No verdict from us.</p>
      </header>
      <CompareTable comparison={comparison} />
      <NeitherSays rows={comparison.rows} />
      <p class="more">
        <a href={to.compare(comparison.a.slug)}>Compare {comparison.a.name} with another</a>
      </p>
    </>
  ) : (
    <>
      <header class="page-head">
        <h1>Compare two products</h1>
        <p class="lede">Side by side, on facts quoted from their own sites.</p>
      </header>
      <Choose {...data} />
    </>
  );
};
