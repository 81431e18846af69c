import autocannon from 'autocannon';
import { cpuOf, cpuOfServer } from '../support/processor-time.ts';
import type { Target } from '../support/service.ts';

/** Milliseconds of processor time for each request. */
export interface Cost {
  process: number;
  database: number;
}

export interface Load {
  paths: string[];
  requests: number;
  /** The first process of the database server. */
  postmaster: number;
}

const CONNECTIONS = 20;

const measureOnce = async ({ url, pid }: Target, { paths, requests, postmaster }: Load): Promise<Cost> => {
  // With many paths each connection asks for the next one of all, so that the same path comes again as late as possible.
  let n = 0;
  const next = { setupRequest: (request: object) => ({ ...request, path: paths[n++ % paths.length]! }) };
  const list = paths.length === 1 ? [{ method: 'GET' as const, path: paths[0]! }] : [next];
  const load = (amount: number) => autocannon({ url, requests: list, connections: CONNECTIONS, amount });
  await load(requests / 5);
  const [own, database] = [cpuOf(pid), cpuOfServer(postmaster)];
  const result = await load(requests);
  if (result.non2xx || result.errors) throw new Error(`${url}${paths[0]}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    process: ((cpuOf(pid) - own) * 1000) / requests,
    database: ((cpuOfServer(postmaster) - database) * 1000) / requests,
  };
};

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Measures all servers in turns, since other load on the machine varies. Returns the costs of each, round by round. */
export const measureInTurns = async (servers: Target[], load: Load, rounds: number): Promise<Cost[][]> => {
  const costs: Cost[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [i, server] of servers.entries()) costs[i]!.push(await measureOnce(server, load));
  return costs;
};

export const medianCost = (costs: Cost[], of: (cost: Cost) => number): number => median(costs.map(of));

/** The median of the ratios of each round. */
export const medianRatio = (costs: Cost[], to: Cost[], of: (cost: Cost) => number): number =>
  median(costs.map((cost, round) => of(cost) / of(to[round]!)));
