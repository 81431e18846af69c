import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { memoize } from '../../kernel/memoize.ts';

/** An address as networks of three widths. */
export interface Networks {
  /** An IPv4 address, or an IPv6 /64: one connection. */
  network: string;
  /** An IPv4 /24 or an IPv6 /48: what one customer of a data centre or an office rents. */
  subnet: string;
  /** An IPv4 /20 or an IPv6 /32: a part of one provider. */
  block: string;
}

const PREFIXES = { ipv4: [32, 24, 20], ipv6: [64, 48, 32] } as const;

const parseNetworks = memoize<string, Networks>(
  (address) => {
    // IPv4 addresses in IPv6 become IPv4.
    const ip = ipaddr.process(address);
    const bytes = ip.toByteArray();
    const [network, subnet, block] = PREFIXES[ip.kind()].map((bits) => {
      const kept = bytes.map((byte, i) => byte & (0xff00 >> Math.min(Math.max(bits - i * 8, 0), 8)));
      return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
    });
    return { network: network!, subnet: subnet!, block: block! };
  },
  new LRUCache<string, Networks>({ max: 10_000 }),
);

/** The networks of an address; null for a value that is not an address, which a proxy may forward. */
export const networksOf = (address: string): Networks | null => (ipaddr.isValid(address) ? parseNetworks(address) : null);
