import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux. */
const TICKS_PER_SECOND = 100;

/** What Linux says of each process: its parent, and its ticks with those of its children that have ended. */
const readProcesses = (): Map<number, { parent: number; ticks: number }> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const fields = stat
            .slice(stat.lastIndexOf(')') + 2)
            .split(' ')
            .map(Number);
          const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
          return [[Number(name), { parent: fields[1]!, ticks }] as const];
        } catch {
          // It has just ended.
          return [];
        }
      }),
  );

/** Seconds of processor time that a process and its descendants have used. */
export const cpuOfTree = (pid: number): number => {
  const processes = readProcesses();
  const isOurs = (one: number): boolean => one === pid || (processes.has(one) && isOurs(processes.get(one)!.parent));
  return [...processes].reduce((sum, [one, { ticks }]) => sum + (isOurs(one) ? ticks : 0), 0) / TICKS_PER_SECOND;
};
