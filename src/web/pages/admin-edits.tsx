import type { Ctx } from '../../kernel/context.ts';
import { Paging } from '../../kernel/schema.ts';
import type { EditRow } from '../../modules/listings/version-queries.ts';
import { listEdits } from '../../modules/listings/versions.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { asked, typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, Turn } from '../parts/admin-parts.tsx';
import { Changes } from '../parts/changes.tsx';
import { Empty } from '../parts/empty.tsx';
import { sentTo } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { sayHappening } from '../parts/timeline.tsx';

interface Data {
  edits: EditRow[];
  has_more: boolean;
  page: number;
  done: string | undefined;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const paging = asked(Paging, query).input;
  return { ...(await listEdits(ctx, paging)), page: paging.page, done: typed(query.done) };
};

export const head = (): Head => ({
  title: 'Edits',
  description: 'What owners changed in their listings, newest first.',
  canonical: to.adminEdits(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const TakeBack = ({ edit, here }: { edit: EditRow; here: Here }) => {
  const action = team.takeBackEdit(edit.id);
  return (
    <details class="office-fold" open={sentTo(action, here) !== undefined}>
      <summary>
        Take it back
        <span class="unseen">
          : <bdi>{edit.name}</bdi>
        </span>
      </summary>
      <AdminForm
        action={action}
        here={here}
        submit="Take this edit back"
        about={edit.name}
        grave
        fields={[{ name: 'reason', label: 'Why, for its owner', most: 500, required: true, hint: 'It can be undone in the log.' }]}
      />
    </details>
  );
};

const Edit = ({ edit, here }: { edit: EditRow; here: Here }) => (
  <li class="version" id={`edit-${edit.id}`}>
    <div class="version-head">
      <div>
        <h2>
          <a href={team.listing(edit.listing_id)} dir="auto">
            {edit.name}
          </a>
        </h2>
        <p class="quiet">
          {sayHappening({ kind: 'version', what: edit.source, more: Object.keys(edit.after) })} ·{' '}
          <Moment at={edit.created_at} now={here.now} />
          {edit.by && (
            <>
              {' '}
              by <bdi>{edit.by}</bdi>
            </>
          )}
        </p>
      </div>
    </div>
    <Changes before={edit.before} after={edit.after} />
    {edit.stands && edit.source !== 'team' && <TakeBack edit={edit} here={here} />}
  </li>
);

export const view = ({ edits, has_more, page, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Edits"
      lede="What owners changed in their listings, before and after, newest first."
      done={done === 'taken_back' ? 'The edit is taken back, and the owner is told why.' : null}
    />
    {edits.length === 0 ? (
      <Empty title="Nothing has been edited." />
    ) : (
      <ol class="versions">
        {edits.map((edit) => (
          <Edit edit={edit} here={here} />
        ))}
      </ol>
    )}
    <Turn page={page} has_more={has_more} href={(page) => team.edits({ page })} />
  </>
);
