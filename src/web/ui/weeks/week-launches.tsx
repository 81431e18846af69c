import { createHash } from 'node:crypto';
import { rich, t } from '../../../kernel/language/messages.ts';
import { addDays, startOfDay } from '../../../kernel/time/weeks.ts';
import type { LaunchWeek } from '../../../modules/launches/schema.ts';
import type { ListingSummary } from '../../../modules/listings/schema.ts';
import { boardPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { CardText } from '../card.tsx';
import { Logo } from '../elements.tsx';
import { VoteCount, VoteOnCard } from '../voting.tsx';

/** True on the first day of a running week. */
export const isFirstDay = (
  { launch_week_on, state }: Pick<LaunchWeek, 'launch_week_on' | 'state'>,
  now: Date,
  time_zone: string,
): boolean => state === 'running' && now < startOfDay(addDays(launch_week_on, 1), time_zone);

/** Shuffles launches by the minute, the same for all visitors, so that nobody profits from being first. */
export const shuffleByMinute = <T extends { listing: { slug: string } }>(launches: T[], now: Date): T[] => {
  const minute = Math.floor(now.getTime() / 60_000);
  const sort_key = ({ listing }: T) => createHash('sha256').update(`${minute} ${listing.slug}`).digest('hex');
  return launches
    .map((launch) => ({ launch, sort_key: sort_key(launch) }))
    .sort((a, b) => (a.sort_key < b.sort_key ? -1 : 1))
    .map(({ launch }) => launch);
};

/** A launch with its rank in its week. */
interface RankedLaunch {
  rank: number | null;
  listing: ListingSummary;
  votes: number;
}

interface PodiumProps {
  launches: RankedLaunch[];
  /** True while votes can be cast for the week. */
  open: boolean;
  level?: 2 | 3;
}

/** The top three of a week. */
export const Podium = ({ launches, open, level = 3 }: PodiumProps) => (
  <ol class="podium">
    {launches.map(({ rank, listing, votes }) => (
      <li class={`podium-${rank}`} id={open ? `launch-${listing.slug}` : undefined}>
        <article class="podium-place">
          <p class="podium-rank">
            <span class="unseen">{t('Rank')} </span>
            {rank}
          </p>
          <Logo name={listing.name} src={listing.logo_url} size={56} />
          <div class="podium-words">
            <CardText listing={listing} text={listing.tagline} level={level} />
          </div>
          {open ? <VoteOnCard listing={listing} shown={votes} /> : <VoteCount votes={votes} />}
        </article>
      </li>
    ))}
  </ol>
);

interface WeekLaunchesProps {
  launches: RankedLaunch[];
  open: boolean;
  /** False where the launches are shuffled. */
  is_ranked?: boolean;
}

const RankLabel = ({ rank }: Pick<RankedLaunch, 'rank'>) => (
  <p class="rank">
    {rank === null ? (
      <>
        <span class="unseen">{t('Not ranked yet')}</span>
        <span aria-hidden="true">–</span>
      </>
    ) : (
      <>
        <span class="unseen">{t('Rank')} </span>
        {rank}
      </>
    )}
  </p>
);

/** A week's launches in ranking order. One without a vote has no rank yet. */
const WeekLaunches = ({ launches, open, is_ranked = true }: WeekLaunchesProps) => (
  <ol class="cards week-launches" start={is_ranked ? (launches[0]?.rank ?? undefined) : undefined}>
    {launches.map(({ rank, listing, votes }) => (
      <li id={`launch-${listing.slug}`}>
        <article class="card board-row">
          {is_ranked && <RankLabel rank={rank} />}
          <Logo name={listing.name} src={listing.logo_url} size={40} />
          <div class="card-body">
            <CardText listing={listing} text={listing.tagline} />
          </div>
          {open ? <VoteOnCard listing={listing} shown={votes} /> : <VoteCount votes={votes} />}
        </article>
      </li>
    ))}
  </ol>
);

/** A week's launches: shuffled on the first day, then the top three followed by the rest. */
export const RankedLaunches = ({ week, max }: { week: LaunchWeek; max?: number }) => {
  const { launches, state } = week;
  const open = state === 'running';
  if (isFirstDay(week, currentPage().now, currentPage().site.time_zone))
    return (
      <>
        <p class="quiet section-says">
          {rich('On the first day, launches are shuffled every minute to give everyone a fair start. <link>See current votes</link>', {
            link: (text) => <a href={boardPaths.leaderboard({ board: 'community-weekly' })}>{text}</a>,
          })}
        </p>
        <WeekLaunches launches={shuffleByMinute(launches, currentPage().now).slice(0, max)} open={open} is_ranked={false} />
      </>
    );
  const podium = launches.filter(({ rank }) => rank !== null && rank <= 3);
  const others = launches.slice(podium.length, max);
  return (
    <>
      {podium.length > 0 && <Podium launches={podium} open={open} />}
      {others.length > 0 && <WeekLaunches launches={others} open={open} />}
    </>
  );
};
