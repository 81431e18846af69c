import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { MOST_ALTERNATIVES, ownComparison } from '../../modules/listings/comparison.ts';
import type { Approved, AttributeRow } from '../../modules/listings/comparison-queries.ts';
import { searchListings } from '../../modules/listings/listing.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { type ListingSummary, SearchListings } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { asked, typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Evidence } from '../parts/evidence.tsx';
import { Form } from '../parts/form.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { OwnInput, sheetOf } from '../parts/own-input.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';

interface Data {
  listing: OwnListing;
  approved: Approved[];
  attributes: AttributeRow[];
  q: string | undefined;
  found: ListingSummary[];
  done: string | undefined;
}

const FOUND_SHOWN = 8;

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  const q = typed(query.q)?.slice(0, 200);
  const [comparison, found] = await Promise.all([
    ownComparison(ctx, { listing_id: listing.id }),
    q ? searchListings(ctx, { ...asked(SearchListings, { q }).input, per_page: FOUND_SHOWN + 1 }) : null,
  ]);
  const known = [listing.slug, ...comparison.approved.map(({ slug }) => slug)];
  const others = found ? valueIn(found).items.filter(({ slug }) => !known.includes(slug)) : [];
  return { listing, ...comparison, q, found: others.slice(0, FOUND_SHOWN), done: typed(query.done) };
};

export const head = ({ listing }: Data): Head => ownHead(listing, 'Comparison', to.ownListing(listing.id, 'compare'));

const DONE: Record<string, string> = {
  approved: 'It is shown first among the alternatives to yours.',
  dropped: 'It is no longer one you approve.',
  saved: 'The facts are saved.',
  unchanged: 'Nothing was changed.',
};

const Alternatives = ({ listing, approved, q, found, here }: Data & { here: Here }) => (
  <section class="block block-first" aria-labelledby="alternatives-heading">
    <h2 id="alternatives-heading">Alternatives you approve</h2>
    <p>They are shown first where people look for alternatives to yours. At most {MOST_ALTERNATIVES}.</p>
    {approved.length > 0 && (
      <ul class="devices">
        {approved.map(({ id, name, slug }) => (
          <li>
            <a href={to.listing(slug)} dir="auto">
              {name}
            </a>
            <Form action={to.ownAlternative(listing.id, 'drop')} here={here} hidden={{ alternative_id: String(id) }}>
              <button class="button" type="submit">
                Take away
                <OfWhat name={name} />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <form action={to.ownListing(listing.id, 'compare')} class="inline-form own-find">
      <label class="unseen" for="alternative-q">
        Find a product
      </label>
      <input id="alternative-q" type="text" name="q" value={q} placeholder="Find a product" maxlength={200} autocomplete="off" dir="auto" />
      <button class="button" type="submit">
        Find
      </button>
    </form>
    {q && found.length === 0 && <p class="quiet">Nothing else was found.</p>}
    {found.length > 0 && (
      <ul class="devices">
        {found.map(({ slug, name, tagline }) => (
          <li>
            <div>
              <p dir="auto">{name}</p>
              {tagline && (
                <p class="quiet" dir="auto">
                  {tagline}
                </p>
              )}
            </div>
            <Form action={to.ownAlternative(listing.id, 'approve')} here={here} hidden={{ slug }}>
              <button class="button" type="submit">
                Approve
                <OfWhat name={name} />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Attributes = ({ listing, attributes, here }: Data & { here: Here }) => {
  const action = to.ownAttributes(listing.id);
  const sheet = sheetOf(action, here, Object.fromEntries(attributes.map(({ id, value }) => [`attribute.${id}`, value ?? ''])));
  return attributes.length > 0 ? (
    <section class="block" aria-labelledby="attributes-heading">
      <h2 id="attributes-heading">What it is compared on</h2>
      <p>What you leave empty is said to be unknown. What you type is shown as your word.</p>
      <Form action={action} here={here} class="form own-form" hidden={{ shown: attributes.map(({ id }) => id).join(' ') }}>
        {attributes.map(({ id, name, unit, value, evidence }) => (
          <div class="own-attribute">
            <OwnInput sheet={sheet} name={`attribute.${id}`} label={unit ? `${name} (${unit})` : name} most={300} />
            {value && <Evidence of={name} evidence={evidence} />}
          </div>
        ))}
        <button class="button button-main" type="submit">
          Save the facts
        </button>
      </Form>
    </section>
  ) : null;
};

export const view = (data: Data, here: Here) => (
  <OwnFrame listing={data.listing} place="compare" done={data.done && DONE[data.done]}>
    <Alternatives {...data} here={here} />
    <Attributes {...data} here={here} />
  </OwnFrame>
);
