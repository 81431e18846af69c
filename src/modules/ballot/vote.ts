import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { networkOf } from '../accounts/limits.ts';
import type { Visit } from '../accounts/session.ts';
import { findBallot, type OwnRow, selectBallots, selectOwnRows } from './queries.ts';
import { sayToVoter } from './rules.ts';
import { type Stands, writeVote } from './writing.ts';

/** Somebody's vote for a launch, as it is told to them. */
export interface Vote {
  state: 'none' | 'counted' | 'uncounted';
  /** Why it does not count, as a code and in words. */
  reason: string | null;
  says: string | null;
  /** Whether it was cast inside the launch's own week, so that the weekly board has it. */
  in_week: boolean | null;
}

const NONE: Vote = { state: 'none', reason: null, says: null, in_week: null };

const told = (stands: Stands | null | undefined): Vote => {
  if (!stands || stands.state === 'withdrawn') return NONE;
  const { state, reason, decided, in_week } = stands;
  return { state, reason, says: reason && sayToVoter(reason, decided), in_week };
};

/** More than anybody does by hand. Past it nothing is written, so that nobody fills the ledger by voting to and fro. */
const ACTS = { name: 'ballot', limit: 60, window_seconds: 60 };

const takeAct = async ({ limits, caller }: Ctx<Caller>): Promise<void> => {
  const taken = await limits.take(`account ${caller.account_id}`, ACTS);
  if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
};

type From = Pick<Visit, 'address'>;

const act = async (ctx: Ctx<Caller>, kind: 'cast' | 'withdrawn', slug: string, from?: From): Promise<Vote> => {
  if (ctx.caller.kind !== 'session') throw new Refusal('only_on_the_site');
  await takeAct(ctx);
  return told(await writeVote({ ctx, act: kind, slug, network: from ? networkOf(from.address) : null }));
};

/** Votes for a live listing's launch, once however often it is asked, and says whether it counts. People on the site only. */
export const castVote = (ctx: Ctx<Caller>, { slug }: { slug: string }, from?: From): Promise<Vote> => act(ctx, 'cast', slug, from);

/** Takes one's vote back. The ledger keeps both. */
export const withdrawVote = (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<Vote> => act(ctx, 'withdrawn', slug);

/** How the caller's vote for a listing stands; strangers have none. */
export const myVote = async (ctx: Ctx, { slug }: { slug: string }): Promise<Vote> =>
  ctx.caller ? told(await findBallot(ctx, ctx.caller.account_id, slug)) : NONE;

/** More than are shown on any page, of those who vote most. */
const MOST_REMEMBERED = 1000;

/** The caller's newest votes that stand, by the listing's slug. */
export const myVotes = async (ctx: Ctx): Promise<Map<string, Vote>> =>
  new Map(ctx.caller ? (await selectBallots(ctx, ctx.caller.account_id, MOST_REMEMBERED)).map((row) => [row.slug, told(row)]) : []);

/** What the ledger has of the caller, for them to keep. */
export const exportVotes = ({ sql, caller }: Ctx<Caller>): Promise<OwnRow[]> => selectOwnRows(sql, caller.account_id);
