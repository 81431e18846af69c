import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { type Award, ListAwards } from '../../../modules/launches/schema.ts';
import { listAwards } from '../../../modules/launches/weeks/weeks.ts';
import { weekPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { WeekText, withPage } from '../../ui/format.tsx';
import { Empty, IgnoredParamsNotice, PagedList } from '../../ui/list.tsx';
import { Podium } from '../../ui/weeks/week-launches.tsx';

/** A multiple of three, so that weeks are not split between pages. */
const PER_PAGE = 30;

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListAwards, query);
  const awards = toValue(await listAwards(ctx, { ...input, per_page: PER_PAGE }));
  return { listing: input.listing, ignored, awards };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing, awards: { page } }: Data): PageHead => ({
  title: withPage(t('Awards'), page),
  description: t('Launch of the Week: the top three of every week, by community votes only.'),
  canonical: weekPaths.awards({ listing, page }),
  trail: [{ name: t('Launches'), href: weekPaths.launches() }],
});

const WeekOfAwards = ({ week, awards }: { week: string; awards: Award[] }) => (
  <section class="award-week" aria-labelledby={`week-${week}`}>
    <h2 id={`week-${week}`} class="plain-links">
      <a href={weekPaths.week({ week })}>
        <WeekText monday={week} />
      </a>
    </h2>
    <Podium launches={awards} open={false} />
  </section>
);

export const view = ({ listing, ignored, awards }: Data) => (
  <>
    <header class="page-head">
      <h1>{t('Awards')}</h1>
      <p class="lede">{t('Launch of the Week goes to the top three of every week, by community votes only.')}</p>
      {listing && (
        <p>{rich('Showing one product. <link>See all awards</link>', { link: (text) => <a href={weekPaths.awards()}>{text}</a> })}</p>
      )}
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <PagedList
      list={awards}
      href={(page) => weekPaths.awards({ listing, page })}
      empty={
        <Empty title={listing ? t('This product has no awards yet') : t('No awards yet')}>
          <p>
            {rich('The first awards are given when <link>this week</link> is over.', {
              link: (text) => <a href={weekPaths.week({ week: 'this' })}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      {[...Map.groupBy(awards.items, ({ launch_week_on }) => launch_week_on)].map(([week, week_awards]) => (
        <WeekOfAwards week={week} awards={week_awards} />
      ))}
    </PagedList>
  </>
);
