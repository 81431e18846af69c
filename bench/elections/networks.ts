import type { Chance } from '../support/random.ts';
import { between, pickWeighted } from './draws.ts';

/** Where somebody's requests come from: gives an address for each visit. */
export type Network = (chance: Chance) => string;

const byte = (chance: Chance): number => chance.below(256);
const group = (chance: Chance): string => chance.below(0x10000).toString(16);
const host = (chance: Chance): number => between(chance, 1, 254);

/** First octets that large access providers use. */
const HOME_OCTETS = [
  24, 31, 46, 62, 68, 71, 73, 76, 77, 78, 79, 80, 82, 84, 86, 87, 88, 89, 91, 92, 94, 95, 98, 109, 122, 151, 173, 178, 189, 201,
];
const HOSTING_OCTETS = [5, 45, 51, 65, 95, 116, 128, 135, 138, 142, 146, 157, 159, 161, 164, 167, 185, 193, 194, 209];
const HOME_V6 = ['2a02', '2a01', '2600', '2601', '2603', '2804', '2409', '240e', '2a00', '2003'];

const homeV4 = (chance: Chance): string => `${chance.of(HOME_OCTETS)}.${byte(chance)}.${byte(chance)}.${host(chance)}`;

/** A customer's /56 at one of many providers; devices of the household share a /64. */
const homeV6 = (chance: Chance): string => `${chance.of(HOME_V6)}:${chance.below(400).toString(16)}:${group(chance)}:${group(chance)}`;

/** One address for a household, as long as the provider leaves it; a third have IPv6 (Google's statistics say 45 % of its users). */
export const homeNetwork = (chance: Chance): Network => {
  if (chance.next() < 0.35) {
    const prefix = homeV6(chance);
    return (visit) => `${prefix}:${group(visit)}:${group(visit)}:${group(visit)}:${group(visit)}`;
  }
  const address = homeV4(chance);
  return () => address;
};

/** One address for everybody in a building. */
export const buildingNetwork = (chance: Chance): Network => {
  const address = homeV4(chance);
  return () => address;
};

/** A few addresses that everybody on a campus or at a conference gets one of. */
export const campusNetwork = (chance: Chance, addresses: number): Network => {
  const prefix = homeV4(chance).split('.').slice(0, 3).join('.');
  const first = between(chance, 1, 200);
  return (visit) => `${prefix}.${first + visit.below(addresses)}`;
};

/**
 * Mobile carriers: the IPv4 address is shared with thousands (carrier-grade NAT) and changes with the visit; with IPv6 every connection
 * gets another /64 of the carrier's /40. Large carriers have more customers here than small ones.
 */
const CARRIERS = [174, 172, 107, 166, 37, 46, 83, 92, 31, 49].map((octet, at) => ({
  weight: 10 - at,
  v4: `${octet}.${at * 21 + 40}.${at * 17 + 5}`,
  v6: `2a0${(at % 9) + 1}:${(0x1000 + at * 0x111).toString(16)}:${(at * 3 + 1).toString(16)}`,
}));

type Carrier = (typeof CARRIERS)[number];

const drawCarrier = (chance: Chance): Carrier =>
  pickWeighted(
    chance,
    CARRIERS.map((carrier) => [carrier, carrier.weight] as const),
  );

const networkOfCarrier = (chance: Chance, { v4, v6 }: Carrier): Network => {
  if (chance.next() < 0.5) return (visit) => `${v4}.${1 + visit.below(4)}`;
  return (visit) =>
    `${v6}${visit.below(256).toString(16).padStart(2, '0')}:${group(visit)}:${group(visit)}:${group(visit)}:${group(visit)}:${group(visit)}`;
};

export const carrierNetwork = (chance: Chance): Network => networkOfCarrier(chance, drawCarrier(chance));

/** Telephones of one country: a single carrier, in IPv4 or IPv6. */
export const oneCarrier = (chance: Chance): (() => Network) => {
  const carrier = drawCarrier(chance);
  return () => networkOfCarrier(chance, carrier);
};

/** Telephones of the carrier that most of these addresses belong to. */
export const sameCarrier = (chance: Chance, addresses: string[]): (() => Network) => {
  const users = ({ v4, v6 }: Carrier) => addresses.filter((address) => address.startsWith(`${v4}.`) || address.startsWith(v6)).length;
  const carrier = CARRIERS.toSorted((a, b) => users(b) - users(a))[0]!;
  return () => networkOfCarrier(chance, carrier);
};

/** Exits of large VPN services, shared by hundreds, in ranges of hosting companies. The popular ones get most visits. */
const VPN_EXITS = Array.from({ length: 40 }, (_, at) => [`146.70.${at % 8}.${10 + at * 3}`, 1 / (at + 2)] as const);

export const vpnNetwork: Network = (chance) => pickWeighted(chance, VPN_EXITS);

/** A rented server. */
export const serverNetwork = (chance: Chance): Network => {
  const address = `${chance.of(HOSTING_OCTETS)}.${byte(chance)}.${byte(chance)}.${host(chance)}`;
  return () => address;
};

/** Rented servers at many places, one address each. */
export const serversNetwork = (chance: Chance, addresses: number): Network => {
  const servers = Array.from({ length: addresses }, () => serverNetwork(chance)(chance));
  return (visit) => visit.of(servers);
};

/** A rented /24: 254 addresses. */
export const rangeNetwork = (chance: Chance): Network => {
  const prefix = serverNetwork(chance)(chance).split('.').slice(0, 3).join('.');
  return (visit) => `${prefix}.${host(visit)}`;
};

/** An IPv6 network of a server: /48 has 65,536 networks of /64, /32 has as many of /48. */
export const prefixNetwork = (chance: Chance, bits: 48 | 32): Network => {
  const prefix = `2a${between(chance, 10, 99)}:${group(chance)}`;
  const site = group(chance);
  return (visit) => {
    const rest = () => group(visit);
    return `${prefix}:${bits === 48 ? site : rest()}:${rest()}:${rest()}:${rest()}:${rest()}:${rest()}`;
  };
};

/** Rented connections of households, another one for each visit; the pools of cheap sellers repeat some addresses. */
export const residentialNetwork = (chance: Chance, addresses: number): Network => {
  const homes = Array.from({ length: addresses }, () => homeNetwork(chance)(chance));
  return (visit) => visit.of(homes);
};
