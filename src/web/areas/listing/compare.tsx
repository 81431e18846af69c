import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { perLanguage } from '../../../kernel/language/locale.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { compareListings, getListing, searchListings } from '../../../modules/listings/profile/profile.ts';
import { CompareListings, type Comparison } from '../../../modules/listings/profile/schema.ts';
import { type ListingPage, type ListingSummary, SearchListings } from '../../../modules/listings/schema.ts';
import { listingPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, textParam } from '../../server/page.ts';
import { Logo } from '../../ui/elements.tsx';
import { CompareTable, UnstatedAttributes } from './compare-table.tsx';

/** The parameters of the page and of the operation: a, b, c and so on. */
type SideName = keyof CompareListings;
const SIDE_NAMES = Object.keys(CompareListings.properties) as SideName[];

/** One of the products: the text sent, the listing it names, or the candidates it may mean. */
interface Side {
  name: SideName;
  /** Undefined for an empty field. */
  sent: string | undefined;
  listing: ListingSummary | null;
  candidates: ListingSummary[];
}

const MAX_CANDIDATES = 6;

/** Links carry slugs, people type names: text that is no known slug is searched. A single result or an exact name match is taken. */
const findSide = async (ctx: Ctx, name: SideName, sent: string | undefined): Promise<Side> => {
  const { input } = parseQuery(SearchListings, { q: sent, category: sent, per_page: String(MAX_CANDIDATES) });
  if (input.category) {
    try {
      return { name, sent, listing: toValue(await getListing(ctx, { slug: input.category })), candidates: [] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  if (!input.q) return { name, sent, listing: null, candidates: [] };
  const { items } = toValue<ListingPage>(await searchListings(ctx, { ...input, category: undefined }));
  const same_name = items.filter(({ name }) => name.toLowerCase() === sent?.toLowerCase());
  const match = same_name.length === 1 ? same_name[0] : items.length === 1 ? items[0] : undefined;
  return { name, sent, listing: match ?? null, candidates: match ? [] : items };
};

/** A product cannot be compared with itself, so the listings of other sides are no candidates. */
const withoutChosen = (side: Side, sides: Side[]): Side => ({
  ...side,
  candidates: side.candidates.filter(({ slug }) => sides.every(({ listing }) => slug !== listing?.slug)),
});

/** Text that names a product for each side, by parameter. */
type SentTexts = Partial<Record<SideName, string>>;

const slugsOf = (sides: Side[]): SentTexts => Object.fromEntries(sides.map(({ name, sent, listing }) => [name, listing?.slug ?? sent]));

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  // The first two fields are always there; a gap left by an empty field is closed.
  const texts = SIDE_NAMES.flatMap((name) => textParam(query[name]) || []);
  const found = await Promise.all(SIDE_NAMES.slice(0, Math.max(texts.length, 2)).map((name, i) => findSide(ctx, name, texts[i])));
  const slugs = found.flatMap(({ listing }) => listing?.slug ?? []);
  const is_complete = slugs.length === found.length && new Set(slugs).size === slugs.length;
  const comparison: Comparison | null = is_complete ? toValue(await compareListings(ctx, slugsOf(found) as CompareListings)) : null;
  return { sides: found.map((side) => withoutChosen(side, found)), comparison };
};

type Data = Awaited<ReturnType<typeof load>>;

const list_formats = {
  and: perLanguage(({ dates }) => new Intl.ListFormat(dates, { type: 'conjunction' })),
  or: perLanguage(({ dates }) => new Intl.ListFormat(dates, { type: 'disjunction' })),
};

const joinNames = ({ listings }: Comparison, last: keyof typeof list_formats): string =>
  list_formats[last]().format(listings.map(({ name }) => name));

export const head = ({ sides, comparison }: Data): PageHead => ({
  title: comparison ? joinNames(comparison, 'or') : t('Compare products'),
  description: comparison
    ? t('{comparison} side by side, on facts quoted from their own sites.', { comparison: joinNames(comparison, 'and') })
    : t('Compare two to five products by facts quoted from their websites.'),
  canonical: comparison ? listingPaths.compare(slugsOf(sides)) : listingPaths.compare(),
  trail: comparison ? [{ name: t('Compare'), href: listingPaths.compare() }] : undefined,
  index: Boolean(comparison) || sides.every(({ sent }) => !sent),
});

const SIDE_TITLES: Record<SideName, string> = texts({
  a: msg('First product'),
  b: msg('Second product'),
  c: msg('Third product'),
  d: msg('Fourth product'),
  e: msg('Fifth product'),
});

const ProductField = ({ name, value }: { name: SideName; value?: string }) => (
  <div class="field">
    <label for={`compare-${name}`}>{SIDE_TITLES[name]}</label>
    <input
      id={`compare-${name}`}
      type="text"
      name={name}
      value={value}
      placeholder={t('Name of a product')}
      maxlength={200}
      autocomplete="off"
      dir="auto"
    />
  </div>
);

const Choice = ({ side, sides }: { side: Side; sides: Side[] }) => (
  <div class="compared">
    <ProductField name={side.name} value={side.listing?.slug ?? side.sent} />
    {side.listing && (
      <p class="chosen">
        <Logo name={side.listing.name} src={side.listing.logo_url} size={40} />
        <span dir="auto">{side.listing.name}</span>
      </p>
    )}
    {side.candidates.length > 0 && (
      <div class="more candidates">
        <p>{t('Which one did you mean?')}</p>
        <ul class="plain-list plain-list-tight">
          {side.candidates.map(({ slug, name: candidate_name, tagline }) => (
            <li>
              <a class="strong-link" href={listingPaths.compare({ ...slugsOf(sides), [side.name]: slug })} dir="auto">
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
        {rich('Nothing found for {sent}.', { sent: <q dir="auto">{side.sent}</q> })}
      </p>
    )}
  </div>
);

const hasRepeated = (sides: Side[]): boolean => {
  const slugs = sides.flatMap(({ listing }) => listing?.slug ?? []);
  return new Set(slugs).size < slugs.length;
};

const Choose = ({ sides }: Data) => (
  <form action={listingPaths.compare()} class="pairs choose">
    {sides.map((side) => (
      <Choice side={side} sides={sides} />
    ))}
    {hasRepeated(sides) && (
      <p class="field-trouble" role="status">
        {t('These are the same product. Choose another one.')}
      </p>
    )}
    <button type="submit" class="button button-main">
      {t('Compare')}
    </button>
  </form>
);

/** Adds one more product to the comparison. */
const AddProduct = ({ sides }: { sides: Side[] }) => {
  const next = SIDE_NAMES[sides.length];
  return next ? (
    <form action={listingPaths.compare()} class="choose more">
      {sides.map(({ name, listing }) => (
        <input type="hidden" name={name} value={listing!.slug} />
      ))}
      <ProductField name={next} />
      <button type="submit" class="button">
        {t('Add to the comparison')}
      </button>
    </form>
  ) : null;
};

const Names = ({ listings }: Pick<Comparison, 'listings'>) =>
  listings.map(({ name }, i) => (
    <>
      {i > 0 && (i === listings.length - 1 ? <em> {t('or')} </em> : ', ')}
      <span dir="auto">{name}</span>
    </>
  ));

export const view = (data: Data) => {
  const { comparison, sides } = data;
  return comparison ? (
    <>
      <header class="page-head">
        <h1>
          <Names listings={comparison.listings} />
        </h1>
        <p class="lede">{t('Side by side, based on what each company’s website states.')}</p>
      </header>
      <CompareTable comparison={comparison} />
      <UnstatedAttributes rows={comparison.rows} />
      <AddProduct sides={sides} />
      <p class="more">
        <a href={listingPaths.compare({ a: comparison.listings[0]!.slug })}>
          {t('Compare {name} with another', { name: comparison.listings[0]!.name })}
        </a>
      </p>
    </>
  ) : (
    <>
      <header class="page-head">
        <h1>{t('Compare products')}</h1>
        <p class="lede">{t('Side by side, with facts quoted from their websites.')}</p>
      </header>
      <Choose {...data} />
    </>
  );
};
