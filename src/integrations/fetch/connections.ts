import { isIP } from 'node:net';
import type { Agent } from 'undici';

const HEADER_BYTES = 32 * 1024;
/** Shorter than the servers' timeout, so that no request meets a closing connection. */
const IDLE_MS = 2000;
const MAX_CONNECTIONS = 2;

type Lookup = (host: string, options: { all?: boolean }, done: (error: null, found: unknown, family?: number) => void) => void;

/** The library, loaded with the first request: many processes make none. */
export const loadUndici = () => import('undici');

/** Connects only to checked IPs, however the name resolves later. Without HTTP/2: undici does not limit its headers. */
export const pinnedAgent = async (ips: string[], keep = false): Promise<Agent> => {
  const { Agent } = await loadUndici();
  const found = ips.map((ip) => ({ address: ip, family: isIP(ip) }));
  const lookup: Lookup = (_host, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
  const pool_options = keep
    ? { connections: MAX_CONNECTIONS, pipelining: 1, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS }
    : { pipelining: 0 };
  return new Agent({ connect: { lookup: lookup as never }, maxHeaderSize: HEADER_BYTES, allowH2: false, ...pool_options });
};

/** Reusable connections, at most two per origin, pinned to the IP addresses checked for the first request. */
export interface Connections {
  to(origin: string, findIps: () => Promise<string[]>): Promise<Agent>;
  close(): void;
}

/** Opens connections for a series of requests. The caller closes them. */
export const openConnections = (): Connections => {
  const agents = new Map<string, Agent>();
  return {
    async to(origin, findIps) {
      const existing = agents.get(origin);
      if (existing) return existing;
      const opened = await pinnedAgent(await findIps(), true);
      // Another request may have been faster.
      const agent = agents.get(origin) ?? opened;
      agents.set(origin, agent);
      return agent;
    },
    close() {
      for (const agent of agents.values()) agent.destroy().catch(() => undefined);
      agents.clear();
    },
  };
};
