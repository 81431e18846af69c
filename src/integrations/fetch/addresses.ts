import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Address ranges allowed in development. Link-local stays blocked: clouds serve credentials there. */
const PRIVATE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Looks public, but is served by the cloud provider's host. */
const CLOUD_HOSTS: readonly string[] = ['168.63.129.16'];

/** The public internet only routes addresses in this range; special ranges inside it have their own names. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const SPECIAL = ['2001::/23', '3fff::/20'].map((range) => ipaddr.parseCIDR(range) as [ipaddr.IPv6, number]);

const rangeOf = (address: Address): string => {
  const range = address.range();
  if (address.kind() === 'ipv4') return CLOUD_HOSTS.includes(address.toString()) ? 'reserved' : range;
  const ipv6 = address as ipaddr.IPv6;
  if (range !== 'unicast') return range;
  return ipv6.match(GLOBAL_UNICAST) && !SPECIAL.some((special) => ipv6.match(special)) ? 'unicast' : 'reserved';
};

/** Converts IPv4-mapped IPv6 addresses to IPv4. Other embeddings are rejected by their range. */
const unmapIPv4 = (address: Address): Address =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() ? (address as ipaddr.IPv6).toIPv4Address() : address;

/** Whether this is a public address; with `allow_private` also a private one. */
export const isAllowedAddress = (text: string, allow_private: boolean): boolean => {
  if (!isIP(text)) return false;
  const range = rangeOf(unmapIPv4(ipaddr.parse(text)));
  return range === 'unicast' || (allow_private && PRIVATE.includes(range));
};

const WEB_PORTS: readonly string[] = ['', '80', '443'];

export const isWebScheme = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Why a URL may not be fetched, or null. URL parsing has already normalized decimal, octal and hex hosts. */
export const addressError = (url: URL, allow_private: boolean): string | null => {
  if (!isWebScheme(url)) return `${url.protocol} is not an address of the web`;
  if (url.username || url.password) return 'an address may not carry a name and password';
  if (!allow_private && !WEB_PORTS.includes(url.port)) return `port ${url.port} is not a port of the web`;
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
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const error_codes = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code?: string }).code : null));
    // No name server configured: the machine resolves names in some other way.
    if (addresses.length === 0 && error_codes.includes('ECONNREFUSED')) return resolveWithSystem(host);
    return addresses;
  };
};
