import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { listVersions } from '../../../modules/listings/history/history.ts';
import type { VersionRow } from '../../../modules/listings/history/queries.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { dashboardPaths } from '../../paths.ts';
import { parseQuery } from '../../server/page.ts';
import { FieldChanges } from '../../ui/diff.tsx';
import { Form } from '../../ui/form.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { describeEvent } from '../../ui/timeline.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { ownerPage } from './owner-page.tsx';

interface ItemProps {
  listing: OwnListing;
}

const Restore = ({ listing, version_id, name }: ItemProps & { version_id: number; name: string }) => (
  <Form action={dashboardPaths.restoreVersion({ listing_id: listing.id })} hidden={{ version_id: String(version_id) }}>
    <button class="button" type="submit">
      {name}
      <span class="unseen"> {version_id ? t('(version {version_id})', { version_id }) : ''}</span>
    </button>
  </Form>
);

const Version = ({ version, listing, newest }: ItemProps & { version: VersionRow; newest: boolean }) => (
  <li class="version">
    <div class="version-head">
      <div>
        <h2 dir="auto">{describeEvent({ kind: 'version', what: version.source, more: Object.keys(version.after) })}</h2>
        <p class="quiet">
          <RelativeTime at={version.created_at} />
          {version.by && <> {rich('by {by}', { by: <bdi>{version.by}</bdi> })}</>}
        </p>
      </div>
      {newest ? (
        <p class="quiet">{t('Current version')}</p>
      ) : (
        <Restore listing={listing} version_id={version.id} name={t('Restore this version')} />
      )}
    </div>
    <FieldChanges before={version.before} after={version.after} />
  </li>
);

export const historyPage = ownerPage({
  path: dashboardPaths.history,
  tab: 'History',
  load: async (ctx, { id }, query) => ({ history: await listVersions(ctx, { listing_id: id, ...parseQuery(PagingInput, query).input }) }),
  done: texts({
    restored: msg('Version restored. You can undo this, too.'),
    unchanged: msg('This is already the current version.'),
  }),
  view: ({ listing, history }) => (
    <PagedList
      list={history}
      href={(page) => dashboardPaths.history({ listing_id: listing.id, page })}
      empty={
        <Empty title={t('No edits yet')}>
          <p>
            {rich('Every edit appears here with its changes. <link>Edit listing</link>.', {
              link: (text) => <a href={dashboardPaths.edit({ listing_id: listing.id })}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <ol class="rows rows-ruled versions">
        {history.items.map((version, at) => (
          <Version version={version} listing={listing} newest={history.page === 1 && at === 0} />
        ))}
        {!history.has_more && (
          <li class="version">
            <div class="version-head">
              <h2>{t('First version')}</h2>
              <Restore listing={listing} version_id={0} name={t('Restore first version')} />
            </div>
          </li>
        )}
      </ol>
    </PagedList>
  ),
});
