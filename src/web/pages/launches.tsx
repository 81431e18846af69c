import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { ListLaunches, SECTION_NAMES } from '../../modules/launches/schema.ts';
import { listLaunches, SECTIONS } from '../../modules/launches/sections.ts';
import { to } from '../addresses.ts';
import { feedOf } from '../alternates.ts';
import { asked } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Cards } from '../parts/card.tsx';
import { Empty } from '../parts/empty.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { counted } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(ListLaunches, query);
  return { input, misread, launches: valueIn(await listLaunches(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input: { section, page } }: Data): Head => ({
  title: `Launches: ${SECTIONS[section].title.toLowerCase()}${page > 1 ? `, page ${page}` : ''}`,
  description: SECTIONS[section].says,
  canonical: to.launches({ section, page }),
  alternates: feedOf('launches', 'Launches'),
});

const Sections = ({ current }: { current: Data['input']['section'] }) => (
  <nav aria-label="Sections" class="board-tabs">
    <ul class="chips">
      {SECTION_NAMES.map((name) => (
        <li>
          <a class="chip" href={to.launches({ section: name })} aria-current={name === current ? 'page' : undefined}>
            {SECTIONS[name].title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

export const view = ({ input: { section, page: _, ...input }, misread, launches }: Data, _here: Here) => (
  <>
    <header class="page-head">
      <h1>Launches</h1>
      <p class="lede">Products launch together on Monday, and people vote until Sunday.</p>
      <p class="week-links">
        <a href={to.week('this')}>This week’s ranking</a> <a href={to.calendar()}>Calendar and archive</a> <a href={to.awards()}>Awards</a>
      </p>
    </header>
    <Sections current={section} />
    <MisreadNotice misread={misread} />
    <h2 class="unseen">{SECTIONS[section].title}</h2>
    <p class="quiet section-says">
      {SECTIONS[section].says} {launches.total > 0 && `${sayTotal(launches, (n) => counted(n, 'product'))}.`}
    </p>
    <Pages
      list={launches}
      href={(page) => to.launches({ section, ...input, page })}
      empty={
        <Empty title={section === 'upcoming' ? 'Nothing is scheduled yet.' : 'Nothing has launched here yet.'}>
          <p>
            See <a href={to.launches({ section: section === 'recent' ? 'upcoming' : 'recent' })}>other launches</a>, or{' '}
            <a href={to.submit()}>submit a product</a>.
          </p>
        </Empty>
      }
    >
      <Cards listings={launches.items} />
    </Pages>
  </>
);
