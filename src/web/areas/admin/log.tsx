import type { Ctx } from '../../../kernel/context.ts';
import { OneOf, PAGING, Strict, T } from '../../../kernel/schema.ts';
import { RECORD_LABELS } from '../../../modules/moderation/act-texts.ts';
import { readAuditLog } from '../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { FilterSelect } from '../../ui/filters.tsx';
import { submittedTo } from '../../ui/form.tsx';
import { Empty } from '../../ui/list.tsx';
import { AuditLog } from './audit-log.tsx';
import { AdminHeading, PreviousNext, RefusalNotice } from './components.tsx';

const LogQuery = Strict({ about: T.Optional(OneOf(Object.keys(RECORD_LABELS))), ...PAGING });

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(LogQuery, query);
  return { ...(await readAuditLog(requireSignedIn(ctx), input)), page: input.page, about: input.about, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Log',
  description: 'Everything the site’s team did, who did it, before and after.',
  canonical: adminPaths.log(),
  index: false,
});

export const view = ({ acts, has_more, page, about, done }: Data, context: PageContext) => (
  <>
    <AdminHeading
      title="Log"
      lede={
        <>
          Everything the team did, newest first. It is written once; what is undone stays in it.{' '}
          <a href={adminPaths.moderationLog()}>What everybody may read of it</a>
        </>
      }
      done={done === 'undone' ? 'It is undone.' : null}
    />
    <RefusalNotice form={submittedTo(adminPaths.undo(), context)} />
    <form class="row-form" action={adminPaths.log()} method="get">
      <FilterSelect
        name="about"
        title="About"
        any="Everything"
        options={Object.entries(RECORD_LABELS).map(([value, name]) => ({ value, name }))}
        value={about}
      />
      <button class="button" type="submit">
        Show
      </button>
    </form>
    {acts.length === 0 ? (
      <Empty title={about ? 'Nothing of that kind was done.' : 'The team has done nothing yet.'} />
    ) : (
      <AuditLog acts={acts} context={context} />
    )}
    <PreviousNext page={page} has_more={has_more} href={(page) => adminPaths.log({ about, page })} />
  </>
);
