import { OneOf, PAGING, T } from '../../../kernel/schema.ts';
import { RECORD_LABELS } from '../../../modules/moderation/act-texts.ts';
import { readAuditLog } from '../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../paths.ts';
import { FilterSelect } from '../../ui/filters.tsx';
import { Empty } from '../../ui/list.tsx';
import { AuditLog } from './audit-log.tsx';
import { PreviousNext, RefusalNotice } from './components.tsx';
import { adminPage } from './page.tsx';

export const logPage = adminPage({
  name: 'admin_log',
  path: adminPaths.log,
  query: { about: T.Optional(OneOf(Object.keys(RECORD_LABELS))), ...PAGING },
  load: async (ctx, input) => ({ input, ...(await readAuditLog(ctx, input)) }),
  title: 'Log',
  description: 'Everything the site’s team did, who did it, before and after.',
  lede: () => (
    <>
      Everything the team did, newest first. It is written once; what is undone stays in it.{' '}
      <a href={adminPaths.moderationLog()}>What everybody may read of it</a>
    </>
  ),
  done: { undone: 'It is undone.' },
  view: ({ acts, has_more, input }, context) => (
    <>
      <RefusalNotice action={adminPaths.undo()} context={context} />
      <form class="row-form" action={adminPaths.log()} method="get">
        <FilterSelect
          name="about"
          title="About"
          any="Everything"
          options={Object.entries(RECORD_LABELS).map(([value, name]) => ({ value, name }))}
          value={input.about}
        />
        <button class="button" type="submit">
          Show
        </button>
      </form>
      {acts.length === 0 ? (
        <Empty title={input.about ? 'Nothing of that kind was done.' : 'The team has done nothing yet.'} />
      ) : (
        <AuditLog acts={acts} context={context} />
      )}
      <PreviousNext path={adminPaths.log} input={input} has_more={has_more} />
    </>
  ),
});
