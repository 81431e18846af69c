import { DIGEST, isLively, type Member, SIGNS, WITH_GOOGLE, WITH_OTHERS, weighShortage } from './evidence.ts';
import { classOf, describeSigns, expectGoogle, expectSigns, FACTS, MAILBOX, OTHER_VALUES, type UsualVoters } from './usual-voters.ts';

/**
 * Finds votes that came in excess. A launch's votes are taken as a mixture of the site's usual voters and of one other crowd, about which
 * nothing is known but what the votes themselves show (expectation maximization). That alone is no reproach: every maker has a circle
 * of their own. The crowd is suspicious if it shows far fewer signs of life than usual voters of the same kind.
 */

const SIX_HOURS = 6 * 3_600_000;

/** Facts about a launch's own circle, which are different for each launch. */
const CIRCLE: ((vote: Member) => string | number)[] = [
  classOf,
  ({ came_from }) => came_from ?? '',
  ({ cast_at }) => Math.floor(cast_at.getTime() / SIX_HOURS),
];

interface Candidate {
  vote: Member;
  /** The logarithms of how likely a usual voter of its class has these facts: all of them, and the provider of the mailbox. */
  usual: number;
  usual_mailbox: number;
}

/** What is known of all votes for a launch, as numbers. A fit reads each of them many times. */
interface Table {
  /** By fact and vote: the number of its value. Facts of the circle come last. */
  values: Int32Array[];
  /** How many values each fact has. */
  sizes: number[];
  usual: Float64Array;
  usual_mailbox: Float64Array;
  /** By sign and vote: whether it is shown, and how likely a usual voter like this one shows it. */
  shown: Uint8Array[];
  expected: Float64Array[];
  /** The same, but as likely as on this site: makers bring people who look around less. */
  typical: Float64Array[];
  /** How likely a usual voter signs in with Google, whatever the provider of the mailbox. */
  google: Float64Array;
}

interface Fit {
  /** Logarithms of the odds that each vote is of the other crowd. */
  odds: Float64Array;
  /** How much of that a sign makes up, by sign and vote, and the provider of the mailbox. */
  by_sign: Float64Array[];
  by_mailbox: Float64Array;
}

const ROUNDS = 25;
const SETTLED = 0.01;
/** Nobody is sure to show a sign, or not to. */
const LEAST_RATE = 0.005;
/** Weights of a value that was not seen: among all votes of a site, and in the circle of one launch. */
const [UNSEEN_FACT, UNSEEN_IN_CIRCLE] = [0.1, 0.5];
const clamp = (rate: number, least: number): number => Math.min(Math.max(rate, least), 1 - least);
const toShare = (odds: number): number => 1 / (1 + Math.exp(-odds));
const sum = (numbers: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < numbers.length; i++) total += numbers[i]!;
  return total;
};

const NO_VALUE = -1;

const numberValues = (values: (string | number | null)[]): { values: Int32Array; size: number } => {
  const numbers = new Map<string | number, number>();
  for (const value of values) if (value !== null && !numbers.has(value)) numbers.set(value, numbers.size);
  return { values: Int32Array.from(values, (value) => (value === null ? NO_VALUE : numbers.get(value)!)), size: numbers.size };
};

const tabulate = (votes: Candidate[], usual: UsualVoters): Table => {
  const facts = [...FACTS, ...CIRCLE].map((of) => numberValues(votes.map(({ vote }) => of(vote))));
  const expected = votes.map(({ vote }) => expectSigns(usual, vote));
  const typical = votes.map(({ vote }) => describeSigns(usual, vote));
  return {
    values: facts.map(({ values }) => values),
    sizes: facts.map(({ size }) => size),
    usual: Float64Array.from(votes, (vote) => vote.usual),
    usual_mailbox: Float64Array.from(votes, (vote) => vote.usual_mailbox),
    shown: SIGNS.map((_, i) => Uint8Array.from(votes, ({ vote }) => Number(vote.signs[i]))),
    expected: SIGNS.map((_, i) => Float64Array.from(expected, (rates) => rates[i]!)),
    typical: SIGNS.map((_, i) => Float64Array.from(typical, (rates) => rates[i]!)),
    google: Float64Array.from(votes, ({ vote }) => expectGoogle(usual, vote)),
  };
};

/**
 * Adds to the odds of each vote how likely its value of a fact is in the other crowd, and, in the circle, among the usual voters. A vote
 * is compared with the others only: otherwise a rare value would speak for itself.
 */
const addFact = (odds: Float64Array, values: Int32Array, size: number, weights: Float64Array, is_circle: boolean): void => {
  const unseen = is_circle ? UNSEEN_IN_CIRCLE : UNSEEN_FACT;
  const [other, usual] = [new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < values.length; at++) {
    if (values[at] === NO_VALUE) continue;
    other[values[at]!]! += weights[at]!;
    usual[values[at]!]! += 1 - weights[at]!;
  }
  const extra = unseen * (size + OTHER_VALUES);
  const [others, usuals] = [sum(other) + extra, sum(usual) + extra];
  for (let at = 0; at < values.length; at++) {
    const [value, weight] = [values[at]!, weights[at]!];
    if (value === NO_VALUE) continue;
    odds[at]! += Math.log((other[value]! - weight + unseen) / (others - weight));
    if (is_circle) odds[at]! -= Math.log((usual[value]! - (1 - weight) + unseen) / (usuals - (1 - weight)));
  }
};

/** Fits the mixture, beginning with a guess of how likely each vote is of the other crowd. */
const fitCrowd = ({ values, sizes, usual, usual_mailbox, shown, typical }: Table, guess: number[]): Fit => {
  let weights = Float64Array.from(guess);
  for (let round = 1; ; round++) {
    const size = sum(weights);
    const share = clamp(size / guess.length, 0.001);
    const odds = usual.map((log) => Math.log(share / (1 - share)) - log);
    const by_mailbox = usual_mailbox.map((log) => -log);
    addFact(by_mailbox, values[MAILBOX]!, sizes[MAILBOX]!, weights, false);
    for (const [i, of_fact] of values.entries()) addFact(odds, of_fact, sizes[i]!, weights, i >= FACTS.length);
    const by_sign = shown.map((is_shown, i) => {
      const total = sum(weights.map((weight, at) => weight * is_shown[at]!));
      return typical[i]!.map((usual_rate, at) => {
        const rate = clamp((total - weights[at]! * is_shown[at]!) / (size - weights[at]! + 0.5), LEAST_RATE);
        return Math.log(is_shown[at] ? rate / usual_rate : (1 - rate) / (1 - usual_rate));
      });
    });
    for (const of_sign of by_sign) for (let at = 0; at < odds.length; at++) odds[at]! += of_sign[at]!;
    const next = odds.map(toShare);
    const has_settled = next.every((weight, at) => Math.abs(weight - weights[at]!) < SETTLED);
    weights = next;
    if (has_settled || round === ROUNDS) return { odds, by_sign, by_mailbox };
  }
};

/** How unlikely it is that so few of a crowd show a sign, in bits, if the crowd is chosen without some of what makes up its odds. */
const weighWithout = (odds: Float64Array, without: Float64Array[], shown: Uint8Array, expected: Float64Array): number => {
  const weights = odds.map((all, at) => toShare(without.reduce((left, part) => left - part[at]!, all)));
  const weigh = (rates: ArrayLike<number>): number => sum(weights.map((weight, at) => weight * rates[at]!));
  return weighShortage(sum(weights), weigh(shown), weigh(expected));
};

/**
 * How unlikely it is that the crowd shows so few signs, in bits. Each sign is looked for in the crowd as it would be without that sign.
 * Nothing if about as many as usual sign in with a provider: such accounts cost as much as real people. A farm buys mailboxes whose owners
 * rarely do, so Google is also looked for in the crowd as it would be whatever the mailboxes. A crowd that shows all other signs is
 * not blamed for that: not everybody is where Google is.
 */
const weighCrowd = ({ shown, expected, google }: Table, { odds, by_sign, by_mailbox }: Fit): number => {
  const shortages = by_sign.map((of_sign, i) => weighWithout(odds, [of_sign], shown[i]!, expected[i]!));
  const [with_google, with_others, ...others] = shortages as [number, number, ...number[]];
  const without = [by_sign[WITH_GOOGLE]!, by_sign[WITH_OTHERS]!, by_mailbox];
  const whatever_mailbox = weighWithout(odds, without, shown[WITH_GOOGLE]!, google);
  if (with_google + with_others < IDENTIFIED_BITS && whatever_mailbox < WHATEVER_MAILBOX_BITS) return 0;
  const lack = sum(others);
  return lack + with_others + (lack < LACK_BITS ? with_google : Math.max(with_google, whatever_mailbox));
};

const isSilent = ({ signs, earlier_weeks }: Member): boolean => !signs.some(Boolean) && earlier_weeks === 0;

/** With what to begin: silent accounts, those of them that are unusual here, and accounts that only make a show of voting. */
const GUESSES: ((votes: Candidate[]) => number[])[] = [
  (votes) => votes.map(({ vote }) => (isSilent(vote) ? 0.8 : 0.1)),
  (votes) => {
    const middle = votes.map(({ usual }) => usual).sort((a, b) => a - b)[Math.floor(votes.length / 2)]!;
    return votes.map(({ vote, usual }) => (!isLively(vote) && usual < middle ? 0.9 : 0.05));
  },
  (votes) => votes.map(({ vote }) => (isLively(vote) ? 0.05 : vote.earlier_weeks > 2 ? 0.2 : 0.7)),
  (votes) => votes.map(({ vote }) => (vote.signs[DIGEST] ? 0.05 : vote.earlier_weeks > 2 ? 0.2 : 0.7)),
];

const LEAST_VOTES = 8;
/** How much evidence there must be that a crowd is not of real people: 9 coins in a row. Many launches are looked at. */
const CROWD_BITS = 9;
/** How much of it must be that too few sign in with Google or another provider: for their mailboxes, or with Google whatever these are. */
const IDENTIFIED_BITS = 3;
const WHATEVER_MAILBOX_BITS = 6;
/** How much must be lacking otherwise before the second counts as evidence. */
const LACK_BITS = 3;
/** How sure it must be that a single vote belongs to it: about 11 to 1. */
const VOTE_BITS = 3.5;

/** The votes of a suspicious crowd among the votes for one launch. */
export const findCrowd = (group: Member[], usual: UsualVoters): Member[] => {
  if (group.length < LEAST_VOTES) return [];
  const votes = group.map((vote): Candidate => {
    const logs = FACTS.map((of, i) => {
      const value = of(vote);
      return value === null ? 0 : usual.facts[classOf(vote)]![i]!.logOf(value);
    });
    return { vote, usual: sum(logs), usual_mailbox: logs[MAILBOX]! };
  });
  const table = tabulate(votes, usual);
  const fits = GUESSES.map((guess) => fitCrowd(table, guess(votes))).map((fit) => ({ fit, bits: weighCrowd(table, fit) }));
  const { fit, bits } = fits.reduce((best, each) => (each.bits > best.bits ? each : best));
  // Who launched here is not paid to vote once.
  return bits < CROWD_BITS ? [] : group.filter((vote, i) => fit.odds[i]! / Math.LN2 >= VOTE_BITS && vote.own_listings.length === 0);
};
