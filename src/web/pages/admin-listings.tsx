import type { Ctx } from '../../kernel/context.ts';
import { LISTING_STATUSES } from '../../modules/listings/schema.ts';
import { findListings } from '../../modules/listings/team.ts';
import { FindListings } from '../../modules/listings/team-schema.ts';
import { team } from '../admin-addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Params, type Query, signedIn } from '../page.ts';
import { OfficeHead, OfficeRows, Turn } from '../parts/admin-parts.tsx';
import { STATUS_NAMES } from '../parts/own-frame.tsx';
import { Week } from '../parts/time.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(FindListings, query);
  return { input, ...(await findListings(signedIn(ctx), input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Listings',
  description: 'Every listing of the site, in any status.',
  canonical: team.listings(),
  index: false,
});

export const view = ({ input, listings, has_more }: Data) => (
  <>
    <OfficeHead title="Listings" />
    <form class="office-find" action={team.listings()} method="get">
      <div class="field">
        <label for="listings-q">Name, slug or domain</label>
        <input id="listings-q" name="q" type="text" maxlength={200} value={input.q} dir="auto" autocomplete="off" />
      </div>
      <div class="field">
        <label for="listings-status">Status</label>
        <select id="listings-status" name="status">
          <option value="">Any</option>
          {LISTING_STATUSES.map((status) => (
            <option value={status} selected={status === input.status}>
              {STATUS_NAMES[status]}
            </option>
          ))}
        </select>
      </div>
      <button class="button" type="submit">
        Find
      </button>
    </form>
    <OfficeRows
      rows={listings.map((listing) => ({
        href: team.listing(listing.id),
        title: listing.name,
        more: (
          <>
            <span dir="auto">{listing.domain}</span> · {listing.owner ? <bdi>{listing.owner}</bdi> : 'nobody’s'}
            {listing.launch_week_on && (
              <>
                {' '}
                · <Week monday={listing.launch_week_on} />
              </>
            )}
          </>
        ),
        status: <span class={`own-status own-status-${listing.status}`}>{STATUS_NAMES[listing.status]}</span>,
      }))}
      empty="No listing is like that."
    />
    <Turn page={input.page} has_more={has_more} href={(page) => team.listings({ q: input.q, status: input.status, page })} />
  </>
);
