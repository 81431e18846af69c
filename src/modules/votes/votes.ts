import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { exactPage, type ListResponse, type Paging } from '../../kernel/responses.ts';
import {
  countOwnVotes,
  findBallot,
  type OwnLedgerRow,
  type OwnVoteRow,
  selectBallots,
  selectMemberSlugs,
  selectOwnLedgerRows,
  selectOwnVotes,
  type VoteState,
} from './queries.ts';
import { explainToVoter } from './rules.ts';
import { type VoteOrigin, writeVote } from './vote-writer.ts';

export interface Vote {
  state: 'none' | 'counted' | 'uncounted';
  /** Why it does not count, as a code and as text. */
  reason: string | null;
  explanation: string | null;
  /** Whether it was cast inside the launch's own week, so that it counts for the weekly board. */
  in_week: boolean | null;
}

const NO_VOTE: Vote = { state: 'none', reason: null, explanation: null, in_week: null };

const toVote = (ballot: VoteState | null | undefined): Vote => {
  if (!ballot || ballot.state === 'withdrawn') return NO_VOTE;
  const { state, reason, decided, in_week } = ballot;
  return { state, reason, explanation: reason && explainToVoter(reason, decided), in_week };
};

/** More than anybody does by hand. Beyond it nothing is written, so that nobody can fill the ledger by voting back and forth. */
const VOTE_LIMIT = { name: 'ballot', limit: 60, window_seconds: 60 };

const takeVoteLimit = async ({ limits, caller }: Ctx<Caller>): Promise<void> => {
  const taken = await limits.take(`account ${caller.account_id}`, VOTE_LIMIT);
  if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
};

const recordVote = async (ctx: Ctx<Caller>, kind: 'cast' | 'withdrawn', slug: string, from?: VoteOrigin): Promise<Vote> => {
  if (ctx.caller.kind !== 'session') throw new Refusal('only_on_the_site');
  await takeVoteLimit(ctx);
  return toVote(await writeVote({ ctx, act: kind, slug, from }));
};

/** Votes for a live listing's launch and returns whether the vote counts. Idempotent. Only for sessions of the website. */
export const castVote = (ctx: Ctx<Caller>, { slug }: { slug: string }, from?: VoteOrigin): Promise<Vote> =>
  recordVote(ctx, 'cast', slug, from);

/** Withdraws the caller's vote. The ledger keeps both rows. */
export const withdrawVote = (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<Vote> => recordVote(ctx, 'withdrawn', slug);

/** The caller's vote for a listing; anonymous visitors have none. */
export const getOwnVote = async (ctx: Ctx, { slug }: { slug: string }): Promise<Vote> =>
  ctx.caller ? toVote(await findBallot(ctx, ctx.caller.account_id, slug)) : NO_VOTE;

/** More than any page shows. */
const MAX_OWN_VOTES = 1000;

/** The caller's newest votes, by listing slug, without withdrawn ones. */
export const getOwnVotes = async (ctx: Ctx): Promise<Map<string, Vote>> =>
  new Map(ctx.caller ? (await selectBallots(ctx, ctx.caller.account_id, MAX_OWN_VOTES)).map((row) => [row.slug, toVote(row)]) : []);

/** Slugs of the site's listings that the caller owns or co-founded: votes for these do not count, so pages offer none. */
export const listOwnSlugs = async (ctx: Ctx): Promise<Set<string>> =>
  new Set(ctx.caller ? await selectMemberSlugs(ctx, ctx.caller.account_id) : []);

/** All ledger rows about the caller, for their data export. */
export const exportVotes = ({ sql, caller }: Ctx<Caller>): Promise<OwnLedgerRow[]> => selectOwnLedgerRows(sql, caller.account_id);

/** A vote in the list of the caller's own votes. */
export interface OwnVote extends Omit<OwnVoteRow, 'state' | 'reason' | 'decided'> {
  /** `held` awaits a decision of the team; `uncounted` was decided. */
  state: 'counted' | 'held' | 'uncounted' | 'withdrawn';
  explanation: string | null;
}

const ownVoteState = ({ state, decided }: OwnVoteRow): OwnVote['state'] => (state === 'uncounted' && !decided ? 'held' : state);

const toOwnVote = (row: OwnVoteRow): OwnVote => {
  const { reason, decided, state: _, ...vote } = row;
  const state = ownVoteState(row);
  return { ...vote, state, explanation: reason && state !== 'withdrawn' ? explainToVoter(reason, decided) : null };
};

/** Every vote of the caller on this site, the newest first, with the reason if it does not count. */
export const listOwnVotes = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<OwnVote>> => {
  const [rows, total] = await Promise.all([selectOwnVotes(ctx, paging), countOwnVotes(ctx)]);
  return exactPage(paging, rows.map(toOwnVote), total);
};
