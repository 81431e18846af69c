import { BOARDS } from '../../modules/ballot/boards.ts';
import { BOARD_NAMES, type BoardName, type Leaderboard } from '../../modules/ballot/schema.ts';
import { to } from '../addresses.ts';
import { Logo } from './logo.tsx';
import { Figure, Source } from './metric.tsx';
import { VoteOnCard } from './voting.tsx';

type Place = Leaderboard['items'][number];

/** Said on every row that is bought, so that no picture of one can be taken without it. */
const Paid = () => <span class="paid">Paid</span>;

const BoardRow = ({ place: { rank, listing, metric, paid } }: { place: Place }) => (
  <li id={`launch-${listing.slug}`}>
    <article class="card board-row">
      <p class="rank">
        <span class="unseen">Place </span>
        {rank}
      </p>
      <Logo name={listing.name} src={listing.logo_url} size={40} />
      <div class="card-body">
        <h2 class="card-name">
          <a href={to.listing(listing.slug)} dir="auto">
            {listing.name}
          </a>{' '}
          {paid && <Paid />}
        </h2>
        {listing.tagline && (
          <p class="card-tagline" dir="auto">
            {listing.tagline}
          </p>
        )}
        {metric.name !== 'votes' && (
          <ul class="facts-line">
            <Source metric={metric} />
          </ul>
        )}
      </div>
      {metric.name === 'votes' ? <VoteOnCard listing={listing} shown={metric.value} /> : <Figure metric={metric} />}
    </article>
  </li>
);

/** The places of a board in their order. */
export const BoardRows = ({ places }: { places: Place[] }) => (
  <ol class="cards board">
    {places.map((place) => (
      <BoardRow place={place} />
    ))}
  </ol>
);

/** The way from board to board. */
export const BoardTabs = ({ current }: { current: BoardName }) => (
  <nav aria-label="Boards" class="board-tabs">
    <ul class="chips">
      {BOARD_NAMES.map((name) => (
        <li>
          <a class="chip" href={to.leaderboard(name)} aria-current={name === current ? 'page' : undefined}>
            {BOARDS[name].title}
            {BOARDS[name].paid && ' (paid)'}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
