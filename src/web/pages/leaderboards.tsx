import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { BOARDS } from '../../modules/ballot/boards.ts';
import { getLeaderboard } from '../../modules/ballot/leaderboard.ts';
import { BOARD_NAMES, type BoardName, type Leaderboard } from '../../modules/ballot/schema.ts';
import { to } from '../addresses.ts';
import type { Head } from '../page.ts';
import { Figure } from '../parts/metric.tsx';

const SHOWN = 3;

interface Board {
  board: BoardName;
  places: Leaderboard['items'];
}

export const load = async (ctx: Ctx): Promise<Board[]> =>
  Promise.all(
    BOARD_NAMES.map(async (board) => ({
      board,
      places: valueIn(await getLeaderboard(ctx, { board, page: 1, per_page: SHOWN })).items,
    })),
  );

export const head = (): Head => ({
  title: 'Boards',
  description: 'Five boards, five questions: votes of the week and of all time, money, links and revenue. They are never mixed.',
  canonical: to.leaderboards(),
});

const Top = ({ board, places }: Board) => {
  const { title, question, paid } = BOARDS[board];
  return (
    <section class="board-top" aria-labelledby={board}>
      <h2 id={board}>
        <a href={to.leaderboard(board)}>{title}</a> {paid && <span class="paid">Paid</span>}
      </h2>
      <p>{question}</p>
      {places.length > 0 ? (
        <ol>
          {places.map(({ listing, metric, paid }) => (
            <li>
              <a class="strong-link" href={to.listing(listing.slug)} dir="auto">
                {listing.name}
              </a>
              {paid && <span class="paid">Paid</span>}
              <Figure metric={metric} />
            </li>
          ))}
        </ol>
      ) : (
        <p class="quiet">{paid ? 'Nobody has bought a place.' : 'Nobody stands here yet.'}</p>
      )}
    </section>
  );
};

export const view = (boards: Board[]) => (
  <>
    <header class="page-head">
      <h1>Boards</h1>
      <p class="lede">Five boards, five questions. They are never mixed into one score.</p>
      <p>
        <a href={to.ranking()}>How ranking works</a>
      </p>
    </header>
    <div class="board-tops">
      {boards.map((board) => (
        <Top {...board} />
      ))}
    </div>
  </>
);
