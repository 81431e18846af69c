import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { ListLaunches, SECTION_NAMES } from '../../../modules/launches/schema.ts';
import { listLaunches, SECTIONS } from '../../../modules/launches/weeks/sections.ts';
import { draftPaths, feedPaths, weekPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { ListingCards } from '../../ui/card.tsx';
import { pluralize } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList, Tabs } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListLaunches, query);
  return { input, ignored, launches: toValue(await listLaunches(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input: { section, page } }: Data): PageHead => ({
  title: `Launches: ${SECTIONS[section].title.toLowerCase()}${page > 1 ? `, page ${page}` : ''}`,
  description: SECTIONS[section].description,
  canonical: weekPaths.launches({ section, page }),
  alternates: feedAlternates(feedPaths.launches(), 'Launches'),
});

export const view = ({ input: { section, page: _, ...input }, ignored, launches }: Data) => (
  <>
    <header class="page-head">
      <h1>Launches</h1>
      <p class="lede">New products launch every Monday. Vote for your favourites until Sunday.</p>
      <p class="actions week-links">
        <a href={weekPaths.week({ week: 'this' })}>This week’s ranking</a> <a href={weekPaths.calendar()}>Calendar and archive</a>{' '}
        <a href={weekPaths.awards()}>Awards</a>
      </p>
    </header>
    <Tabs
      label="Sections"
      current={section}
      tabs={SECTION_NAMES.map((name) => ({ name, href: weekPaths.launches({ section: name }), text: SECTIONS[name].title }))}
    />
    <IgnoredParamsNotice ignored={ignored} />
    <h2 class="unseen">{SECTIONS[section].title}</h2>
    <p class="quiet section-says">
      {SECTIONS[section].description} {launches.total > 0 && `${formatTotal(launches, (n) => pluralize(n, 'product'))}.`}
    </p>
    <PagedList
      list={launches}
      href={(page) => weekPaths.launches({ section, ...input, page })}
      empty={
        <Empty title={section === 'upcoming' ? 'No launches scheduled yet' : 'No launches yet'}>
          <p>
            See <a href={weekPaths.launches({ section: section === 'recent' ? 'upcoming' : 'recent' })}>other launches</a>, or{' '}
            <a href={draftPaths.submit()}>submit a product</a>.
          </p>
        </Empty>
      }
    >
      <ListingCards listings={launches.items} />
    </PagedList>
  </>
);
