import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Paging } from '../../kernel/paging.ts';
import { prefixQueryOf, vectorOf } from '../../kernel/words.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import {
  type FounderFacts,
  findMergedFounder,
  lockFounder,
  lockShown,
  relink,
  type StandingFounder,
  selectStanding,
  updateFounder,
  writeHidden,
} from './editing-queries.ts';

const standing = async (ctx: Ctx, id: number): Promise<StandingFounder> => {
  const founder = await lockFounder(ctx, id);
  if (!founder) throw new Refusal('founder_not_found');
  return founder;
};

/** Founders by name, hidden ones among them. For the site's team. */
export const foundersToEdit = async (
  ctx: Ctx<Caller>,
  { q, ...paging }: { q?: string } & Paging,
): Promise<{ founders: StandingFounder[]; has_more: boolean }> => {
  await refuseStrangers(ctx);
  const rows = await selectStanding(ctx, q ? prefixQueryOf(q) : null, paging);
  return { founders: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

export const founderToEdit = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<StandingFounder> => {
  await refuseStrangers(ctx);
  return standing(ctx, id);
};

const factsOf = ({ name, bio, country, photo_url, socials }: FounderFacts): FounderFacts => ({ name, bio, country, photo_url, socials });

/** Edits what is said of a founder. Their slug stays. For the site's team. */
export const editFounder = (ctx: Ctx<Caller>, { id, ...typed }: FounderFacts & { id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const founder = await standing(ctx, id);
    const [before, after] = [factsOf(founder), factsOf(typed)];
    if (isDeepStrictEqual(before, after)) return null;
    await updateFounder(ctx.sql, id, after, vectorOf({ A: after.name }));
    return { act: 'edit_founder', record: 'founder', record_id: id, title: after.name, before: { ...before }, after: { ...after } };
  });

/** Takes a founder off the site: the page, the list, and what listings say. For the site's team. */
export const hideFounder = (ctx: Ctx<Caller>, { id, reason = null }: { id: number; reason?: string | null }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { name: title, hidden_at } = await standing(ctx, id);
    if (hidden_at) return null;
    await writeHidden(ctx.sql, id, ctx.clock.now());
    return { act: 'hide_founder', record: 'founder', record_id: id, title, reason };
  });

/** Shows a founder again, whether hidden or merged; who was merged has their listings back. For the site's team. */
export const showFounder = (ctx: Ctx<Caller>, { id, listing_ids = [] }: { id: number; listing_ids?: number[] }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { name: title, hidden_at, merged_into } = await standing(ctx, id);
    if (!hidden_at) return null;
    await writeHidden(ctx.sql, id, null);
    if (merged_into) await relink(ctx.sql, merged_into.id, id, listing_ids);
    return { act: 'show_founder', record: 'founder', record_id: id, title };
  });

/** Merges a founder into another: listings name the other, and the old address leads there. For the site's team. */
export const mergeFounder = (ctx: Ctx<Caller>, { id, into }: { id: number; into: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const target = await lockShown(ctx, into);
    if (!target || target.id === id)
      throw new Refusal('invalid_input', {
        errors: [{ path: 'into', code: 'unknown', message: 'is not the slug of another founder who is shown', actual: into }],
      });
    const { name: title, hidden_at } = await standing(ctx, id);
    if (hidden_at) throw new Refusal('act_stands', { detail: 'Who is hidden cannot be merged. Show them first.' });
    const listing_ids = await relink(ctx.sql, id, target.id);
    await writeHidden(ctx.sql, id, ctx.clock.now(), target.id);
    return { act: 'merge_founder', record: 'founder', record_id: id, title, after: { merged_into: target.slug, listing_ids } };
  });

/** The slug of the founder somebody was merged into; null where they were not. */
export const mergedFounder = (ctx: Ctx, { slug }: { slug: string }): Promise<string | null> => findMergedFounder(ctx, slug);
