import type { Ctx } from '../../../../kernel/context.ts';
import { PagingInput } from '../../../../kernel/schema.ts';
import { listEdits } from '../../../../modules/listings/history/history.ts';
import type { EditRow } from '../../../../modules/listings/history/queries.ts';
import { accountPaths, adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, textParam } from '../../../server/page.ts';
import { FieldChanges } from '../../../ui/diff.tsx';
import { submittedTo } from '../../../ui/form.tsx';
import { RelativeTime } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { describeEvent } from '../../../ui/timeline.tsx';
import { AdminForm, AdminHeading, PreviousNext } from '../components.tsx';

interface Data {
  edits: EditRow[];
  has_more: boolean;
  page: number;
  done: string | undefined;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const paging = parseQuery(PagingInput, query).input;
  return { ...(await listEdits(ctx, paging)), page: paging.page, done: textParam(query.done) };
};

export const head = (): PageHead => ({
  title: 'Edits',
  description: 'What owners changed in their listings, newest first.',
  canonical: adminPaths.edits(),
  trail: [{ name: 'Your account', href: accountPaths.home() }],
  index: false,
});

const RevertEdit = ({ edit, context }: { edit: EditRow; context: PageContext }) => {
  const action = adminPaths.revertEdit({ id: edit.id });
  return (
    <details class="office-fold" open={submittedTo(action, context) !== undefined}>
      <summary>
        Take it back
        <span class="unseen">
          : <bdi>{edit.name}</bdi>
        </span>
      </summary>
      <AdminForm
        action={action}
        context={context}
        submit="Take this edit back"
        about={edit.name}
        destructive
        fields={[{ name: 'reason', label: 'Why, for its owner', max_length: 500, required: true, hint: 'It can be undone in the log.' }]}
      />
    </details>
  );
};

const Edit = ({ edit, context }: { edit: EditRow; context: PageContext }) => (
  <li class="version" id={`edit-${edit.id}`}>
    <div class="version-head">
      <div>
        <h2>
          <a href={adminPaths.listing({ id: edit.listing_id })} dir="auto">
            {edit.name}
          </a>
        </h2>
        <p class="quiet">
          {describeEvent({ kind: 'version', what: edit.source, more: Object.keys(edit.after) })} ·{' '}
          <RelativeTime at={edit.created_at} now={context.now} />
          {edit.by && (
            <>
              {' '}
              by <bdi>{edit.by}</bdi>
            </>
          )}
        </p>
      </div>
    </div>
    <FieldChanges before={edit.before} after={edit.after} />
    {edit.stands && edit.source !== 'team' && <RevertEdit edit={edit} context={context} />}
  </li>
);

export const view = ({ edits, has_more, page, done }: Data, context: PageContext) => (
  <>
    <AdminHeading
      title="Edits"
      lede="What owners changed in their listings, before and after, newest first."
      done={done === 'taken_back' ? 'The edit is taken back, and the owner is told why.' : null}
    />
    {edits.length === 0 ? (
      <Empty title="Nothing has been edited." />
    ) : (
      <ol class="rows rows-ruled versions">
        {edits.map((edit) => (
          <Edit edit={edit} context={context} />
        ))}
      </ol>
    )}
    <PreviousNext page={page} has_more={has_more} href={(page) => adminPaths.edits({ page })} />
  </>
);
