import type { VNode } from 'preact';
import type { OwnVote } from '../../src/modules/ballot/voter.ts';
import type { Head, Here } from '../../src/web/page.ts';
import * as accountFollows from '../../src/web/pages/account-follows.tsx';
import * as accountMail from '../../src/web/pages/account-mail.tsx';
import * as accountVotes from '../../src/web/pages/account-votes.tsx';
import * as unsubscribeKind from '../../src/web/pages/unsubscribe-kind.tsx';
import { here, listOf } from './samples.ts';

type Draw<R> = <D>(page: { head(data: D, here: Here): Head; view(data: D, here: Here): VNode }, data: D) => R;

const daysAgo = (days: number): Date => new Date(here.now.getTime() - days * 86_400_000);

const aVote = (more: Partial<OwnVote> = {}): OwnVote => ({
  slug: 'tidewater',
  name: 'Tidewater',
  logo_url: null,
  is_public: true,
  is_present: true,
  launch_week_on: '2026-11-09',
  state: 'counted',
  says: null,
  in_week: true,
  cast_at: daysAgo(0.1),
  ...more,
});

/** One vote of each standing. */
const SOME_VOTES: OwnVote[] = [
  aVote(),
  aVote({
    slug: 'quayside',
    name: 'Quayside Berth Planner for Small Harbours',
    state: 'held',
    says: 'Very many votes came from your network in a few minutes. A person of the team can look at it and decide otherwise.',
    cast_at: daysAgo(1),
  }),
  aVote({
    slug: 'own',
    name: 'Own Boat',
    state: 'uncounted',
    says: 'It is your own listing, and votes for one’s own do not count.',
    cast_at: daysAgo(2),
  }),
  aVote({ slug: 'ebb', name: 'Ebb', state: 'withdrawn', cast_at: daysAgo(2) }),
  aVote({ slug: 'lock', name: 'Lock Keeper', launch_week_on: '2026-10-12', in_week: false, cast_at: daysAgo(3) }),
  aVote({ is_present: false, launch_week_on: '2026-09-07', cast_at: daysAgo(60) }),
  aVote({ slug: 'gone', name: 'Gone Ashore', is_public: false, launch_week_on: '2026-08-31', cast_at: daysAgo(70) }),
];

const SOME_FOLLOWED = [
  { slug: 'tidewater', name: 'Tidewater', logo_url: null, wants_mail: true, created_at: daysAgo(2) },
  { slug: 'quayside', name: 'Quayside Berth Planner for Small Harbours', logo_url: null, wants_mail: false, created_at: daysAgo(40) },
];

/** Pages of the account that list what somebody takes part in, with something in every place. */
export const accountDrawings = <R>(drawing: Draw<R>): Record<string, R> => ({
  account_votes: drawing(accountVotes, listOf(SOME_VOTES, { total: 27, has_more: true })),
  'account votes, none': drawing(accountVotes, listOf([] as OwnVote[])),
  account_follows: drawing(accountFollows, { followed: listOf(SOME_FOLLOWED), mail_is_off: false }),
  'account follows, all mail off': drawing(accountFollows, { followed: listOf(SOME_FOLLOWED), mail_is_off: true }),
  'account follows, nothing': drawing(accountFollows, { followed: listOf([]), mail_is_off: false }),
  account_mail: drawing(accountMail, {
    email: 'Ada@example.com',
    preferences: (['updates', 'launches', 'awards', 'reviews', 'claims'] as const).map((kind) => ({ kind, wanted: kind !== 'awards' })),
    saved: true,
  }),
  unsubscribe_kind: drawing(unsubscribeKind, { kind: 'launches', token: 'a-token', done: false }),
  'unsubscribe kind, done': drawing(unsubscribeKind, { kind: 'launches', token: 'a-token', done: true }),
});
