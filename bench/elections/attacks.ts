import type { AGES, MAIL, NETWORKS, TIMINGS } from './means.ts';

/** How accounts are made to look alive before they are used. */
export type WarmUp =
  /** Votes for launches at random, or for those that lead anyway. */
  | 'random'
  | 'leaders'
  /** Comments and follows. */
  | 'comments'
  /** Votes for other customers of the same farm, week after week. */
  | 'customers';

export interface Means {
  mail: keyof typeof MAIL;
  network: keyof typeof NETWORKS;
  age: keyof typeof AGES;
  timing: keyof typeof TIMINGS | 'with the newsletter';
  warm_up?: WarmUp;
  /** The page they claim to come from. */
  referrer?: 'social' | 'newsletter';
  /** The share that signs in with Google. */
  google?: number;
}

export interface Attack {
  name: string;
  /** In dollars. What it buys is in `prices.ts`. */
  budget: number;
  /** Which launch gets the votes: one outside the first three, one with a newsletter, or a rival among the first three. */
  target?: 'newsletter' | 'rival';
  /** A ring has no means: makers vote for each other. */
  means: Means[];
  /** More votes than this are not tried. */
  most?: number;
  /** Real people who are paid each. */
  are_real?: boolean;
}

const one = (
  name: string,
  budget: number,
  mail: Means['mail'],
  network: Means['network'],
  age: Means['age'],
  timing: Means['timing'],
  rest: Omit<Means, 'mail' | 'network' | 'age' | 'timing'> = {},
): Attack => ({ name, budget, means: [{ mail, network, age, timing, ...rest }] });

/** Written by somebody who has not read the rules. */
export const ATTACKS: Attack[] = [
  // What counted in trials.
  one('one address, one catch-all, 25 hours old', 20, 'one catch-all', 'one address', '25 hours', 'at once'),
  one('one address, one catch-all, dripping', 20, 'one catch-all', 'one address', 'a few days', 'dripping'),
  one('a /24, bought mailboxes', 150, 'bought mailboxes', 'a /24', 'fresh', 'at once'),
  one('a /24, aged catch-alls in waves', 150, 'catch-alls of 10', 'a /24', 'weeks', 'waves'),
  one('an IPv6 /48, one catch-all', 20, 'one catch-all', 'an IPv6 /48', 'fresh', 'waves'),
  one('an IPv6 /32, many catch-alls', 80, 'catch-alls of 10', 'an IPv6 /32', '25 hours', 'dripping'),
  one('30 servers, bought mailboxes', 60, 'bought mailboxes', '30 addresses', '25 hours', 'waves'),

  // One mailbox, many spellings.
  one('Gmail spellings', 20, 'Gmail spellings', 'residential pool', 'fresh', 'usual hours'),
  one('Fastmail spellings', 20, 'Fastmail spellings', 'residential', 'fresh', 'at once'),
  one('Proton spellings', 20, 'Proton spellings', 'residential', '25 hours', 'waves'),
  one('Outlook spellings by VPN', 20, 'Outlook spellings', 'VPN', 'a few days', 'dripping'),
  one('iCloud spellings', 20, 'iCloud spellings', 'residential', 'fresh', 'fading away', { referrer: 'social' }),
  one('Yahoo spellings by telephone', 30, 'Yahoo spellings', 'mobile proxies', 'weeks', 'usual hours'),
  one('five spellings of each Gmail', 40, '5 spellings of each Gmail', 'residential', 'a few days', 'fading away'),
  one('forwarding addresses', 20, 'forwarding addresses', 'residential', 'fresh', 'waves'),

  // Throw-away mailboxes and domains.
  one('throw-away, known', 20, 'throw-away, known', 'residential', 'fresh', 'fading away'),
  one('throw-away, new domains', 20, 'throw-away, new domains', 'residential', 'fresh', 'fading away', { referrer: 'social' }),
  one('catch-alls of five', 60, 'catch-alls of 5', 'residential', 'fresh', 'usual hours', { referrer: 'social' }),
  one('catch-alls of three', 120, 'catch-alls of 3', 'residential', 'a few days', 'usual hours'),
  one('a domain each', 300, 'a domain each', 'residential', 'weeks', 'usual hours'),
  { ...one('sham offices', 60, 'catch-alls of 20', 'an address per 20', 'fresh', 'waves'), most: 60 },
  one('catch-alls in the last hours', 60, 'catch-alls of 10', 'residential', '25 hours', 'last hours'),

  // Real mailboxes.
  one('bought mailboxes at once', 30, 'bought mailboxes', 'residential', 'fresh', 'at once'),
  one('bought mailboxes like a post', 30, 'bought mailboxes', 'residential pool', 'fresh', 'fading away', { referrer: 'social' }),
  one('bought mailboxes, weeks old, dripping', 40, 'bought mailboxes', 'residential', 'weeks', 'dripping'),
  one('bought mailboxes, months old, usual hours', 60, 'bought mailboxes', 'residential', 'months', 'usual hours'),
  one('bought mailboxes by VPN', 30, 'bought mailboxes', 'VPN', 'fresh', 'dripping'),
  one('bought mailboxes by telephone', 40, 'bought mailboxes', 'mobile proxies', 'fresh', 'usual hours'),
  one('bought Gmail like a post', 100, 'bought Gmail', 'residential', 'fresh', 'fading away', { referrer: 'social', google: 0.7 }),
  one('aged Gmail, warmed up', 300, 'aged Gmail', 'residential', 'months', 'usual hours', { warm_up: 'random', google: 0.7 }),

  // Accounts that look alive.
  one('warmed up at random', 60, 'bought mailboxes', 'residential', 'weeks', 'usual hours', { warm_up: 'random' }),
  one('warmed up on the leaders', 60, 'bought mailboxes', 'residential', 'weeks', 'fading away', { warm_up: 'leaders' }),
  one('warmed up with comments', 60, 'bought mailboxes', 'residential', 'weeks', 'usual hours', { warm_up: 'comments' }),
  one('a farm with several customers', 60, 'bought mailboxes', 'residential', 'months', 'usual hours', { warm_up: 'customers' }),
  one('a cheap farm with several customers', 60, 'catch-alls of 10', 'VPN', 'months', 'waves', { warm_up: 'customers' }),

  // Mixtures.
  {
    name: 'a mixture: real mailboxes and catch-alls',
    budget: 60,
    means: [
      { mail: 'bought mailboxes', network: 'residential', age: 'fresh', timing: 'fading away', referrer: 'social' },
      { mail: 'catch-alls of 10', network: 'an IPv6 /48', age: '25 hours', timing: 'dripping' },
    ],
  },
  {
    name: 'a mixture: spellings and warmed up',
    budget: 60,
    means: [
      { mail: 'Gmail spellings', network: 'residential', age: 'fresh', timing: 'usual hours' },
      { mail: 'bought mailboxes', network: 'residential', age: 'weeks', timing: 'usual hours', warm_up: 'random' },
    ],
  },

  // People, bursts and rivals.
  {
    name: 'hidden in a newsletter',
    budget: 30,
    target: 'newsletter',
    means: [{ mail: 'bought mailboxes', network: 'residential', age: 'fresh', timing: 'with the newsletter', referrer: 'newsletter' }],
  },
  {
    name: 'hidden in a newsletter, catch-alls',
    budget: 60,
    target: 'newsletter',
    means: [{ mail: 'catch-alls of 10', network: 'residential pool', age: 'fresh', timing: 'with the newsletter' }],
  },
  {
    name: 'a rival boosted clumsily',
    budget: 20,
    target: 'rival',
    means: [{ mail: 'throw-away, known', network: 'one address', age: 'fresh', timing: 'at once' }],
  },
  {
    name: 'a rival boosted like its own people',
    budget: 40,
    target: 'rival',
    means: [{ mail: 'bought mailboxes', network: 'residential', age: 'fresh', timing: 'with the newsletter', referrer: 'newsletter' }],
  },
  { name: 'a ring of makers', budget: 60, means: [] },
  {
    name: 'real people, paid',
    budget: 60,
    are_real: true,
    means: [{ mail: 'real mailboxes', network: 'their own', age: 'fresh', timing: 'fading away' }],
  },
];
