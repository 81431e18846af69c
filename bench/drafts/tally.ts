type Verdict = 'right' | 'wrong' | 'missed' | 'blank' | 'unquoted';
type Counts = Record<Verdict, number>;

const NONE: Counts = { right: 0, wrong: 0, missed: 0, blank: 0, unquoted: 0 };
const ratio = (part: number, rest: number): string => (part + rest === 0 ? '-' : (part / (part + rest)).toFixed(3));

/** Counts verdicts by field; with details it prints each one that is not right. */
export const createTally = (details: boolean) => {
  const fields = new Map<string, Counts>();
  const printGroup = (title: string, names: string[]): void => {
    if (names.length === 0) return;
    const sum = { ...NONE };
    console.log(`\n${title.padEnd(28)} right wrong missed unquoted precision recall`);
    const print = (name: string, { right, wrong, missed, unquoted }: Counts): void => {
      const counts = `${String(right).padStart(5)} ${String(wrong).padStart(5)} ${String(missed).padStart(6)} ${String(unquoted).padStart(8)}`;
      console.log(`${name.padEnd(28)} ${counts} ${ratio(right, wrong).padStart(9)} ${ratio(right, missed).padStart(6)}`);
    };
    for (const name of names) {
      const counts = fields.get(name)!;
      for (const verdict of Object.keys(sum) as Verdict[]) sum[verdict] += counts[verdict];
      print(name, counts);
    }
    print('all', sum);
  };
  return {
    add(field: string, verdict: Verdict, note: string): void {
      const counts = fields.get(field) ?? { ...NONE };
      counts[verdict]++;
      fields.set(field, counts);
      if (details && verdict !== 'right' && verdict !== 'blank') console.log(`  ${verdict.padEnd(8)} ${note}`);
    },
    print(times: number[]): void {
      const names = [...fields.keys()];
      printGroup(
        'field',
        names.filter((name) => !name.startsWith('attributes.')),
      );
      printGroup(
        'attribute',
        names.filter((name) => name.startsWith('attributes.')),
      );
      const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
      console.log(`\n${times.length} sites, median ${(median / 1000).toFixed(1)} s`);
    },
  };
};
