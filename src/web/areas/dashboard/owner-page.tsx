import type { ComponentChildren } from 'preact';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';
import { loadOwnListing, OwnerFrame, type OwnListingParams, ownerHead, TAB_NAMES } from '../../ui/frames/owner-frame.tsx';

/** What a page about one's own listing shows. */
export type OwnerData<D> = D & { listing: OwnListing; done?: string | undefined };

interface OwnerPage<P extends string, D> {
  path: Path<P> & ((values: OwnListingParams) => string);
  tab: Parameters<typeof OwnerFrame>[0]['tab'];
  /** What the page shows besides the listing. */
  load(ctx: Ctx<Caller>, listing: OwnListing, query: Query): Promise<D>;
  /** Confirmations of the last action, by key. */
  done?: Record<string, string>;
  /** The script that improves the page. */
  island?: string;
  view(data: OwnerData<D>, context: PageContext): ComponentChildren;
}

/** A page about one's own listing. */
export const ownerPage = <P extends string, D extends object>({ path, tab, load, done = {}, island, view }: OwnerPage<P, D>) => ({
  path,
  async load(ctx: Ctx, params: OwnListingParams, query: Query): Promise<OwnerData<D>> {
    const listing = await loadOwnListing(ctx, params);
    return { ...(await load(requireSignedIn(ctx), listing, query)), listing, done: textParam(query.done) };
  },
  head({ listing }: OwnerData<D>): PageHead {
    const canonical = path({ listing_id: listing.id });
    const { trail, ...head } = ownerHead(listing, TAB_NAMES[tab], canonical);
    return { ...head, island, trail: trail?.filter(({ href }) => href !== canonical) };
  },
  view: (data: OwnerData<D>, context: PageContext) => (
    <OwnerFrame listing={data.listing} tab={tab} done={data.done && done[data.done]}>
      {view(data, context)}
    </OwnerFrame>
  ),
});
