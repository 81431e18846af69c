import type { Sql } from 'postgres';

/** Partitions are added this long before their time. */
const AHEAD_DAYS = 28;

/** How many weeks a partition has. Ballots are read by voter in all partitions, so theirs are larger. See decision 63. */
const WEEKS = { vote_origins: 1, ballots: 13 };

/** Adds the partitions of the next weeks, and returns how many. Until there are, votes are written into the default ones. */
export const addPartitions = async (sql: Sql, now: Date): Promise<number> => {
  const until = new Date(now.getTime() + AHEAD_DAYS * 86_400_000);
  let added = 0;
  for (const [table, weeks] of Object.entries(WEEKS)) {
    const [row] = await sql<{ added: number }[]>`select add_vote_partitions(${table}, ${weeks}, ${until}, ${now}) as added`;
    added += row!.added;
  }
  return added;
};
