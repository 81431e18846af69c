import type { Caller, Ctx } from '../../kernel/context.ts';
import type { ListAnswer, Paging } from '../../kernel/paging.ts';
import { sayToVoter } from './rules.ts';
import { countVotesOf, selectVotesOf, type VoteRow } from './voter-queries.ts';

/** A vote as the list of one's own votes shows it. */
export interface OwnVote
  extends Pick<VoteRow, 'slug' | 'name' | 'logo_url' | 'is_public' | 'is_present' | 'launch_week_on' | 'in_week' | 'cast_at'> {
  /** `held` waits for a person to look at it; `uncounted` was decided. */
  state: 'counted' | 'held' | 'uncounted' | 'withdrawn';
  /** Why it does not count, in words. */
  says: string | null;
}

const stateOf = ({ state, decided }: VoteRow): OwnVote['state'] => (state === 'uncounted' && !decided ? 'held' : state);

const shown = (row: VoteRow): OwnVote => {
  const { reason, decided, state: _, ...vote } = row;
  const state = stateOf(row);
  return { ...vote, state, says: reason && state !== 'withdrawn' ? sayToVoter(reason, decided) : null };
};

/** Every vote of the caller on this site, the newest first: how it stands, and why where it does not count. */
export const listVotes = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListAnswer<OwnVote>> => {
  const [rows, total] = await Promise.all([selectVotesOf(ctx, paging), countVotesOf(ctx)]);
  return { items: rows.map(shown), ...paging, total, total_is_exact: true, has_more: paging.page * paging.per_page < total };
};
