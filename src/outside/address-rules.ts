import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What development may reach beside the public internet. Link-local stays shut: clouds keep their credentials there. */
const PRIVATE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Looks public and is answered by the cloud's own host. */
const HOSTS_OF_CLOUDS: readonly string[] = ['168.63.129.16'];

/** Nothing outside of this is routed on the public internet; ranges inside of it that are special have names of their own. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const SPECIAL = ['2001::/23', '3fff::/20'].map((range) => ipaddr.parseCIDR(range) as [ipaddr.IPv6, number]);

const rangeOf = (address: Address): string => {
  const range = address.range();
  if (address.kind() === 'ipv4') return HOSTS_OF_CLOUDS.includes(address.toString()) ? 'reserved' : range;
  const wide = address as ipaddr.IPv6;
  if (range !== 'unicast') return range;
  return wide.match(GLOBAL_UNICAST) && !SPECIAL.some((special) => wide.match(special)) ? 'unicast' : 'reserved';
};

/** An IPv4 address written as an IPv6 one is that IPv4 address; other ways of carrying one are refused with their range. */
const plain = (address: Address): Address =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() ? (address as ipaddr.IPv6).toIPv4Address() : address;

/** Whether a connection to this address leaves the house; with `allow_private` also whether it stays in the neighbourhood. */
export const isAllowedAddress = (text: string, allow_private: boolean): boolean => {
  if (!isIP(text)) return false;
  const range = rangeOf(plain(ipaddr.parse(text)));
  return range === 'unicast' || (allow_private && PRIVATE.includes(range));
};

const WEB_PORTS: readonly string[] = ['', '80', '443'];

/** Why an address of the web may not be fetched, or null. The URL has already made decimal, octal and hex hosts plain. */
export const faultOf = (url: URL, allow_private: boolean): string | null => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not an address of the web`;
  if (url.username || url.password) return 'an address may not carry a name and password';
  if (!allow_private && !WEB_PORTS.includes(url.port)) return `port ${url.port} is not a port of the web`;
  return null;
};
