import { isIP } from 'node:net';
import { Agent } from 'undici';

const HEADER_BYTES = 32 * 1024;
/** Shorter than servers wait, so that a request does not meet a connection that is just being closed. */
const IDLE_MS = 2000;
const MOST_CONNECTIONS = 2;

type Lookup = (host: string, options: { all?: boolean }, done: (error: null, found: unknown, family?: number) => void) => void;

/** Connects to the addresses that were checked, whatever the name means a moment later. HTTP/2 has no bound on headers here. */
export const pinnedTo = (addresses: string[], keep = false): Agent => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: Lookup = (_host, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
  const kept = keep
    ? { connections: MOST_CONNECTIONS, pipelining: 1, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS }
    : { pipelining: 0 };
  return new Agent({ connect: { lookup: lookup as never }, maxHeaderSize: HEADER_BYTES, allowH2: false, ...kept });
};

/** Connections that serve several requests to the same origin, two at most, all pinned to what was checked for the first. */
export interface Connections {
  to(origin: string, addresses: () => Promise<string[]>): Promise<Agent>;
  close(): void;
}

/** Keeps connections for a run of requests; whoever asked for it closes it. */
export const keepConnections = (): Connections => {
  const agents = new Map<string, Agent>();
  return {
    async to(origin, addresses) {
      const known = agents.get(origin);
      if (known) return known;
      const checked = await addresses();
      // Another request may have been quicker.
      const agent = agents.get(origin) ?? pinnedTo(checked, true);
      agents.set(origin, agent);
      return agent;
    },
    close() {
      for (const agent of agents.values()) agent.destroy().catch(() => undefined);
      agents.clear();
    },
  };
};
