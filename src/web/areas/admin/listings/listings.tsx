import type { Ctx } from '../../../../kernel/context.ts';
import { findListingsForTeam } from '../../../../modules/listings/profile/profile.ts';
import { FindListingsForTeam, LISTING_STATUSES } from '../../../../modules/listings/schema.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../../server/page.ts';
import { WeekText } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/owner-frame.tsx';
import { AdminHeading, AdminRows, FindForm, PreviousNext } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(FindListingsForTeam, query);
  return { input, ...(await findListingsForTeam(requireSignedIn(ctx), input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Listings',
  description: 'Every listing of the site, in any status.',
  canonical: adminPaths.listings(),
  index: false,
});

export const view = ({ input, listings, has_more }: Data) => (
  <>
    <AdminHeading title="Listings" />
    <FindForm action={adminPaths.listings()} id="listings-q" label="Name, slug or domain" max_length={200} value={input.q}>
      <div class="field">
        <label for="listings-status">Status</label>
        <select id="listings-status" name="status">
          <option value="">Any</option>
          {LISTING_STATUSES.map((status) => (
            <option value={status} selected={status === input.status}>
              {LISTING_STATUS_NAMES[status]}
            </option>
          ))}
        </select>
      </div>
    </FindForm>
    <AdminRows
      rows={listings.map((listing) => ({
        href: adminPaths.listing({ id: listing.id }),
        title: listing.name,
        more: (
          <>
            <span dir="auto">{listing.domain}</span> · {listing.owner ? <bdi>{listing.owner}</bdi> : 'nobody’s'}
            {listing.launch_week_on && (
              <>
                {' '}
                · <WeekText monday={listing.launch_week_on} />
              </>
            )}
          </>
        ),
        status: <span class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</span>,
      }))}
      empty="No listing is like that."
    />
    <PreviousNext page={input.page} has_more={has_more} href={(page) => adminPaths.listings({ q: input.q, status: input.status, page })} />
  </>
);
