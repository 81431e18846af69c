import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from '../../src/db/open.ts';

const CLOCK_TICKS = 100;

/** Seconds of processor time that a process has used, and those of its children that have ended. */
export const cpuOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / CLOCK_TICKS;
  } catch {
    return 0;
  }
};

const askPs = (...args: string[]): number[] => execFileSync('ps', args, { encoding: 'utf8' }).split('\n').map(Number).filter(Boolean);

/** The first process of a database server on this machine. */
export const findPostmaster = async (url: string): Promise<number> => {
  const one = connect(url, 1);
  const [row] = await one<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const [first] = askPs('-o', 'ppid=', '-p', String(row!.pid));
  await one.end();
  return first!;
};

/** The same for a database server: its first process, and all that it started. */
export const cpuOfServer = (postmaster: number): number =>
  [postmaster, ...askPs('-o', 'pid=', '--ppid', String(postmaster))].reduce((sum, pid) => sum + cpuOf(pid), 0);

/** Resident memory of a process in MB, now and at most. */
export const memoryOf = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
};
