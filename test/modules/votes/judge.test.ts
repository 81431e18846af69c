import { expect, test } from 'vitest';
import { toMembers, type VoteEvidence } from '../../../src/modules/votes/review/evidence.ts';
import { judgeVotes } from '../../../src/modules/votes/review/judge.ts';
import { describeUsualVoters } from '../../../src/modules/votes/review/usual-voters.ts';

const MONDAY = Date.parse('2026-11-09');
const [MINUTE, DAY] = [60_000, 86_400_000];
let made = 0;

/** A vote of somebody who signed up for it, with nothing in common with anybody. */
const aVote = (more: Partial<VoteEvidence> = {}): VoteEvidence => {
  made += 1;
  const cast_at = new Date(MONDAY + ((made * 7919) % 7000) * MINUTE);
  return {
    listing_id: 1,
    voter_id: made,
    cast_at,
    network: `n${made}`,
    subnet: `s${made}`,
    block: `b${made}`,
    mail_domain: `d${made}`,
    came_from: 'none',
    account_created_at: new Date(cast_at.getTime() - 5 * MINUTE),
    mail_host: ['gmail.com', 'gmail.com', 'outlook.com', `d${made}.example`][made % 4]!,
    identified_by: null,
    activities: [],
    earlier_listings: [],
    earlier_weeks: 0,
    own_listings: [],
    neighbours: 0,
    ...more,
  };
};
const many = (n: number, vote: (i: number) => Partial<VoteEvidence> = () => ({})) => Array.from({ length: n }, (_, i) => aVote(vote(i)));

/** As people are: half of those with Gmail sign in with Google, some get the digest or follow something. */
const asPeopleAre = (i: number): Partial<VoteEvidence> => ({
  identified_by: i % 5 < 2 ? (i % 4 < 2 ? 'google' : 'other') : null,
  activities: [...(i % 7 === 3 ? ['digest'] : []), ...(i % 9 === 4 ? ['follow'] : [])],
});

const history = {
  networks: new Map([['vpn', 300]]),
  usual: describeUsualVoters(toMembers(many(400, (i) => ({ ...asPeopleAre(i), listing_id: i % 12 }))), []),
};
const heldOf = (votes: VoteEvidence[]): (string | null)[] => judgeVotes(votes, history).map(({ held }) => held);
const countHeldOnNewSite = (votes: VoteEvidence[]): number =>
  judgeVotes(votes, { networks: new Map(), usual: describeUsualVoters([], votes) }).filter(({ held }) => held).length;
const countHeld = (votes: VoteEvidence[]): number => heldOf(votes).filter(Boolean).length;

test('a class behind one address is not held, nor is an office, nor a newsletter’s hour', () => {
  const classroom = many(30, (i) => ({
    ...asPeopleAre(i),
    network: 'school',
    subnet: 'school',
    block: 'school',
    mail_domain: 'school.example',
    mail_host: 'school.example',
  }));
  expect(countHeld([...many(40, asPeopleAre), ...classroom])).toBe(0);
  const readers = many(120, (i) => ({ ...asPeopleAre(i), came_from: 'other', cast_at: new Date(MONDAY + DAY + i * MINUTE) }));
  expect(countHeld([...many(20, asPeopleAre), ...readers])).toBe(0);
  expect(countHeld(many(4, () => ({ network: 'office' })))).toBe(0);
});

test.each([
  ['ring_network', 'one address', { network: 'x' }],
  ['ring_network', 'one /24', { subnet: 'x' }],
  ['ring_network', 'one IPv6 /32', { block: 'x' }],
  ['ring_mail_domain', 'one catch-all domain', { mail_domain: 'x', mail_host: 'x.example' }],
  ['ring_votes', 'the customers of a farm', { earlier_listings: [77, 78] }],
] as const)('%s: accounts with %s in common and nothing else to show are held, and only they', (reason, _, bond) => {
  const honest = many(30, asPeopleAre);
  const bought = many(40, () => ({ ...bond, earlier_listings: [...('earlier_listings' in bond ? bond.earlier_listings : [])] }));
  expect(heldOf([...honest, ...bought])).toEqual([...honest.map(() => null), ...bought.map(() => reason)]);
});

test('old age does not help accounts that do nothing else', () => {
  const account_created_at = new Date(MONDAY - 200 * DAY);
  expect(countHeld([...many(30, asPeopleAre), ...many(40, () => ({ network: 'x', account_created_at }))])).toBe(40);
});

test('a network that many people are known to use says nothing by itself', () => {
  expect(
    countHeld([...many(30, asPeopleAre), ...many(10, (i) => ({ ...asPeopleAre(i), network: 'vpn', subnet: 'vpn', block: 'vpn' }))]),
  ).toBe(0);
});

test('bought mailboxes without anything in common are held as a crowd; few others are', () => {
  const honest = many(40, asPeopleAre);
  const bought = many(90, (i) => ({
    mail_host: ['hotmail.com', 'mail.ru', 'gmx.de'][i % 3]!,
    account_created_at: new Date(MONDAY - (20 + (i % 20)) * DAY),
  }));
  const held = heldOf([...honest, ...bought]);
  expect(held.slice(0, 40).filter(Boolean).length).toBeLessThanOrEqual(1);
  expect(held.slice(40).filter((reason) => reason === 'unusual_crowd').length).toBeGreaterThanOrEqual(86);
});

test('makers who vote for each other’s launches are held; a maker who looks around is not', () => {
  const ring = many(8, (i) => ({
    ...asPeopleAre(0),
    own_listings: [100 + i],
    earlier_listings: Array.from({ length: 8 }, (_, n) => 100 + n).filter((id) => id !== 100 + i),
    earlier_weeks: 4,
  }));
  const maker = aVote({ ...asPeopleAre(0), own_listings: [300], earlier_listings: [100, 101], earlier_weeks: 2 });
  expect(heldOf([...many(20, asPeopleAre), ...ring, maker])).toEqual([...Array(20).fill(null), ...Array(8).fill('ring_votes'), null]);
});

test('a new site, without history, judges by what is expected everywhere', () => {
  const bought = many(60, () => ({ network: 'x' }));
  expect(countHeldOnNewSite([...many(30, asPeopleAre), ...bought])).toBe(60);
  expect(countHeldOnNewSite(many(60, asPeopleAre))).toBe(0);
  expect(countHeldOnNewSite([])).toBe(0);
});

test('where nobody signs in with a provider, people who only vote are counted, and a ring is held all the same', () => {
  const voters = many(40, () => ({ account_created_at: new Date(MONDAY - 200 * DAY) }));
  expect(countHeldOnNewSite(voters)).toBe(0);
  expect(countHeldOnNewSite([...voters, aVote({ identified_by: 'google' })])).toBeGreaterThan(10);
  expect(countHeldOnNewSite([...voters, ...many(30, () => ({ subnet: 'x' }))])).toBe(30);
});

test('a class with signs of life is not held with a crowd of bought votes that looks the same', () => {
  const lookAlike = { mail_host: 'hotmail.com' };
  const classroom = many(16, (i) => ({ ...lookAlike, ...asPeopleAre(i), identified_by: i % 4 === 0 ? 'other' : null, network: 'school' }));
  const held = heldOf([...many(40, asPeopleAre), ...classroom, ...many(60, () => lookAlike)]);
  expect(held.slice(40, 56).filter(Boolean)).toHaveLength(0);
  expect(held.slice(56).filter(Boolean).length).toBeGreaterThanOrEqual(57);
});

test('new accounts from a front page, who only vote, are counted if as many as usual sign in with Google; bought accounts of one provider are not', () => {
  const readers = (identified_by: (i: number) => VoteEvidence['identified_by']) =>
    many(140, (i) => ({ identified_by: identified_by(i), came_from: 'other', cast_at: new Date(MONDAY + 2 * DAY + i * MINUTE) }));
  const asUsual = (i: number) => asPeopleAre(i).identified_by ?? null;
  expect(countHeld([...many(30, asPeopleAre), ...readers(asUsual)])).toBe(0);
  expect(countHeld([...many(30, asPeopleAre), ...readers(() => 'other')])).toBeGreaterThan(130);
});

test('bought mailboxes of providers whose people rarely sign in with Google are held; people there who do something else are not', () => {
  const voteThere = (i: number): Partial<VoteEvidence> => ({
    mail_host: ['hotmail.com', 'mail.ru', 'gmx.de'][i % 3]!,
    identified_by: i % 7 === 0 ? 'other' : null,
    came_from: 'other',
    cast_at: new Date(MONDAY + 2 * DAY + i * MINUTE),
  });
  const honest = many(100, asPeopleAre);
  const held = heldOf([...honest, ...many(30, voteThere)]);
  expect(held.slice(0, 100).filter(Boolean).length).toBeLessThanOrEqual(1);
  expect(held.slice(100).filter(Boolean).length).toBeGreaterThanOrEqual(24);
  expect(countHeld([...honest, ...many(30, (i) => ({ ...voteThere(i), activities: asPeopleAre(i).activities! }))])).toBe(0);
});
