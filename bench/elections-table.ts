import { readFileSync, writeFileSync } from 'node:fs';
import { KINDS, kindOf } from './elections/kinds.ts';

/**
 * Writes the table of /how-ranking-works from a simulation:
 * node bench/elections.ts WEEKS=1000 SEED=10001 --json FILE && node bench/elections-table.ts FILE
 */
interface Report {
  first_seed: number;
  weeks: number;
  attacks: { attack: string; runs: number; votes: number; held_percent: number; is_cheap: boolean; took_place: number }[];
  groups: { cast: number; lost: number; reasons: Record<string, number> }[];
}

const report = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Report;
const round = (percent: number): number => Math.round(percent * 100) / 100;
const rows = Map.groupBy(report.attacks, ({ attack }) => kindOf(attack)!);
const attacks = KINDS.filter(([kind]) => rows.has(kind)).map(([kind]) => {
  const group = rows.get(kind)!;
  const votes = group.reduce((sum, row) => sum + row.votes * row.runs, 0);
  return {
    kind,
    attacks: group.length,
    votes: Math.round(votes),
    held_percent: round(group.reduce((sum, row) => sum + row.votes * row.runs * row.held_percent, 0) / votes),
    lowest_percent: Math.min(...group.map((row) => row.held_percent)),
    runs: group.reduce((sum, row) => sum + row.runs, 0),
    took_place: group.reduce((sum, row) => sum + row.took_place, 0),
  };
});
const ORDER = ['networks', 'domains', 'throw_away', 'spellings', 'bought', 'warmed_up', 'mixtures', 'hidden', 'rivals', 'makers'];
/** That a company's own people do not count is no mistake. */
const lostIn = ({ lost, reasons }: Report['groups'][number]): number => lost - (reasons.own_company ?? 0) - (reasons.own_listing ?? 0);
const cast = report.groups.reduce((sum, group) => sum + group.cast, 0);
const table = {
  first_seed: report.first_seed,
  weeks: report.weeks,
  honest_votes: cast,
  lost_percent: round((100 * report.groups.reduce((sum, group) => sum + lostIn(group), 0)) / cast),
  most_lost_percent: round(Math.max(...report.groups.map((group) => (100 * lostIn(group)) / group.cast))),
  // Simulated people who are paid do nothing else here; real ones may, so this says nothing about them.
  attacks: attacks.filter(({ kind }) => kind !== 'real_people').toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
};
writeFileSync('src/web/areas/boards/elections.json', `${JSON.stringify(table, null, 2)}\n`);
console.table(table.attacks);
