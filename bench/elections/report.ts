import { ATTACKS } from './attacks.ts';
import type { WeekResult } from './measure.ts';

const sum = <T>(items: T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0);
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);
const mean = (total: number, number: number): number => (number === 0 ? 0 : Math.round((total / number) * 100) / 100);

const addReasons = (all: Record<string, number>[]): Record<string, number> => {
  const total: Record<string, number> = {};
  for (const reasons of all) for (const [reason, votes] of Object.entries(reasons)) total[reason] = (total[reason] ?? 0) + votes;
  return total;
};

const reportAttacks = (weeks: WeekResult[]) => {
  const campaigns = Map.groupBy(
    weeks.flatMap((week) => week.campaigns),
    ({ attack }) => attack,
  );
  return ATTACKS.filter(({ name }) => campaigns.has(name)).map(({ name }) => {
    const runs = campaigns.get(name)!;
    const bought = sum(runs, (run) => run.bought);
    const counted = sum(runs, (run) => run.counted);
    return {
      attack: name,
      runs: runs.length,
      votes: mean(bought, runs.length),
      dollars_per_vote: mean(
        sum(runs, (run) => run.dollars),
        bought,
      ),
      /** In most of its runs: short attacks share their fixed costs among fewer votes. */
      is_cheap: sum(runs, (run) => Number(run.is_cheap)) * 2 > runs.length,
      counted_percent: percent(counted, bought),
      held_percent: percent(bought - counted, bought),
      worst_held_percent: Math.min(...runs.map((run) => percent(run.held, run.bought))),
      places_gained: mean(
        sum(runs, (run) => run.place_before - run.place_after),
        runs.length,
      ),
      took_place: sum(runs, (run) => Number(run.took_place)),
      took_place_seeds: runs.filter((run) => run.took_place).map((run) => run.seed),
      reasons: addReasons(runs.map((run) => run.reasons)),
    };
  });
};

const reportGroups = (weeks: WeekResult[]) => {
  const all = weeks.flatMap((week) => week.groups);
  const rowOf = (group: string, results: WeekResult['groups']) => {
    const [cast, lost] = [sum(results, (result) => result.cast), sum(results, (result) => result.lost)];
    return { group, cast, lost, lost_percent: percent(lost, cast), reasons: addReasons(results.map((result) => result.reasons)) };
  };
  const groups = [...Map.groupBy(all, ({ group }) => group)].map(([group, results]) => rowOf(group, results));
  const quiet = weeks.filter((week) => week.is_quiet).flatMap((week) => week.groups);
  return {
    groups: groups.toSorted((a, b) => b.lost_percent - a.lost_percent),
    overall: rowOf('all', all),
    quiet_weeks: rowOf('all, in weeks without an attack', quiet),
  };
};

/** The goal of the rules. */
const GOAL = { held_percent: 95, group_lost_percent: 0.5, overall_lost_percent: 0.1 };

export const makeReport = (weeks: WeekResult[]) => {
  const attacks = reportAttacks(weeks);
  const honest = reportGroups(weeks);
  const misses = [
    ...attacks
      .filter((row) => row.is_cheap && row.held_percent < GOAL.held_percent)
      .map((row) => `${row.attack}: ${row.held_percent} % held`),
    ...attacks
      .filter((row) => row.took_place > 0)
      .map(
        (row) =>
          `${row.attack}: a place among the first three in ${row.took_place} of ${row.runs} runs${row.is_cheap ? '' : ' (costs as much as real people)'}`,
      ),
    ...honest.groups
      .filter((row) => row.lost_percent > GOAL.group_lost_percent)
      .map((row) => `${row.group}: ${row.lost_percent} % of honest votes lost`),
    ...(honest.overall.lost_percent > GOAL.overall_lost_percent ? [`all: ${honest.overall.lost_percent} % of honest votes lost`] : []),
  ];
  return { weeks: weeks.length, attacks, ...honest, misses };
};

const toRows = <T extends object>(rows: T[], key: keyof T, hidden: string[]): Record<string, object> =>
  Object.fromEntries(
    rows.map((row) => [
      String(row[key]),
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== key && !hidden.includes(name))),
    ]),
  );

export const printReport = (report: ReturnType<typeof makeReport>): void => {
  console.table(toRows(report.attacks, 'attack', ['reasons', 'took_place_seeds']));
  console.table(toRows([...report.groups, report.overall, report.quiet_weeks], 'group', ['reasons']));
  console.log(report.misses.length === 0 ? 'The goal is reached.' : `The goal is missed:\n- ${report.misses.join('\n- ')}`);
};
