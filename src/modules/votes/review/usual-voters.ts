import { isFreeMail } from '../mail-domains.ts';
import {
  ageInDays,
  groupBy,
  type IdentityProvider,
  type Member,
  SEVERAL_VOTES,
  SIGNS,
  type VoteEvidence,
  WITH_GOOGLE,
  WITH_OTHERS,
} from './evidence.ts';

/** Classes of voters: who signed up to vote, who had an account, and who voted before. Launches have them in different shares. */
const CLASSES = 3;
const [SIGNED_UP, HAD_ACCOUNT, VOTED_BEFORE, REGULAR] = [0, 1, 2, 3];
export const classOf = (vote: Member): number => (vote.earlier_weeks > 0 ? VOTED_BEFORE : ageInDays(vote) < 1 ? SIGNED_UP : HAD_ACCOUNT);

/** Regulars show more signs than who voted once or twice before, so these are classes of their own where signs are expected. */
const REGULAR_WEEKS = 3;
const habitOf = (vote: Member): number => (vote.earlier_weeks >= REGULAR_WEEKS ? REGULAR : classOf(vote));

/** The provider of the mailbox. All own domains are one. */
const hostOf = ({ mail_host }: Member): string => (mail_host && isFreeMail(mail_host) ? mail_host : 'own');

/** Upper ends of the ranges that numbers are put into. */
const AGES_IN_DAYS = [1 / 24, 1, 2, 7, 14, 30, 60, 120, 365];
const EARLIER_WEEKS = [1, 2, 3, 5, 8];
const NEIGHBOURS = [1, 3, 10, 30];
const COMPANIONS = [2, 3, 5, 9];
const MOST_COMPANIONS = 12;

const rangeOf = (ends: number[], value: number): number => {
  const at = ends.findIndex((end) => value < end);
  return at < 0 ? ends.length : at;
};

/**
 * Facts about a person, as short values. How they are spread among the voters of a class is known from the site's history. Null says nothing
 * that the class or another fact does not say, and must not be counted twice.
 */
export const FACTS: ((vote: Member) => string | number | null)[] = [
  hostOf,
  (vote) => rangeOf(AGES_IN_DAYS, ageInDays(vote)),
  ({ earlier_weeks }) => (earlier_weeks === 0 ? null : rangeOf(EARLIER_WEEKS, earlier_weeks)),
  ({ neighbours }) => rangeOf(NEIGHBOURS, neighbours),
  // At a large provider it says nothing, and larger groups are judged by themselves.
  (vote) => (hostOf(vote) !== 'own' || vote.with_domain > MOST_COMPANIONS ? null : rangeOf(COMPANIONS, vote.with_domain)),
];

/** Which of them is the provider of the mailbox. */
export const MAILBOX = 0;

/** Counts values, and says how likely each is. */
export interface Spread {
  add(value: string | number, weight?: number): void;
  /** The natural logarithm. */
  logOf(value: string | number): number;
}

/** About as many values as a fact has that were not counted yet. */
export const OTHER_VALUES = 10;

/** `unseen` is the weight of any value that was not counted. */
export const createSpread = (unseen: number): Spread => {
  const counts = new Map<string | number, number>();
  let total = 0;
  return {
    add(value, weight = 1) {
      counts.set(value, (counts.get(value) ?? 0) + weight);
      total += weight;
    },
    logOf: (value) => Math.log(((counts.get(value) ?? 0) + unseen) / (total + unseen * (counts.size + OTHER_VALUES))),
  };
};

/** The voters of a site as they usually are. */
export interface UsualVoters {
  /** By class and fact. */
  facts: Spread[][];
  /** How likely a vote shows each sign, by habit. */
  signs: number[][];
  /** How likely a vote is of somebody who votes for several launches, by habit. */
  several_votes: number[];
  /** How likely an account signs in with Google and with another provider, by the provider of its mailbox. */
  identified: Map<string, number[]>;
  /** Whether anybody here signs in with each of them. Many sites offer neither. */
  in_use: Record<IdentityProvider, boolean>;
}

/** What is expected before a site has a history, and how many votes this weighs as much as. */
const PRIOR_SIGNS = [
  [0.25, 0.05, 0.1, 0.08],
  [0.25, 0.05, 0.1, 0.08],
  [0.3, 0.05, 0.15, 0.15],
  [0.3, 0.05, 0.15, 0.15],
];
const PRIOR_VOTES = 40;
const [OF_GMAIL, OF_OTHERS] = [
  [0.45, 0.05],
  [0.07, 0.08],
];
const PRIOR_IDENTIFIED: Record<string, number[]> = { 'gmail.com': OF_GMAIL, 'googlemail.com': OF_GMAIL };
const priorOf = (host: string): number[] => PRIOR_IDENTIFIED[host] ?? OF_OTHERS;
const PRIOR_VOTES_OF_HOST = 20;
/** Makers bring people who look around more or less, so this is a low number and not one of the history. */
const SEVERAL_VOTES_EXPECTED = [0.05, 0.05, 0.1, 0.1];
/** Honest crowds differ, so a little less is expected than is usual. */
const MARGIN = 0.85;

const rateOf = (votes: Member[], sign: number, prior: number, weight: number): number =>
  (MARGIN * (votes.filter(({ signs }) => signs[sign]).length + prior * weight)) / (votes.length + weight);

/** Describes the voters of earlier weeks. The votes of the week itself only say with which providers people sign in here. */
export const describeUsualVoters = (votes: Member[], week: VoteEvidence[]): UsualVoters => {
  const isInUse = (provider: IdentityProvider): boolean =>
    [votes, week].some((group) => group.some(({ identified_by }) => identified_by === provider));
  const in_use = { google: isInUse('google'), other: isInUse('other') };
  const facts = Array.from({ length: CLASSES }, () => FACTS.map(() => createSpread(0.3)));
  for (const vote of votes)
    FACTS.forEach((of, i) => {
      const value = of(vote);
      if (value !== null) facts[classOf(vote)]![i]!.add(value);
    });
  // Who votes for several launches does more of everything, and would count several times.
  const single = groupBy(
    votes.filter(({ signs }) => !signs[SEVERAL_VOTES]),
    (vote) => [habitOf(vote)],
  );
  const rates = PRIOR_SIGNS.map((priors, kind) => priors.map((prior, sign) => rateOf(single.get(kind) ?? [], sign, prior, PRIOR_VOTES)));
  // Who voted before does at least as much as who did not. Otherwise farms that vote every week would be what is usual.
  const signs = rates.map((of_class, kind) => [
    ...of_class.map((rate, sign) => (kind > HAD_ACCOUNT ? Math.max(rate, rates[HAD_ACCOUNT]![sign]!) : rate)),
    SEVERAL_VOTES_EXPECTED[kind]!,
  ]);
  const identified = new Map(
    [...groupBy(votes, (vote) => [hostOf(vote)])].map(([host, group]) => {
      return [host, priorOf(host).map((prior, sign) => rateOf(group, sign, prior, PRIOR_VOTES_OF_HOST))];
    }),
  );
  const by_habit = groupBy(votes, (vote) => [habitOf(vote)]);
  const several_votes = SEVERAL_VOTES_EXPECTED.map((prior, kind) => rateOf(by_habit.get(kind) ?? [], SEVERAL_VOTES, prior, PRIOR_VOTES));
  return { facts, signs, several_votes, identified, in_use };
};

const expectIdentity = ({ identified, in_use }: UsualVoters, vote: Member, sign: number): number => {
  if (!in_use[sign === WITH_GOOGLE ? 'google' : 'other']) return 0;
  const host = hostOf(vote);
  return identified.get(host)?.[sign] ?? MARGIN * priorOf(host)[sign]!;
};

/** How likely a usual voter like this one shows each sign. */
export const expectSigns = (usual: UsualVoters, vote: Member): number[] =>
  SIGNS.map((_, sign) =>
    sign === WITH_GOOGLE || sign === WITH_OTHERS ? expectIdentity(usual, vote, sign) : usual.signs[habitOf(vote)]![sign]!,
  );

/** How likely a usual voter signs in with Google, whatever the provider of the mailbox. */
export const expectGoogle = ({ signs, in_use }: UsualVoters, vote: Member): number =>
  in_use.google ? signs[habitOf(vote)]![WITH_GOOGLE]! : 0;

/** As `expectSigns`, but votes for several launches are as likely as they are on this site. */
export const describeSigns = (usual: UsualVoters, vote: Member): number[] =>
  expectSigns(usual, vote).map((rate, sign) => (sign === SEVERAL_VOTES ? usual.several_votes[habitOf(vote)]! : rate));
