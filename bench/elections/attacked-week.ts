import type { Activity, Ballot, Launch } from './people.ts';

/** A week of which the honest votes are planned. */
export interface AttackedWeek {
  week: number;
  launches: Launch[];
  ballots: Ballot[];
  activities: Activity[];
  /** No attack happens here, and nobody warms up accounts. */
  is_quiet: boolean;
}

/** Honest votes of each launch, the most first. */
export const rankHonest = ({ launches, ballots }: Pick<AttackedWeek, 'launches' | 'ballots'>): [Launch, number][] => {
  const votes = new Map(launches.map((launch) => [launch, 0]));
  for (const { launch, motive } of ballots) if (motive === 'honest') votes.set(launch, votes.get(launch)! + 1);
  return [...votes].toSorted((a, b) => b[1] - a[1]);
};

/** The honest votes of a launch, of one group if it is named. */
export const honestVotes = ({ ballots }: AttackedWeek, target: Launch, group?: string): Ballot[] =>
  ballots.filter((ballot) => ballot.launch === target && ballot.motive === 'honest' && (!group || ballot.group === group));
