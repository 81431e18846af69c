import { isLively, type Member, SIGNS, weighShortage } from './evidence.ts';
import { classOf, createSpread, expectSigns, FACTS, type Spread, type UsualVoters } from './usual-voters.ts';

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
  facts: (string | number)[];
  circle: (string | number)[];
  /** The logarithm of how likely a usual voter of its class has these facts. */
  usual: number;
  /** How likely a usual voter like this one shows each sign. */
  expected: number[];
}

interface Fit {
  /** Logarithms of the odds that each vote is of the other crowd. */
  odds: number[];
  /** How much of that each sign makes up. */
  by_sign: number[][];
}

const ROUNDS = 25;
const SETTLED = 0.01;
/** Nobody is sure to show a sign, or not to. */
const LEAST_RATE = 0.01;
const clamp = (rate: number, least: number): number => Math.min(Math.max(rate, least), 1 - least);
const toShare = (odds: number): number => 1 / (1 + Math.exp(-odds));
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const spreadOf = (votes: Candidate[], read: (vote: Candidate) => string | number, weights: number[], unseen: number): Spread => {
  const spread = createSpread(unseen);
  votes.forEach((vote, i) => {
    spread.add(read(vote), weights[i]!);
  });
  return spread;
};

/** Fits the mixture, beginning with a guess of how likely each vote is of the other crowd. */
const fitCrowd = (votes: Candidate[], guess: number[]): Fit => {
  let fit: Fit = { odds: [], by_sign: [] };
  let weights = guess;
  for (let round = 0; round < ROUNDS; round++) {
    const size = sum(weights);
    const share = clamp(size / votes.length, 0.001);
    const rest = weights.map((weight) => 1 - weight);
    const facts = FACTS.map((_, i) => spreadOf(votes, ({ facts }) => facts[i]!, weights, 0.1));
    const circle = CIRCLE.map((_, i) => ({
      other: spreadOf(votes, ({ circle }) => circle[i]!, weights, 0.5),
      usual: spreadOf(votes, ({ circle }) => circle[i]!, rest, 0.5),
    }));
    const rates = SIGNS.map((_, i) =>
      clamp(sum(votes.map(({ vote }, at) => (vote.signs[i] ? weights[at]! : 0))) / (size + 0.5), LEAST_RATE),
    );
    const by_sign = votes.map(({ vote, expected }) =>
      rates.map((rate, i) => (vote.signs[i] ? Math.log(rate / expected[i]!) : Math.log((1 - rate) / (1 - expected[i]!)))),
    );
    const odds = votes.map(
      (vote, at) =>
        Math.log(share / (1 - share)) -
        vote.usual +
        sum(facts.map((spread, i) => spread.logOf(vote.facts[i]!))) +
        sum(circle.map(({ other, usual }, i) => other.logOf(vote.circle[i]!) - usual.logOf(vote.circle[i]!))) +
        sum(by_sign[at]!),
    );
    fit = { odds, by_sign };
    const next = odds.map(toShare);
    const change = Math.max(...next.map((weight, i) => Math.abs(weight - weights[i]!)));
    weights = next;
    if (change < SETTLED) break;
  }
  return fit;
};

/** How unlikely it is that the crowd shows so few signs, in bits. Each sign is looked for in the crowd as it would be without that sign. */
const weighCrowd = (votes: Candidate[], { odds, by_sign }: Fit): number =>
  sum(
    SIGNS.map((_, i) => {
      const weights = odds.map((all, at) => toShare(all - by_sign[at]![i]!));
      return weighShortage(
        sum(weights),
        sum(votes.map(({ vote }, at) => (vote.signs[i] ? weights[at]! : 0))),
        sum(votes.map(({ expected }, at) => expected[i]! * weights[at]!)),
      );
    }),
  );

const isSilent = ({ signs, earlier_weeks }: Member): boolean => !signs.some(Boolean) && earlier_weeks === 0;

/** With what to begin: silent accounts, those of them that are unusual here, and accounts that only make a show of voting. */
const GUESSES: ((votes: Candidate[]) => number[])[] = [
  (votes) => votes.map(({ vote }) => (isSilent(vote) ? 0.8 : 0.1)),
  (votes) => {
    const middle = votes.map(({ usual }) => usual).sort((a, b) => a - b)[Math.floor(votes.length / 2)]!;
    return votes.map(({ vote, usual }) => (!isLively(vote) && usual < middle ? 0.9 : 0.05));
  },
  (votes) => votes.map(({ vote }) => (isLively(vote) ? 0.05 : vote.earlier_weeks > 2 ? 0.2 : 0.7)),
  (votes) => votes.map(({ vote }) => (vote.signs[1] ? 0.05 : vote.earlier_weeks > 2 ? 0.2 : 0.7)),
];

const LEAST_VOTES = 8;
/** How much evidence there must be that a crowd is not of real people: 12 coins in a row. Many launches are looked at. */
const CROWD_BITS = 12;
/** How sure it must be that a single vote belongs to it: about 23 to 1. */
const VOTE_BITS = 4.5;

/** The votes of a suspicious crowd among the votes for one launch. */
export const findCrowd = (group: Member[], usual: UsualVoters): Member[] => {
  if (group.length < LEAST_VOTES) return [];
  const votes = group.map((vote): Candidate => {
    const facts = FACTS.map((of) => of(vote));
    return {
      vote,
      facts,
      circle: CIRCLE.map((of) => of(vote)),
      usual: sum(usual.facts[classOf(vote)]!.map((spread, i) => spread.logOf(facts[i]!))),
      expected: expectSigns(usual, vote),
    };
  });
  const fits = GUESSES.map((guess) => fitCrowd(votes, guess(votes))).map((fit) => ({ fit, bits: weighCrowd(votes, fit) }));
  const { fit, bits } = fits.reduce((best, each) => (each.bits > best.bits ? each : best));
  // Who launched here is not paid to vote once.
  return bits < CROWD_BITS ? [] : group.filter((vote, i) => fit.odds[i]! / Math.LN2 >= VOTE_BITS && vote.own_listings.length === 0);
};
