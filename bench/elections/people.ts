import type { Chance } from '../support/random.ts';
import { drawWait, isLikely, pickWeighted } from './draws.ts';
import type { Network } from './networks.ts';
import { DAY, MINUTE } from './times.ts';

export type SignIn = 'link' | 'password' | 'google' | 'github';

export interface Person {
  email: string;
  sign_in: SignIn;
  created_at: number;
  network: Network;
  is_subscriber: boolean;
  /** Set when the account is written. */
  account_id?: number;
}

export interface Launch {
  week: number;
  slug: string;
  name: string;
  domain: string;
  maker: Person;
  /** How much visitors of the site like it. */
  appeal: number;
}

/** Why a vote was cast: by somebody who means it, for money, or to make an account look alive. */
export type Motive = 'honest' | 'bought' | 'cover';

export interface Ballot {
  person: Person;
  launch: Launch;
  at: number;
  address: string;
  /** The page people came from, if their browser says. */
  referrer: string | null;
  motive: Motive;
  /** The honest group, or the name of the attack. */
  group: string;
}

/** What else people do. */
export interface Activity {
  kind: 'comment' | 'follow' | 'visit';
  person: Person;
  launch: Launch | null;
  at: number;
  address: string;
}

/** Google for most people with Gmail, else the emailed link: of a hundred people each. Assumption. */
const SIGN_INS = {
  gmail: [
    ['google', 55],
    ['link', 33],
    ['password', 6],
    ['github', 6],
  ],
  other: [
    ['link', 68],
    ['password', 12],
    ['github', 12],
    ['google', 8],
  ],
} as const;

export const drawSignIn = (chance: Chance, email: string): SignIn =>
  pickWeighted<SignIn>(chance, SIGN_INS[/@(gmail|googlemail)\.com$/.test(email) ? 'gmail' : 'other']);

/** The share of people, with Gmail or with another mailbox, who sign in with a provider. */
export const shareOfSignIn = (mailbox: keyof typeof SIGN_INS, provider: SignIn): number =>
  SIGN_INS[mailbox].reduce((sum, [sign_in, percent]) => sum + (sign_in === provider ? percent / 100 : 0), 0);

/** The age of an account that existed before: from a day to three years, half of them under five months. */
export const drawAge = (chance: Chance): number => Math.min(DAY + drawWait(chance, 200 * DAY), 1100 * DAY);

/** How long people take from the sign-up to the vote when they sign up in order to vote: opening the mail, or a click at Google. */
export const drawSignUpDelay = (chance: Chance): number => 20_000 + drawWait(chance, 3 * MINUTE);

/** Referrers by how people come: apps and mail programs send none, browsers only the origin. */
export const drawSocialReferrer = (chance: Chance): string | null =>
  pickWeighted(chance, [
    [null, 45],
    ['https://t.co/', 20],
    ['https://www.linkedin.com/', 12],
    ['https://www.reddit.com/', 9],
    ['https://news.ycombinator.com/', 6],
    ['https://www.facebook.com/', 4],
    ['https://bsky.app/', 4],
  ]);

export const drawMailReferrer = (chance: Chance): string | null =>
  isLikely(chance, 0.7) ? null : chance.of(['https://mail.google.com/', 'https://outlook.live.com/', 'https://mail.yahoo.com/']);

export const drawSiteReferrer = (chance: Chance): string | null =>
  pickWeighted(chance, [
    [null, 60],
    ['https://www.google.com/', 30],
    ['https://duckduckgo.com/', 5],
    ['https://www.bing.com/', 5],
  ]);
