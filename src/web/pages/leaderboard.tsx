import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../kernel/week.ts';
import { BOARDS, isBoard } from '../../modules/ballot/boards.ts';
import { getLeaderboard } from '../../modules/ballot/leaderboard.ts';
import { type BoardName, GetLeaderboard, type Leaderboard as LeaderboardAnswer } from '../../modules/ballot/schema.ts';
import { to } from '../addresses.ts';
import { asked, type Misread, typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { BoardRows, BoardTabs } from '../parts/board.tsx';
import { Empty } from '../parts/empty.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { sayWeek, Week } from '../parts/time.tsx';
import { counted } from '../wording.ts';

interface Leaderboard {
  board: BoardName;
  answer: LeaderboardAnswer;
  misread: Misread[];
}

/** The week of the address, as the operation takes it; what is none is left out and said. */
const weekIn = (query: Query): { week?: string; misread: Misread[] } => {
  const week = typed(query.week);
  if (week === undefined) return { misread: [] };
  if (week === 'this' || week === 'last' || (isDay(week) && isDay(mondayOf(week)))) return { week, misread: [] };
  return { misread: [{ name: 'week', sent: week, hint: 'A week goes by one of its days, such as 2026-01-05.' }] };
};

export const load = async (ctx: Ctx, { board = '' }: Params, query: Query): Promise<Leaderboard> => {
  if (!isBoard(board)) throw new Refusal('board_not_found');
  const { week, misread: unclear } = BOARDS[board].weekly ? weekIn(query) : { misread: [] };
  const { input, misread } = asked(GetLeaderboard, { ...query, board, week: undefined });
  const answer = valueIn(await getLeaderboard(ctx, { ...input, board, ...(week && { week }) }));
  return { board, answer, misread: [...unclear, ...misread] };
};

export const head = ({ board, answer: { week, page } }: Leaderboard): Head => ({
  title: week ? `The week of ${sayWeek(week)}, by votes` : BOARDS[board].title,
  description: `${BOARDS[board].question} ${BOARDS[board].rule}`,
  canonical: to.leaderboard(board, { week, page }),
  trail: [{ name: 'Boards', href: to.leaderboards() }],
});

const Weeks = ({ week, here }: { week: string; here: Here }) => {
  const running = weekAt(here.now, here.site.time_zone);
  return (
    <nav class="board-weeks" aria-label="Weeks">
      <a class="button" rel="prev" href={to.leaderboard('community-weekly', { week: addDays(week, -7) })}>
        The week before
      </a>
      {week < running && (
        <a class="button" rel="next" href={to.leaderboard('community-weekly', { week: addDays(week, 7) })}>
          The week after
        </a>
      )}
      {week < running && <a href={to.weekLedger(week)}>This week’s ledger</a>}
    </nav>
  );
};

export const view = ({ board, answer, misread }: Leaderboard, here: Here) => {
  const { title, question, rule, paid } = BOARDS[board];
  const { week, is_final } = answer;
  return (
    <>
      <header class="page-head">
        <h1>{week ? <Week monday={week} /> : title}</h1>
        <p class="lede">{question}</p>
        <p>
          {rule} <a href={to.ranking()}>How ranking works</a>
        </p>
      </header>
      <BoardTabs current={board} />
      {paid && (
        <p class="notice">
          <strong>Paid places.</strong> Money moves nothing but this board.{' '}
          {answer.total > 0 && <a href={to.products()}>What a place costs</a>}
        </p>
      )}
      <MisreadNotice misread={misread} />
      {week && <Weeks week={week} here={here} />}
      {week && answer.total > 0 && (
        <p class="quiet">
          {is_final ? 'The week is over and this is its result.' : 'The week is not closed yet: places may still change.'}{' '}
          {sayTotal(answer, (n) => counted(n, 'launch with a counted vote', 'launches with a counted vote'))}.
        </p>
      )}
      <Pages
        list={answer}
        href={(page) => to.leaderboard(board, { week, page })}
        empty={
          <Empty title={paid ? 'Nobody has bought a place.' : 'Nobody stands here yet.'}>
            {paid ? (
              <p>
                <a href={to.products()}>What a place costs</a>
              </p>
            ) : (
              <p>{week ? 'No launch of this week has a counted vote.' : 'No listing has a figure with a source.'}</p>
            )}
          </Empty>
        }
      >
        <BoardRows places={answer.items} />
      </Pages>
    </>
  );
};
