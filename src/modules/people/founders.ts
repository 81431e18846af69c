import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { COUNT_LIMIT, JsonText, type ListResponse, listResponse, type Paging } from '../../kernel/responses.ts';
import { prefixQueryOf, vectorOf } from '../../kernel/words.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import {
  countFounders,
  type EditableFounder,
  type FounderDetails,
  findFounder,
  findMergedFounder,
  lockFounder,
  lockVisibleFounder,
  moveFounderListings,
  selectEditableFounders,
  selectFounderPhotos,
  selectFounders,
  updateFounderDetails,
  updateFounderHidden,
} from './queries.ts';
import type { Founder, FounderSummary, ListFounders } from './schema.ts';

/** Founders by name; the last word of `q` may be a prefix. A `q` without any word finds nobody. */
export const listFounders = async (ctx: Ctx, input: ListFounders): Promise<JsonText<ListResponse<FounderSummary>>> => {
  const words = input.q ? prefixQueryOf(input.q) : null;
  if (input.q && !words) return listResponse(input, [], 0);
  const [items, counted] = await Promise.all([selectFounders(ctx, input, words), countFounders(ctx, input, words, COUNT_LIMIT)]);
  return listResponse(input, items, counted);
};

/** A founder's bio, socials, companies and published stories. */
export const getFounder = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<Founder>> =>
  new JsonText(requireFound('founder_not_found', await findFounder(ctx, slug)));

/** Photos of a listing's founders, by the founder's slug. */
export const getFounderPhotos = async (ctx: Ctx, { slug }: { slug: string }): Promise<Map<string, string>> =>
  new Map((await selectFounderPhotos(ctx, slug)).map((founder) => [founder.slug, founder.photo_url]));

const requireFounder = async (ctx: Ctx, id: number): Promise<EditableFounder> =>
  requireFound('founder_not_found', await lockFounder(ctx, id));

/** Founders by name, including hidden ones. For the site's team. */
export const listFoundersForTeam = async (
  ctx: Ctx<Caller>,
  { q, ...paging }: { q?: string } & Paging,
): Promise<{ founders: EditableFounder[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectEditableFounders(ctx, q ? prefixQueryOf(q) : null, paging);
  return { founders: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

export const getFounderForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<EditableFounder> => {
  await requireTeam(ctx);
  return requireFounder(ctx, id);
};

const pickDetails = ({ name, bio, country, photo_url, socials }: FounderDetails): FounderDetails => ({
  name,
  bio,
  country,
  photo_url,
  socials,
});

/** Edits everything but the slug. For the site's team. */
export const editFounder = (ctx: Ctx<Caller>, { id, ...input }: FounderDetails & { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const founder = await requireFounder(ctx, id);
    const [before, after] = [pickDetails(founder), pickDetails(input)];
    if (isDeepStrictEqual(before, after)) return null;
    await updateFounderDetails(ctx.sql, id, after, vectorOf({ A: after.name }));
    return { act: 'edit_founder', record: 'founder', record_id: id, title: after.name, before: { ...before }, after: { ...after } };
  });

/** Hides a founder from their page, the list and listings. For the site's team. */
export const hideFounder = (ctx: Ctx<Caller>, { id, reason = null }: { id: number; reason?: string | null }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { name: title, hidden_at } = await requireFounder(ctx, id);
    if (hidden_at) return null;
    await updateFounderHidden(ctx.sql, id, ctx.clock.now());
    return { act: 'hide_founder', record: 'founder', record_id: id, title, reason };
  });

/** Shows a hidden or merged founder again. A merged founder gets `listing_ids` back. For the site's team. */
export const showFounder = (ctx: Ctx<Caller>, { id, listing_ids = [] }: { id: number; listing_ids?: number[] }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { name: title, hidden_at, merged_into } = await requireFounder(ctx, id);
    if (!hidden_at) return null;
    await updateFounderHidden(ctx.sql, id, null);
    if (merged_into) await moveFounderListings(ctx.sql, merged_into.id, id, listing_ids);
    return { act: 'show_founder', record: 'founder', record_id: id, title };
  });

/** Merges a founder into another, who takes over the listings; the old address redirects. For the site's team. */
export const mergeFounder = (ctx: Ctx<Caller>, { id, into }: { id: number; into: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const target = await lockVisibleFounder(ctx, into);
    if (!target || target.id === id)
      throw invalidInput({ path: 'into', code: 'unknown', message: t('is not the slug of another visible founder'), actual: into });
    const { name: title, hidden_at } = await requireFounder(ctx, id);
    if (hidden_at) throw new Refusal('act_stands', { detail: t('A hidden founder can’t be merged. Unhide them first.') });
    const listing_ids = await moveFounderListings(ctx.sql, id, target.id);
    await updateFounderHidden(ctx.sql, id, ctx.clock.now(), target.id);
    return { act: 'merge_founder', record: 'founder', record_id: id, title, after: { merged_into: target.slug, listing_ids } };
  });

export const getMergedFounder = (ctx: Ctx, { slug }: { slug: string }): Promise<string | null> => findMergedFounder(ctx, slug);
