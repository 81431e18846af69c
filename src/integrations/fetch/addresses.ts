import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Address ranges allowed in development. Link-local stays blocked: clouds serve credentials there. */
const PRIVATE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Looks public, but is served by the cloud provider's host. */
const CLOUD_HOSTS: readonly string[] = ['168.63.129.16'];

/** The public internet only routes addresses in this range; special ranges inside it have their own names. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const SPECIAL = ['2001::/23', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

const rangeOf = (ip: ipaddr.IPv4 | ipaddr.IPv6): string => {
  const range = ip.range();
  if (ip instanceof ipaddr.IPv4) return CLOUD_HOSTS.includes(ip.toString()) ? 'reserved' : range;
  if (range !== 'unicast') return range;
  return ip.match(GLOBAL_UNICAST) && !SPECIAL.some((special) => ip.match(special)) ? 'unicast' : 'reserved';
};

/** Whether this is a public IP address; with `allow_private` also a private one. */
export const isAllowedIp = (text: string, allow_private: boolean): boolean => {
  if (!isIP(text)) return false;
  // IPv4-mapped IPv6 addresses become IPv4. Other embeddings are rejected by their range.
  const range = rangeOf(ipaddr.process(text));
  return range === 'unicast' || (allow_private && PRIVATE.includes(range));
};

const WEB_PORTS: readonly string[] = ['', '80', '443'];

export const isWebScheme = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Why a URL may not be fetched, or null. URL parsing has already normalized decimal, octal and hex hosts. */
export const findUrlFault = (url: URL, allow_private: boolean): string | null => {
  if (!isWebScheme(url)) return `${url.protocol} is not a web address`;
  if (url.username || url.password) return 'the address must not contain a user name or password';
  if (!allow_private && !WEB_PORTS.includes(url.port)) return `port ${url.port} is not allowed`;
  return null;
};

export type Resolver = (host: string) => Promise<string[]>;

const TIMEOUT_MS = 2000;
const TRIES = 2;

/** Uses the system's resolver, including its hosts file. */
export const resolveWithSystem: Resolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Queries name servers directly: the system's lookup blocks one of Node's four threads, which compression and hashing need too. */
export const resolveWithServers = (servers?: string[]): Resolver => {
  const resolver = new NameServers({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const ips = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const is_unreachable = answers.some((answer) => answer.status === 'rejected' && answer.reason.code === 'ECONNREFUSED');
    // No name server configured: the machine resolves names in some other way.
    return ips.length === 0 && is_unreachable ? resolveWithSystem(host) : ips;
  };
};
