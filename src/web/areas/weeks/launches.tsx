import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { ListLaunches, SECTION_NAMES } from '../../../modules/launches/schema.ts';
import { listLaunches, SECTIONS } from '../../../modules/launches/weeks/sections.ts';
import { draftPaths, feedPaths, weekPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { ListingCards } from '../../ui/card.tsx';
import { inSentence, withPage } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList, Tabs } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListLaunches, query);
  return { input, ignored, launches: toValue(await listLaunches(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input: { section, page } }: Data): PageHead => ({
  title: withPage(t('Launches: {section}', { section: inSentence(SECTIONS[section].title) }), page),
  description: SECTIONS[section].description,
  canonical: weekPaths.launches({ section, page }),
  alternates: feedAlternates(feedPaths.launches(), t('Launches')),
});

export const view = ({ input: { section, page: _, ...input }, ignored, launches }: Data) => (
  <>
    <header class="page-head">
      <h1>{t('Launches')}</h1>
      <p class="lede">{t('New products launch every Monday. Vote for your favourites until Sunday.')}</p>
      <p class="actions week-links">
        <a href={weekPaths.week({ week: 'this' })}>{t('This week’s ranking')}</a>{' '}
        <a href={weekPaths.calendar()}>{t('Calendar and archive')}</a> <a href={weekPaths.awards()}>{t('Awards')}</a>
      </p>
    </header>
    <Tabs
      label={t('Sections')}
      current={section}
      tabs={SECTION_NAMES.map((name) => ({ name, href: weekPaths.launches({ section: name }), text: SECTIONS[name].title }))}
    />
    <IgnoredParamsNotice ignored={ignored} />
    <h2 class="unseen">{SECTIONS[section].title}</h2>
    <p class="quiet section-says">
      {SECTIONS[section].description}{' '}
      {launches.total > 0 && `${formatTotal(launches, (n) => t('{n, plural, one {# product} other {# products}}', { n }))}.`}
    </p>
    <PagedList
      list={launches}
      href={(page) => weekPaths.launches({ section, ...input, page })}
      empty={
        <Empty title={section === 'upcoming' ? t('No launches scheduled yet') : t('No launches yet')}>
          <p>
            {rich('See <link>other launches</link>, or <link2>submit a product</link2>.', {
              link: (text) => <a href={weekPaths.launches({ section: section === 'recent' ? 'upcoming' : 'recent' })}>{text}</a>,
              link2: (text) => <a href={draftPaths.submit()}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <ListingCards listings={launches.items} />
    </PagedList>
  </>
);
