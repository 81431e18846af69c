import { CardWords } from './card-words.tsx';
import { Logo } from './logo.tsx';
import type { Placed } from './podium.tsx';
import { VoteOnCard, Votes } from './voting.tsx';

interface WeekLaunchesProps {
  launches: Placed[];
  open: boolean;
  /** False where they are in no order. */
  placed?: boolean;
}

const Place = ({ rank }: Pick<Placed, 'rank'>) => (
  <p class="rank">
    {rank === null ? (
      <>
        <span class="unseen">No place yet</span>
        <span aria-hidden="true">–</span>
      </>
    ) : (
      <>
        <span class="unseen">Place </span>
        {rank}
      </>
    )}
  </p>
);

/** The launches of a week after the first three, in their order. One without a vote has no place yet. */
export const WeekLaunches = ({ launches, open, placed = true }: WeekLaunchesProps) => (
  <ol class="cards week-launches" start={placed ? (launches[0]?.rank ?? undefined) : undefined}>
    {launches.map(({ rank, listing, votes }) => (
      <li id={`launch-${listing.slug}`}>
        <article class="card board-row">
          {placed && <Place rank={rank} />}
          <Logo name={listing.name} src={listing.logo_url} size={40} />
          <div class="card-body">
            <CardWords listing={listing} says={listing.tagline} />
          </div>
          {open ? <VoteOnCard listing={listing} shown={votes} /> : <Votes votes={votes} />}
        </article>
      </li>
    ))}
  </ol>
);
