import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { toValue } from '../../../kernel/responses.ts';
import { compareListings, getListing, searchListings } from '../../../modules/listings/profile/profile.ts';
import { type Comparison, type ListingPage, type ListingSummary, SearchListings } from '../../../modules/listings/schema.ts';
import { listingPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, textParam } from '../../server/page.ts';
import { Logo } from '../../ui/elements.tsx';
import { CompareTable, UnstatedAttributes } from './compare-table.tsx';

/** One of the two products: the text sent, the listing it names, or the candidates it may mean. */
interface Side {
  sent: string | undefined;
  listing: ListingSummary | null;
  candidates: ListingSummary[];
}

const MAX_CANDIDATES = 6;

/** Links carry slugs, people type names: text that is no known slug is searched. A single result or an exact name match is taken. */
const findSide = async (ctx: Ctx, value: unknown): Promise<Side> => {
  const sent = textParam(value);
  const { input } = parseQuery(SearchListings, { q: sent, category: sent, per_page: String(MAX_CANDIDATES) });
  if (input.category) {
    try {
      return { sent, listing: toValue(await getListing(ctx, { slug: input.category })), candidates: [] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  if (!input.q) return { sent, listing: null, candidates: [] };
  const { items } = toValue<ListingPage>(await searchListings(ctx, { ...input, category: undefined }));
  const same_name = items.filter(({ name }) => name.toLowerCase() === sent?.toLowerCase());
  const match = same_name.length === 1 ? same_name[0] : items.length === 1 ? items[0] : undefined;
  return { sent, listing: match ?? null, candidates: match ? [] : items };
};

/** A product cannot be compared with itself, so the other side's listing is no candidate. */
const withoutOther = (side: Side, other: Side): Side => ({
  ...side,
  candidates: side.candidates.filter(({ slug }) => slug !== other.listing?.slug),
});

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const [a, b] = await Promise.all([findSide(ctx, query.a), findSide(ctx, query.b)]);
  const is_complete = a.listing && b.listing && a.listing.slug !== b.listing.slug;
  const comparison: Comparison | null = is_complete
    ? toValue(await compareListings(ctx, { a: a.listing!.slug, b: b.listing!.slug }))
    : null;
  return { a: withoutOther(a, b), b: withoutOther(b, a), comparison };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ a, b, comparison }: Data): PageHead => ({
  title: comparison ? `${comparison.a.name} or ${comparison.b.name}` : 'Compare two products',
  description: comparison
    ? `${comparison.a.name} and ${comparison.b.name} side by side, on facts quoted from their own sites.`
    : 'Put two products side by side, on facts quoted from their own sites.',
  canonical: comparison ? listingPaths.compare({ a: comparison.a.slug, b: comparison.b.slug }) : listingPaths.compare(),
  trail: comparison ? [{ name: 'Compare', href: listingPaths.compare() }] : undefined,
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
      <div class="more candidates">
        <p>Which one do you mean?</p>
        <ul class="plain-list plain-list-tight">
          {side.candidates.map(({ slug, name: candidate_name, tagline }) => (
            <li>
              <a class="strong-link" href={href(slug)} dir="auto">
                {candidate_name}
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
  <form action={listingPaths.compare()} class="pairs choose">
    <Choice name="a" title="First product" side={a} href={(slug) => listingPaths.compare({ a: slug, b: b.listing?.slug ?? b.sent })} />
    <Choice name="b" title="Second product" side={b} href={(slug) => listingPaths.compare({ a: a.listing?.slug ?? a.sent, b: slug })} />
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
      <UnstatedAttributes rows={comparison.rows} />
      <p class="more">
        <a href={listingPaths.compare({ a: comparison.a.slug })}>Compare {comparison.a.name} with another</a>
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
