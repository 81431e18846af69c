import { msg, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { listEdits } from '../../../../modules/listings/history/history.ts';
import type { EditRow } from '../../../../modules/listings/history/queries.ts';
import { previewListing } from '../../../../modules/listings/profile/profile.ts';
import { adminPaths } from '../../../paths.ts';
import { FieldChanges } from '../../../ui/diff.tsx';
import { submittedTo } from '../../../ui/form.tsx';
import { Empty } from '../../../ui/list.tsx';
import { ListingEditor } from '../../../ui/listing-editor/editor.tsx';
import { describeEvent } from '../../../ui/timeline.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, ByPerson, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const RevertEdit = ({ edit }: { edit: EditRow }) => {
  const action = adminPaths.revertEdit({ id: edit.id });
  return (
    <details class="office-fold" open={submittedTo(action) !== undefined}>
      <summary>
        {t('Revert')}
        <span class="unseen">
          : <bdi>{edit.name}</bdi>
        </span>
      </summary>
      <AdminForm
        action={action}
        submit={t('Revert this edit')}
        about={edit.name}
        destructive
        fields={[
          {
            name: 'reason',
            label: t('Reason (sent to the owner)'),
            max_length: 500,
            required: true,
            hint: t('You can undo this in the log.'),
          },
        ]}
      />
    </details>
  );
};

const Edit = ({ edit }: { edit: EditRow }) => (
  <li class="version" id={`edit-${edit.id}`}>
    <div class="version-head">
      <div>
        <h2>
          <a href={adminPaths.listing({ id: edit.listing_id })} dir="auto">
            {edit.name}
          </a>
        </h2>
        <p class="quiet">
          {describeEvent({ kind: 'version', what: edit.source, more: Object.keys(edit.after) })} · <RelativeTime at={edit.created_at} />
          <ByPerson name={edit.by} />
        </p>
      </div>
    </div>
    <FieldChanges before={edit.before} after={edit.after} />
    {edit.stands && edit.source !== 'team' && <RevertEdit edit={edit} />}
  </li>
);

export const editsPage = adminPage({
  name: 'admin_edits',
  path: adminPaths.edits,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listEdits(ctx, input)) }),
  title: msg('Edits'),
  description: msg('Changes to listings, newest first.'),
  lede: msg('Changes to listings, before and after, newest first. You can revert those of owners here, and those of the team in the log.'),
  done: { taken_back: msg('Edit reverted. The owner was notified.') },
  view: ({ edits, input, has_more }) => (
    <>
      {edits.length === 0 ? (
        <Empty title={t('No edits yet.')} />
      ) : (
        <ol class="rows rows-ruled versions">
          {edits.map((edit) => (
            <Edit edit={edit} />
          ))}
        </ol>
      )}
      <PreviousNext path={adminPaths.edits} input={input} has_more={has_more} />
    </>
  ),
});

export const editListingPage = adminPage({
  name: 'admin_edit_listing',
  path: adminPaths.editListing,
  menu: adminPaths.listings,
  load: async (ctx, { id }) => ({ id, content: await previewListing(ctx, { listing_id: id }) }),
  title: ({ content }) => t('Edit {name}', { name: content.name }),
  description: msg('Edit a listing.'),
  canonical: ({ id }) => adminPaths.editListing({ id }),
  lede: msg('The change is published at once. The owner is told and sees it in the history. You can undo it in the log.'),
  view: ({ id, content }) => <ListingEditor action={adminPaths.editListing({ id })} listing={{ content }} />,
});
