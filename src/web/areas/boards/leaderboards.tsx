import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { BOARDS, getLeaderboard } from '../../../modules/votes/boards/boards.ts';
import { BOARD_NAMES, type BoardName, type Leaderboard } from '../../../modules/votes/boards/schema.ts';
import { boardPaths, listingPaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';
import { MetricValue } from '../../ui/metric.tsx';

const ENTRIES_SHOWN = 3;

interface Board {
  board: BoardName;
  places: Leaderboard['items'];
}

export const load = async (ctx: Ctx): Promise<Board[]> =>
  Promise.all(
    BOARD_NAMES.map(async (board) => ({
      board,
      places: toValue(await getLeaderboard(ctx, { board, page: 1, per_page: ENTRIES_SHOWN })).items,
    })),
  );

export const head = (): PageHead => ({
  title: t('Leaderboards'),
  description: t('Five separate leaderboards: weekly votes, all-time votes, billboard, Domain Rating and revenue.'),
  canonical: boardPaths.leaderboards(),
});

const Top = ({ board, places }: Board) => {
  const { title, question, paid } = BOARDS[board];
  return (
    <section class="topic" aria-labelledby={board}>
      <h2 id={board} class="plain-links">
        <a href={boardPaths.leaderboard({ board })}>{title}</a> {paid && <span class="paid">{t('Paid')}</span>}
      </h2>
      <p>{question}</p>
      {places.length > 0 ? (
        <ol class="rows rows-tight">
          {places.map(({ listing, metric, paid }) => (
            <li>
              <a class="strong-link" href={listingPaths.listing({ slug: listing.slug })} dir="auto">
                {listing.name}
              </a>
              {paid && <span class="paid">{t('Paid')}</span>}
              <MetricValue metric={metric} />
            </li>
          ))}
        </ol>
      ) : (
        <p class="quiet">{paid ? t('No paid placements yet') : t('Nothing here yet')}</p>
      )}
    </section>
  );
};

export const view = (boards: Board[]) => (
  <>
    <header class="page-head">
      <h1>{t('Leaderboards')}</h1>
      <p class="lede">{t('Five separate leaderboards. We never mix them into one score.')}</p>
      <p>
        <a href={boardPaths.howRankingWorks()}>{t('How ranking works')}</a>
      </p>
    </header>
    <div class="tiles topics">
      {boards.map((board) => (
        <Top {...board} />
      ))}
    </div>
  </>
);
