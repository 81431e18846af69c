import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listAwards } from '../../modules/launches/awards.ts';
import { type Award, ListAwards } from '../../modules/launches/schema.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import type { Head, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages } from '../parts/pager.tsx';
import { Podium } from '../parts/podium.tsx';
import { Week } from '../parts/time.tsx';

/** Whole weeks of three. */
const PER_PAGE = 30;

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(ListAwards, query);
  const awards = valueIn(await listAwards(ctx, { ...input, per_page: PER_PAGE }));
  return { listing: input.listing, misread, awards };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing, awards: { page } }: Data): Head => ({
  title: `Awards${page > 1 ? `, page ${page}` : ''}`,
  description: 'Launch of the Week: the first three of every finished week, by community votes alone.',
  canonical: to.awards({ listing, page }),
  trail: [{ name: 'Launches', href: to.launches() }],
});

const WeekOfAwards = ({ week, awards }: { week: string; awards: Award[] }) => (
  <section class="award-week" aria-labelledby={`week-${week}`}>
    <h2 id={`week-${week}`}>
      <a href={to.week(week)}>
        <Week monday={week} />
      </a>
    </h2>
    <Podium places={awards} open={false} />
  </section>
);

export const view = ({ listing, misread, awards }: Data) => (
  <>
    <header class="page-head">
      <h1>Awards</h1>
      <p class="lede">Launch of the Week goes to the first three of every finished week, by community votes alone.</p>
      {listing && (
        <p>
          Those of one product. <a href={to.awards()}>All awards</a>
        </p>
      )}
    </header>
    <MisreadNotice misread={misread} />
    <Pages
      list={awards}
      href={(page) => to.awards({ listing, page })}
      empty={
        <Empty title={listing ? 'This product has won none yet.' : 'No award has been given yet.'}>
          <p>
            The first are given when <a href={to.week('this')}>this week</a> is over.
          </p>
        </Empty>
      }
    >
      {[...Map.groupBy(awards.items, ({ week }) => week)].map(([week, won]) => (
        <WeekOfAwards week={week} awards={won} />
      ))}
    </Pages>
  </>
);
