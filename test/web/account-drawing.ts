import type { OwnVote } from '../../src/modules/ballot/voter.ts';
import type { Application } from '../../src/surfaces/oauth/applications.ts';
import * as account from '../../src/web/pages/account.tsx';
import * as accountAddress from '../../src/web/pages/account-address.tsx';
import * as accountApplications from '../../src/web/pages/account-applications.tsx';
import * as accountDelete from '../../src/web/pages/account-delete.tsx';
import * as accountFollows from '../../src/web/pages/account-follows.tsx';
import * as accountKeys from '../../src/web/pages/account-keys.tsx';
import * as accountMail from '../../src/web/pages/account-mail.tsx';
import * as accountVotes from '../../src/web/pages/account-votes.tsx';
import * as told from '../../src/web/pages/told.tsx';
import * as unsubscribeKind from '../../src/web/pages/unsubscribe-kind.tsx';
import { type Drawing, drawing, ownDrawing } from './page-drawing.ts';
import { aKey, anAccount, aSession } from './people-samples.ts';
import { here, listOf } from './samples.ts';

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

const SOME_APPLICATIONS: Application[] = [
  {
    client_id: 'https://claude.example/client.json',
    client_name: 'Claude for Harbours',
    client_host: 'claude.example',
    scopes: ['account:read', 'listings:write', 'orders:write'],
    connected_at: daysAgo(20),
    last_used_at: daysAgo(0.1),
  },
  {
    client_id: 'a-client',
    client_name: 'A Robot With a Rather Long Name That Nobody Vouches For',
    client_host: null,
    scopes: ['account:read'],
    connected_at: daysAgo(1),
    last_used_at: null,
  },
];

/** Pages of the account, with something in every place. */
export const ACCOUNT_DRAWINGS: Record<string, Drawing> = {
  account: ownDrawing(account, {
    account: anAccount(),
    sessions: [aSession({ current: true }), aSession({ id: 2, device: null, address: null })],
    move: { id: 1, account_id: 1, new_email: 'new@example.com', old_confirmed_at: here.now, new_confirmed_at: null, expires_at: here.now },
    proved: false,
    admin: true,
    team: true,
    done: 'named',
  }),
  'account, with nothing yet': ownDrawing(account, {
    account: anAccount({ name: null, password_hash: null, email_verified_at: null }),
    sessions: [aSession({ current: true })],
    move: null,
    proved: false,
    admin: false,
    team: false,
    done: undefined,
  }),
  account_delete: ownDrawing(accountDelete, anAccount()),
  account_keys: ownDrawing(accountKeys, { keys: [aKey(), aKey({ id: 2, revoked_at: here.now }), aKey({ id: 3, expires_at: here.now })] }),
  account_address: ownDrawing(accountAddress, { token: 'a-token', email: 'Ada@example.com', end: 'old' as const }),
  account_applications: ownDrawing(accountApplications, { applications: SOME_APPLICATIONS, disconnected: true }),
  'account applications, none': ownDrawing(accountApplications, { applications: [], disconnected: false }),
  account_deleted: drawing(told.deleted, {}),
  account_votes: ownDrawing(accountVotes, listOf(SOME_VOTES, { total: 27, has_more: true })),
  'account votes, none': ownDrawing(accountVotes, listOf([] as OwnVote[])),
  account_follows: ownDrawing(accountFollows, { followed: listOf(SOME_FOLLOWED), mail_is_off: false }),
  'account follows, all mail off': ownDrawing(accountFollows, { followed: listOf(SOME_FOLLOWED), mail_is_off: true }),
  'account follows, nothing': ownDrawing(accountFollows, { followed: listOf([]), mail_is_off: false }),
  account_mail: ownDrawing(accountMail, {
    email: 'Ada@example.com',
    preferences: (['updates', 'launches', 'awards', 'reviews', 'claims'] as const).map((kind) => ({ kind, wanted: kind !== 'awards' })),
    saved: true,
  }),
  unsubscribe_kind: drawing(unsubscribeKind, { kind: 'launches', token: 'a-token', done: false }),
  'unsubscribe kind, done': drawing(unsubscribeKind, { kind: 'launches', token: 'a-token', done: true }),
};
