import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { BOARDS, getLeaderboard, hasEarlierWeek, isBoardName } from '../../../modules/votes/boards/boards.ts';
import { BOARD_NAMES, type BoardName, GetLeaderboard, type Leaderboard } from '../../../modules/votes/boards/schema.ts';
import { boardPaths, listingPaths, orderPaths, weekPaths } from '../../paths.ts';
import { currentPage, type IgnoredParam, type PageHead, parseQuery, type Query, textParam } from '../../server/page.ts';
import { Logo } from '../../ui/elements.tsx';
import { formatWeek, WeekText } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList, Tabs } from '../../ui/list.tsx';
import { MetricValue, SourceAndDate } from '../../ui/metric.tsx';
import { VoteOnCard } from '../../ui/voting.tsx';

const BoardRow = ({ entry: { rank, listing, metric, paid } }: { entry: Leaderboard['items'][number] }) => (
  <li id={`launch-${listing.slug}`}>
    <article class="card board-row">
      <p class="rank">
        <span class="unseen">{t('Rank')} </span>
        {rank}
      </p>
      <Logo name={listing.name} src={listing.logo_url} size={40} />
      <div class="card-body">
        <h2 class="card-name">
          <a href={listingPaths.listing({ slug: listing.slug })} dir="auto">
            {listing.name}
          </a>{' '}
          {/* On every paid row, so that it is visible in any screenshot. */}
          {paid && <span class="paid">{t('Paid')}</span>}
        </h2>
        {listing.tagline && (
          <p class="card-tagline" dir="auto">
            {listing.tagline}
          </p>
        )}
        {metric.name !== 'votes' && (
          <ul class="facts-line">
            <li class="quiet">
              <SourceAndDate {...metric} />
            </li>
          </ul>
        )}
      </div>
      {metric.name === 'votes' ? <VoteOnCard listing={listing} shown={metric.value} /> : <MetricValue metric={metric} />}
    </article>
  </li>
);

interface LeaderboardData {
  board: BoardName;
  answer: Leaderboard;
  /** Whether there is a board of the week before. */
  has_earlier: boolean;
  ignored: IgnoredParam[];
}

/** The week in the query; an invalid one is ignored and reported. */
const parseWeek = (query: Query): { week?: string; ignored: IgnoredParam[] } => {
  const week = textParam(query.week);
  if (week === undefined) return { ignored: [] };
  if (week === 'this' || week === 'last' || (isDay(week) && isDay(mondayOf(week)))) return { week, ignored: [] };
  return { ignored: [{ name: 'week', sent: week, hint: t('Enter a date in the week, such as 2026-01-05.') }] };
};

export const load = async (ctx: Ctx, { board }: { board: string }, query: Query): Promise<LeaderboardData> => {
  if (!isBoardName(board)) throw new Refusal('board_not_found');
  const { week, ignored: ignored_week } = BOARDS[board].weekly ? parseWeek(query) : { ignored: [] };
  const { input, ignored } = parseQuery(GetLeaderboard, { ...query, board, week: undefined });
  const answer = toValue(await getLeaderboard(ctx, { ...input, board, ...(week && { week }) }));
  const has_earlier = answer.launch_week_on !== null && (await hasEarlierWeek(ctx, answer.launch_week_on));
  return { board, answer, has_earlier, ignored: [...ignored_week, ...ignored] };
};

export const head = ({ board, answer: { launch_week_on: week, page } }: LeaderboardData): PageHead => ({
  title: week ? t('Top launches of the week of {week}', { week: formatWeek(week) }) : BOARDS[board].title,
  description: `${BOARDS[board].question} ${BOARDS[board].rule}`,
  canonical: boardPaths.leaderboard({ board, week, page }),
  trail: [{ name: t('Leaderboards'), href: boardPaths.leaderboards() }],
});

const Weeks = ({ week, has_earlier }: { week: string; has_earlier: boolean }) => {
  const { now, site } = currentPage();
  const running = weekAt(now, site.time_zone);
  return (
    <nav class="actions board-weeks" aria-label={t('Weeks')}>
      {has_earlier && (
        <a class="button" rel="prev" href={boardPaths.leaderboard({ board: 'community-weekly', week: addDays(week, -7) })}>
          {t('Previous week')}
        </a>
      )}
      {week < running && (
        <a class="button" rel="next" href={boardPaths.leaderboard({ board: 'community-weekly', week: addDays(week, 7) })}>
          {t('Next week')}
        </a>
      )}
      {week < running && <a href={weekPaths.ledgerFile({ week })}>{t('Vote ledger')}</a>}
    </nav>
  );
};

export const view = ({ board, answer, has_earlier, ignored }: LeaderboardData) => {
  const { title, question, rule, paid } = BOARDS[board];
  const { launch_week_on: week, is_final } = answer;
  return (
    <>
      <header class="page-head">
        <h1>{week ? <WeekText monday={week} /> : title}</h1>
        <p class="lede">{question}</p>
        <p>
          {rule} <a href={boardPaths.howRankingWorks()}>{t('How ranking works')}</a>
        </p>
      </header>
      <Tabs
        label={t('Leaderboards')}
        current={board}
        tabs={BOARD_NAMES.map((name) => ({
          name,
          href: boardPaths.leaderboard({ board: name }),
          text: BOARDS[name].paid ? t('{title} (paid)', { title: BOARDS[name].title }) : BOARDS[name].title,
        }))}
      />
      {paid && (
        <p class="notice">
          {rich('<strong>Paid placements.</strong> Payments affect only this leaderboard.', { strong: (text) => <strong>{text}</strong> })}{' '}
          {answer.total > 0 && <a href={orderPaths.products()}>{t('See prices')}</a>}
        </p>
      )}
      <IgnoredParamsNotice ignored={ignored} />
      {week && <Weeks week={week} has_earlier={has_earlier} />}
      {week && answer.total > 0 && (
        <p class="quiet">
          {is_final ? t('Final result.') : t('Voting is still open, so ranks may change.')}{' '}
          {formatTotal(answer, (n) => t('{n, plural, one {# launch with votes} other {# launches with votes}}', { n }))}.
        </p>
      )}
      <PagedList
        list={answer}
        href={(page) => boardPaths.leaderboard({ board, week, page })}
        empty={
          <Empty title={paid ? t('No paid placements yet') : t('Nothing here yet')}>
            {paid ? (
              <p>
                <a href={orderPaths.products()}>{t('See prices')}</a>
              </p>
            ) : (
              <p>{week ? t('No launches this week have votes yet.') : t('No product has a figure with a source yet.')}</p>
            )}
          </Empty>
        }
      >
        <ol class="cards board">
          {answer.items.map((entry) => (
            <BoardRow entry={entry} />
          ))}
        </ol>
      </PagedList>
    </>
  );
};
