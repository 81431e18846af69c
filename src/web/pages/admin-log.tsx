import type { Ctx } from '../../kernel/context.ts';
import { OneOf, PAGING, Strict, T } from '../../kernel/schema.ts';
import { readLog } from '../../modules/team/log.ts';
import { RECORDS } from '../../modules/team/words.ts';
import { team } from '../admin-addresses.ts';
import { asked, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { OfficeHead, Turn } from '../parts/admin-parts.tsx';
import { Empty } from '../parts/empty.tsx';
import { Select } from '../parts/facets.tsx';
import { sentTo } from '../parts/form.tsx';
import { Refused } from '../parts/judging.tsx';

const Asked = Strict({ about: T.Optional(OneOf(Object.keys(RECORDS))), ...PAGING });

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Asked, query);
  return { ...(await readLog(signedIn(ctx), input)), page: input.page, about: input.about, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Log',
  description: 'Everything the site’s team did, who did it, before and after.',
  canonical: team.log(),
  index: false,
});

export const view = ({ acts, has_more, page, about, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Log"
      lede={
        <>
          Everything the team did, newest first. It is written once; what is undone stays in it.{' '}
          <a href={team.moderationLog()}>What everybody may read of it</a>
        </>
      }
      done={done === 'undone' ? 'It is undone.' : null}
    />
    <Refused sent={sentTo(team.undo(), here)} />
    <form class="office-find" action={team.log()} method="get">
      <Select
        name="about"
        title="About"
        any="Everything"
        offered={Object.entries(RECORDS).map(([value, name]) => ({ value, name }))}
        value={about}
      />
      <button class="button" type="submit">
        Show
      </button>
    </form>
    {acts.length === 0 ? (
      <Empty title={about ? 'Nothing of that kind was done.' : 'The team has done nothing yet.'} />
    ) : (
      <Acts acts={acts} here={here} />
    )}
    <Turn page={page} has_more={has_more} href={(page) => team.log({ about, page })} />
  </>
);
