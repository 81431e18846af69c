import type { Ctx } from '../../kernel/context.ts';
import { Paging } from '../../kernel/schema.ts';
import { type History, listVersions } from '../../modules/listings/history.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import type { VersionRow } from '../../modules/listings/version-queries.ts';
import { to } from '../addresses.ts';
import { asked, typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Changes } from '../parts/changes.tsx';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';
import { Pages } from '../parts/pager.tsx';
import { sayHappening } from '../parts/timeline.tsx';

interface Data {
  listing: OwnListing;
  history: History;
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  const history = await listVersions(ctx, { listing_id: listing.id, ...asked(Paging, query).input });
  return { listing, history, done: typed(query.done) };
};

export const head = ({ listing }: Data): Head => ownHead(listing, 'History', to.ownListing(listing.id, 'history'));

const DONE: Record<string, string> = {
  restored: 'Restored. That is a version of its own, so it can be undone, too.',
  unchanged: 'It is that version already.',
};

const Restore = ({ listing, version_id, here, name }: { listing: OwnListing; version_id: number; here: Here; name: string }) => (
  <Form action={to.restoreVersion(listing.id)} here={here} hidden={{ version_id: String(version_id) }}>
    <button class="button" type="submit">
      {name}
      <span class="unseen"> {version_id ? `(version ${version_id})` : ''}</span>
    </button>
  </Form>
);

const Version = ({ version, listing, here, newest }: { version: VersionRow; listing: OwnListing; here: Here; newest: boolean }) => (
  <li class="version">
    <div class="version-head">
      <div>
        <h2 dir="auto">{sayHappening({ kind: 'version', what: version.source, more: Object.keys(version.after) })}</h2>
        <p class="quiet">
          <Moment at={version.created_at} now={here.now} />
          {version.by && (
            <>
              {' '}
              by <bdi>{version.by}</bdi>
            </>
          )}
        </p>
      </div>
      {newest ? <p class="quiet">As it is now</p> : <Restore listing={listing} version_id={version.id} here={here} name="Back to this" />}
    </div>
    <Changes before={version.before} after={version.after} />
  </li>
);

export const view = ({ listing, history, done }: Data, here: Here) => (
  <OwnFrame listing={listing} place="history" done={done && DONE[done]}>
    <Pages
      list={history}
      href={(page) => to.ownHistory(listing.id, page)}
      empty={
        <Empty title="Nothing has been edited yet">
          <p>
            Each edit is kept here, with what it changed. <a href={to.ownListing(listing.id, 'edit')}>Edit the listing</a>.
          </p>
        </Empty>
      }
    >
      <ol class="versions">
        {history.items.map((version, at) => (
          <Version version={version} listing={listing} here={here} newest={history.page === 1 && at === 0} />
        ))}
        {!history.has_more && (
          <li class="version">
            <div class="version-head">
              <h2>As it was first</h2>
              <Restore listing={listing} version_id={0} here={here} name="Back to the beginning" />
            </div>
          </li>
        )}
      </ol>
    </Pages>
  </OwnFrame>
);
