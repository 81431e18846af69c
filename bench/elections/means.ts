import type { Chance } from '../support/random.ts';
import { between, drawWait, isLikely } from './draws.ts';
import {
  drawDisposable,
  drawDomain,
  drawLocalPart,
  drawMailbox,
  drawRandomPart,
  drawRelayMailbox,
  drawSoldMailbox,
  mailboxAt,
  type SpellingProvider,
  spellMailbox,
} from './mailboxes.ts';
import {
  carrierNetwork,
  homeNetwork,
  type Network,
  oneCarrier,
  prefixNetwork,
  rangeNetwork,
  residentialNetwork,
  serverNetwork,
  serversNetwork,
  vpnNetwork,
} from './networks.ts';
import { drawSignUpDelay } from './people.ts';
import type { Bill } from './prices.ts';
import { DAY, drawHour, drawUsualTime, HOUR, MINUTE, WEEK } from './times.ts';

/** Mail addresses for this many accounts, and what they cost. */
type MailSource = (chance: Chance, accounts: number) => { emailAt(at: number): string; bill: Bill };

const catchAll =
  (accounts_per_domain: number): MailSource =>
  (chance, accounts) => {
    const domains = Array.from({ length: Math.max(1, Math.ceil(accounts / accounts_per_domain)) }, () =>
      drawDomain(chance, ['xyz', 'site', 'shop', 'online', 'com', 'click']),
    );
    return { emailAt: (at) => mailboxAt(chance, domains[at % domains.length]!), bill: { domain: domains.length } };
  };

const spelled =
  (provider: SpellingProvider, accounts_per_mailbox = Number.POSITIVE_INFINITY): MailSource =>
  (chance, accounts) => {
    const mailboxes = Array.from({ length: Math.max(1, Math.ceil(accounts / accounts_per_mailbox)) }, () => spellMailbox(provider, chance));
    return {
      emailAt: (at) => mailboxes[at % mailboxes.length]!(Math.floor(at / mailboxes.length)),
      bill: mailboxes.length > 1 ? { gmail: mailboxes.length } : { free_mailbox: 1 },
    };
  };

/** The share of usual accounts with Gmail. */
export const USUAL_GMAIL = 0.58;

export const MAIL = {
  'one catch-all': catchAll(Number.POSITIVE_INFINITY),
  'catch-alls of 20': catchAll(20),
  'catch-alls of 10': catchAll(10),
  'catch-alls of 5': catchAll(5),
  'catch-alls of 3': catchAll(3),
  'a domain each': catchAll(1),
  'Gmail spellings': spelled('gmail'),
  'Fastmail spellings': spelled('fastmail'),
  'Proton spellings': spelled('proton'),
  'Outlook spellings': spelled('outlook'),
  'iCloud spellings': spelled('icloud'),
  'Yahoo spellings': spelled('yahoo'),
  '5 spellings of each Gmail': spelled('gmail', 5),
  'forwarding addresses': (chance, _) => ({ emailAt: () => drawRelayMailbox(chance), bill: { free_mailbox: 1 } }),
  'throw-away, known': (chance) => ({ emailAt: () => drawDisposable(chance), bill: {} }),
  'throw-away, new domains': (chance, accounts) => {
    const domains = Array.from({ length: Math.ceil(accounts / 25) }, () => drawDomain(chance, ['com', 'net', 'org']));
    return {
      emailAt: () => `${drawRandomPart(chance)}${between(chance, 0, 1e6)}@${chance.of(domains)}`,
      bill: { new_disposable_domain: domains.length },
    };
  },
  'bought mailboxes': (chance, accounts) => ({ emailAt: () => drawSoldMailbox(chance), bill: { sold_mailbox: accounts } }),
  'bought Gmail': (chance, accounts) => ({
    emailAt: () => `${drawLocalPart(chance)}${between(chance, 0, 1e6)}@gmail.com`,
    bill: { gmail: accounts },
  }),
  'aged Gmail': (chance, accounts) => ({
    emailAt: () => `${drawLocalPart(chance)}${between(chance, 0, 1e6)}@gmail.com`,
    bill: { aged_gmail: accounts },
  }),
  /** Accounts at GitHub, which vouches for their mailbox. */
  'GitHub accounts': (chance, accounts) => ({ emailAt: () => drawSoldMailbox(chance), bill: { github_account: accounts } }),
  /** As the site's own people have them, as far as they are for sale: bought Gmail, catch-alls of three as companies, and other providers. */
  'usual mixture': (chance, accounts) => {
    const companies = catchAll(3)(chance, accounts * 0.12);
    return {
      emailAt: (at) => {
        const drawn = chance.next();
        if (drawn < USUAL_GMAIL) return `${drawLocalPart(chance)}${between(chance, 0, 1e6)}@gmail.com`;
        return drawn < 0.7 ? companies.emailAt(at) : drawSoldMailbox(chance);
      },
      bill: { ...companies.bill, gmail: accounts * USUAL_GMAIL, sold_mailbox: accounts * 0.3 },
    };
  },
  /** People who live from small tasks: almost all have Gmail. */
  'mailboxes of workers': (chance) => ({
    emailAt: () => (isLikely(chance, 0.9) ? mailboxAt(chance, 'gmail.com') : drawMailbox(chance)),
    bill: {},
  }),
  'real mailboxes': (chance) => ({ emailAt: () => drawMailbox(chance), bill: {} }),
} as const satisfies Record<string, MailSource>;

/** The networks of this many accounts, and what they cost for this many visits. */
type NetworkSource = (chance: Chance, accounts: number, visits: number) => { networkOf(at: number): Network; bill: Bill };

const shared =
  (make: (chance: Chance) => Network, bill: Bill): NetworkSource =>
  (chance) => {
    const network = make(chance);
    return { networkOf: () => network, bill };
  };

export const NETWORKS = {
  'one address': shared(serverNetwork, { server: 1 }),
  '5 servers': shared((chance) => serversNetwork(chance, 5), { server: 5 }),
  '30 addresses': shared((chance) => serversNetwork(chance, 30), { server: 1, server_address: 30 }),
  /** In step with catch-alls of 20: everybody of a domain has its address, like an office. */
  'an address per 20': (chance, accounts) => {
    const networks = Array.from({ length: Math.ceil(accounts / 20) }, () => homeNetwork(chance)(chance));
    return { networkOf: (at) => () => networks[at % networks.length]!, bill: { server_address: networks.length } };
  },
  'a /24': shared(rangeNetwork, { ipv4_range: 1 }),
  'an IPv6 /48': shared((chance) => prefixNetwork(chance, 48), { server: 1 }),
  'an IPv6 /32': shared((chance) => prefixNetwork(chance, 32), { ipv6_block: 1 }),
  VPN: shared(() => vpnNetwork, { vpn_month: 1 }),
  /** One household per account, as a careful seller offers. */
  residential: (chance, _, visits) => ({ networkOf: () => homeNetwork(chance), bill: { residential_visit: visits } }),
  /** A cheap pool, where addresses come again. */
  'residential pool': (chance, accounts, visits) => {
    const network = residentialNetwork(chance, Math.ceil(accounts / 3));
    return { networkOf: () => network, bill: { residential_visit: visits } };
  },
  'mobile proxies': (chance, _, visits) => ({ networkOf: () => carrierNetwork(chance), bill: { mobile_visit: visits } }),
  /** Telephones of one country. */
  'mobile proxies of one carrier': (chance, _, visits) => ({ networkOf: oneCarrier(chance), bill: { mobile_visit: visits } }),
  'usual mixture': (chance, _, visits) => ({
    networkOf: () => (isLikely(chance, 0.74) ? homeNetwork(chance) : carrierNetwork(chance)),
    bill: { residential_visit: visits * 0.74, mobile_visit: visits * 0.26 },
  }),
  /** Their own connections, in two countries. */
  'telephones of workers': (chance) => {
    const countries = [oneCarrier(chance), oneCarrier(chance)];
    return { networkOf: () => (isLikely(chance, 0.3) ? homeNetwork(chance) : chance.of(countries)()), bill: {} };
  },
  'their own': (chance) => ({ networkOf: () => (isLikely(chance, 0.5) ? homeNetwork(chance) : carrierNetwork(chance)), bill: {} }),
} as const satisfies Record<string, NetworkSource>;

/** When the accounts were made, before their vote. */
export const AGES = {
  fresh: (chance) => drawSignUpDelay(chance),
  '25 hours': (chance) => 25 * HOUR + chance.below(HOUR),
  'a few days': (chance) => 2 * DAY + chance.below(5 * DAY),
  weeks: (chance) => 14 * DAY + chance.below(40 * DAY),
  months: (chance) => 60 * DAY + chance.below(300 * DAY),
} as const satisfies Record<string, (chance: Chance) => number>;

/** When the votes come. */
type Timing = (chance: Chance, start: number) => () => number;

/** A busy hour of the first five days. */
const drawMoment = (chance: Chance, start: number): number => start + chance.below(5) * DAY + drawHour(chance) + chance.below(HOUR);

export const TIMINGS = {
  'at once': (chance, start) => {
    const from = drawMoment(chance, start);
    return () => from + chance.below(25 * MINUTE);
  },
  waves: (chance, start) => {
    const waves = Array.from({ length: 5 }, () => drawMoment(chance, start));
    return () => chance.of(waves) + chance.below(50 * MINUTE);
  },
  dripping: (chance, start) => () => start + chance.below(WEEK - HOUR),
  'usual hours': (chance, start) => () => drawUsualTime(chance, start),
  /** Like a post that people answer. */
  'fading away': (chance, start) => {
    const from = drawMoment(chance, start);
    return () => Math.min(from + drawWait(chance, 9 * HOUR), start + WEEK - HOUR + chance.below(50 * MINUTE));
  },
  /** Workers take up a task for three days, in the daytime of South Asia. */
  'working days of Asia': (chance, start) => {
    const first_day = chance.below(3);
    return () => start + (first_day + chance.below(3)) * DAY + 3 * HOUR + chance.below(13 * HOUR);
  },
  /** Too late for anybody to look. */
  'last minutes': (chance, start) => () => start + WEEK - 25 * MINUTE + chance.below(24 * MINUTE),
  'last hours': (chance, start) => () => start + WEEK - 2 * HOUR + chance.below(2 * HOUR - MINUTE),
} as const satisfies Record<string, Timing>;
