import type { Chance } from '../support/random.ts';
import { between, isLikely, pickSeveral } from './draws.ts';
import { drawDomain, drawMailbox, drawOwnMailbox, drawPlusMailbox, drawRelayMailbox, mailboxAt } from './mailboxes.ts';
import { buildingNetwork, campusNetwork, carrierNetwork, homeNetwork, type Network, vpnNetwork } from './networks.ts';
import { drawAge, drawSignIn, type Person } from './people.ts';
import { WEEK, weekStart } from './times.ts';

/** Somebody who comes back in some weeks. */
export interface Member {
  person: Person;
  group: string;
  /** How likely a visit in a week is, and for how many launches they vote then, on average. */
  activity: number;
  votes: number;
}

export const makePerson = (chance: Chance, email: string, network: Network, created_at: number): Person => ({
  email,
  sign_in: drawSignIn(chance, email),
  created_at,
  network,
  is_subscriber: isLikely(chance, 0.15),
});

/** A kind of member: how many, how active, and how one of them is made. */
interface Kind {
  group: string;
  members: number;
  activity: number;
  votes: number;
  make(chance: Chance): { email: string; network: Network };
}

/** At home, and sometimes on the way. */
const atHome = (make: (chance: Chance) => string) => (chance: Chance) => {
  const [home, mobile] = [homeNetwork(chance), carrierNetwork(chance)];
  return { email: make(chance), network: (visit: Chance) => (isLikely(visit, 0.2) ? mobile : home)(visit) };
};

/** The numbers are assumptions: a site where some 300 people vote in a usual week besides those whom makers bring. */
const KINDS: Kind[] = [
  { group: 'regulars', members: 95, activity: 0.65, votes: 3.5, make: atHome(drawMailbox) },
  { group: 'occasional', members: 120, activity: 0.2, votes: 1.4, make: atHome(drawMailbox) },
  {
    group: 'mobile carriers',
    members: 60,
    activity: 0.35,
    votes: 2,
    make: (chance) => ({ email: drawMailbox(chance), network: carrierNetwork(chance) }),
  },
  { group: 'VPN', members: 45, activity: 0.35, votes: 2, make: (chance) => ({ email: drawMailbox(chance), network: vpnNetwork }) },
  { group: 'own domains', members: 35, activity: 0.4, votes: 2, make: atHome(drawOwnMailbox) },
  { group: 'plus addresses', members: 30, activity: 0.4, votes: 2, make: atHome(drawPlusMailbox) },
  { group: 'forwarding addresses', members: 30, activity: 0.4, votes: 2, make: atHome(drawRelayMailbox) },
];

/** People who share a network: families, campuses, offices whose people vote independently. */
interface Place {
  group: string;
  places: number;
  members: readonly [least: number, most: number];
  activity: number;
  votes: number;
  network(chance: Chance): Network;
  /** The share of people whose address is at the place's own domain. */
  domain_share: number;
  endings?: string[];
}

const PLACES: Place[] = [
  { group: 'families', places: 12, members: [2, 4], activity: 0.4, votes: 1.5, network: homeNetwork, domain_share: 0 },
  {
    group: 'universities',
    places: 2,
    members: [15, 35],
    activity: 0.35,
    votes: 1.5,
    network: (chance) => campusNetwork(chance, 4),
    domain_share: 0.6,
    endings: ['edu', 'ac.uk', 'de'],
  },
  { group: 'offices', places: 3, members: [5, 25], activity: 0.35, votes: 1.5, network: buildingNetwork, domain_share: 0.8 },
];

/** Two thirds had their account before the first week; the others join during the weeks. */
const drawJoin = (chance: Chance, weeks: number): number =>
  isLikely(chance, 0.67) ? weekStart(0) - drawAge(chance) : weekStart(0) + chance.next() * weeks * WEEK;

/** People who use the site over many weeks. */
export const makePopulation = (chance: Chance, weeks: number): Member[] => {
  const members: Member[] = [];
  const add = ({ group, activity, votes }: Pick<Member, 'group' | 'activity' | 'votes'>, email: string, network: Network) =>
    members.push({ person: makePerson(chance, email, network, drawJoin(chance, weeks)), group, activity, votes });
  for (const kind of KINDS)
    for (let n = 0; n < kind.members; n++) {
      const { email, network } = kind.make(chance);
      add(kind, email, network);
    }
  for (const place of PLACES)
    for (let n = 0; n < place.places; n++) {
      const [network, domain] = [place.network(chance), drawDomain(chance, place.endings)];
      for (let left = between(chance, ...place.members); left > 0; left--)
        add(place, isLikely(chance, place.domain_share) ? mailboxAt(chance, domain) : drawMailbox(chance), network);
    }
  return members;
};

/** How many things somebody does who does `mean` on average: at least one, rarely many. */
export const drawNumber = (chance: Chance, mean: number): number => {
  let number = 1;
  while (number < 12 && isLikely(chance, 1 - 1 / mean)) number++;
  return number;
};

/** Launches that a visitor likes. */
export const pickLaunches = <L extends { appeal: number }>(chance: Chance, launches: readonly L[], n: number): L[] =>
  pickSeveral(
    chance,
    launches.map((launch) => [launch, launch.appeal] as const),
    n,
  );
