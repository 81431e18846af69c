import { lookup, Resolver as NameServers } from 'node:dns/promises';

/** The addresses of a host name. */
export type Resolver = (host: string) => Promise<string[]>;

const TIMEOUT_MS = 2000;
const TRIES = 2;

/** As the machine itself resolves names, its own hosts file included. */
export const askSystem: Resolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Asks the name servers directly. The system's lookup holds one of Node's four threads until it answers, and packing and
 * passwords need those too: a few names whose servers are silent would hold everybody up.
 */
export const askNameServers = (servers?: string[]): Resolver => {
  const asked = new NameServers({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) asked.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const faults = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code?: string }).code : null));
    // Nobody to ask: a machine without name servers knows its names some other way.
    if (addresses.length === 0 && faults.includes('ECONNREFUSED')) return askSystem(host);
    return addresses;
  };
};
