import type { ListingSummary } from '../../modules/listings/schema.ts';
import { CardWords } from './card-words.tsx';
import { Logo } from './logo.tsx';
import { VoteOnCard, Votes } from './voting.tsx';

/** A launch with its place in its week. */
export interface Placed {
  rank: number | null;
  listing: ListingSummary;
  votes: number;
}

interface PodiumProps {
  places: Placed[];
  /** Whether votes may still be cast for the week. */
  open: boolean;
  level?: 2 | 3;
}

/** The first three of a week. */
export const Podium = ({ places, open, level = 3 }: PodiumProps) => (
  <ol class="podium">
    {places.map(({ rank, listing, votes }) => (
      <li class={`podium-${rank}`} id={open ? `launch-${listing.slug}` : undefined}>
        <article class="podium-place">
          <p class="podium-rank">
            <span class="unseen">Place </span>
            {rank}
          </p>
          <Logo name={listing.name} src={listing.logo_url} size={56} />
          <div class="podium-words">
            <CardWords listing={listing} says={listing.tagline} level={level} />
          </div>
          {open ? <VoteOnCard listing={listing} shown={votes} /> : <Votes votes={votes} />}
        </article>
      </li>
    ))}
  </ol>
);
