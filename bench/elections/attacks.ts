import type { AGES, MAIL, NETWORKS, TIMINGS } from './means.ts';

/** How accounts are made to look alive before they are used. */
export type WarmUp =
  /** Votes for launches at random, or for those that lead anyway. */
  | 'random'
  | 'leaders'
  /** Comments and follows. */
  | 'comments'
  /** Votes for other customers of the same farm, week after week. */
  | 'customers'
  /** One of the first three of each earlier week, so that their votes look like good taste. */
  | 'winners'
  /** Everything: visits, votes, follows, comments and the digest. */
  | 'signs of life'
  /** No more than honest visitors do besides: few look around, follow or comment in the same visit. */
  | 'curious'
  /** Paid people who follow the launch and comment on it after the vote. */
  | 'paid comments';

export interface Means {
  mail: keyof typeof MAIL;
  network: keyof typeof NETWORKS;
  age: keyof typeof AGES;
  /** Also at the times of honest votes: those of the target's newsletter, of the target, or of all launches. */
  timing: keyof typeof TIMINGS | 'with the newsletter' | 'with its voters' | 'with all voters';
  warm_up?: WarmUp;
  /** The page they claim to come from. */
  referrer?: 'social' | 'newsletter';
  /** The share that signs in with Google. */
  google?: number;
  /** All sign in with GitHub, or as honest people do. */
  sign_in?: 'github' | 'usual';
}

export interface Attack {
  name: string;
  /** In dollars. What it buys is in `prices.ts`. */
  budget: number;
  /**
   * Which launch gets the votes: one outside the first three, one of those with a newsletter or a community of one language, the fourth, or
   * a rival among the first three.
   */
  target?: 'newsletter' | 'community' | 'fourth' | 'rival';
  /** Makers who vote for each other: all of a small ring, or as many as have time of a large one. Rings have no means. */
  ring?: 'small' | 'in turns';
  means: Means[];
  /** Passwords of members are stolen, instead of making accounts. */
  are_stolen?: boolean;
  /** As many votes as honest ones came by the newsletter. */
  like_newsletter?: boolean;
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
  { name: 'a ring of makers', budget: 60, ring: 'small', means: [] },
  {
    name: 'real people, paid',
    budget: 60,
    are_real: true,
    means: [{ mail: 'real mailboxes', network: 'their own', age: 'fresh', timing: 'fading away' }],
  },

  // Accounts with a life, and accounts of others.
  one('warmed up with signs of life', 60, 'bought mailboxes', 'residential', 'weeks', 'usual hours', { warm_up: 'signs of life' }),
  one('warmed up on winners of earlier weeks', 60, 'bought mailboxes', 'residential', 'weeks', 'with all voters', { warm_up: 'winners' }),
  {
    ...one('warmed up, a small push for the fourth', 10, 'bought mailboxes', 'residential', 'weeks', 'with its voters', {
      warm_up: 'signs of life',
    }),
    target: 'fourth',
    most: 25,
  },
  one('bought GitHub accounts', 60, 'GitHub accounts', 'residential', 'fresh', 'fading away', { referrer: 'social', sign_in: 'github' }),
  one('bought mailboxes in the last minutes', 60, 'bought mailboxes', 'residential', 'months', 'last minutes', { warm_up: 'random' }),
  { ...one('bought passwords of members', 60, 'real mailboxes', 'residential', 'months', 'with its voters'), are_stolen: true, most: 25 },

  // Copies of honest people.
  one('hidden among usual visitors', 60, 'usual mixture', 'usual mixture', 'fresh', 'with all voters', {
    warm_up: 'curious',
    sign_in: 'usual',
  }),
  {
    ...one('hidden in a newsletter, one for each reader', 60, 'usual mixture', 'usual mixture', 'fresh', 'with the newsletter', {
      referrer: 'newsletter',
      sign_in: 'usual',
      warm_up: 'curious',
    }),
    target: 'newsletter',
    like_newsletter: true,
  },
  {
    ...one('hidden in a language community', 30, 'bought mailboxes', 'mobile proxies of one carrier', 'fresh', 'with its voters'),
    target: 'community',
  },
  {
    name: 'a mixture: six groups of nine',
    budget: 20,
    most: 54,
    means: [
      { mail: 'bought mailboxes', network: 'residential', age: 'weeks', timing: 'usual hours' },
      { mail: 'bought mailboxes', network: 'mobile proxies', age: 'fresh', timing: 'fading away', referrer: 'social' },
      { mail: 'forwarding addresses', network: 'residential', age: 'fresh', timing: 'usual hours' },
      { mail: 'catch-alls of 5', network: 'residential', age: 'a few days', timing: 'dripping' },
      { mail: 'GitHub accounts', network: 'residential', age: 'fresh', timing: 'with its voters', sign_in: 'github' },
      { mail: 'bought Gmail', network: 'residential', age: 'fresh', timing: 'with its voters', google: 1 },
    ],
  },

  // Rivals that look as if they had bought votes.
  {
    ...one('a rival framed by a farm', 40, 'catch-alls of 10', 'VPN', 'months', 'with its voters', { warm_up: 'customers' }),
    target: 'rival',
  },
  {
    name: 'a rival framed while its people vote',
    budget: 30,
    target: 'rival',
    means: [
      { mail: 'throw-away, known', network: 'VPN', age: 'fresh', timing: 'with its voters', referrer: 'newsletter' },
      { mail: 'one catch-all', network: 'mobile proxies', age: 'fresh', timing: 'with its voters', referrer: 'newsletter' },
      { mail: 'bought mailboxes', network: 'residential pool', age: 'fresh', timing: 'with its voters', referrer: 'newsletter' },
    ],
  },

  // People.
  { name: 'a ring of 30 makers in turns', budget: 60, ring: 'in turns', means: [] },
  {
    ...one('real people of a site for small tasks', 100, 'mailboxes of workers', 'telephones of workers', 'fresh', 'working days of Asia', {
      warm_up: 'paid comments',
    }),
    are_real: true,
  },
];
