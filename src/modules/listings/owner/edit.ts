import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { JsonText } from '../../../kernel/responses.ts';
import { isDay } from '../../../kernel/time/weeks.ts';
import { selectSites } from '../../sites/queries.ts';
import { editListing } from '../history/history.ts';
import { lockListingsForEdit } from '../history/queries.ts';
import { type Milestone, STORY_SECTIONS, type Story } from '../schema.ts';
import { normalizeLink, parseOwnFields, pickSharedColumns } from './fields.ts';
import { getOwnListing, requireOwnListing } from './listings.ts';
import {
  countMilestones,
  deleteMilestoneRow,
  insertMilestone,
  type OwnListingKey,
  type SiblingListing,
  selectSiblingListings,
} from './queries.ts';
import type { AddMilestone, EditedListing, SetStory, UpdateOwnListing } from './schema.ts';

const ALL = 'all';

const rejectTarget = (at: number, message: string, actual: string): never => {
  throw new Refusal('invalid_input', { errors: [{ path: `apply_to[${at}]`, code: 'not_allowed', message, actual }] });
};

/** The listings on other sites that an edit also applies to. Unknown site keys are refused. */
const findTargets = async (ctx: Ctx<Caller>, listing: OwnListingKey, apply_to: string[]): Promise<SiblingListing[]> => {
  const to_all_sites = apply_to.includes(ALL);
  const site_keys = (await selectSites(ctx.sql)).map(({ key }) => key);
  for (const [at, key] of apply_to.entries()) {
    if (to_all_sites && key !== ALL) rejectTarget(at, 'cannot stand beside "all"', key);
    if (!to_all_sites && !site_keys.includes(key)) rejectTarget(at, 'is not the key of a site', key);
  }
  const siblings = await selectSiblingListings(ctx, listing);
  return siblings.filter(({ site_key }) => to_all_sites || apply_to.includes(site_key));
};

/** Edits the caller's listing; the edit is published at once. `apply_to` copies the shared columns to the caller's listings on other sites. */
export const updateOwnListing = (
  ctx: Ctx<Caller>,
  { listing_id, apply_to = [], ...edits }: UpdateOwnListing,
): Promise<JsonText<EditedListing>> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const { account_id } = ctx.caller;
    const listing = await requireOwnListing(ctx, listing_id);
    const columns = parseOwnFields(edits, ctx.allow_private ?? false);
    const shared = pickSharedColumns(columns);
    const targets = await findTargets(ctx, listing, apply_to);
    const others = Object.keys(shared).length ? targets : [];
    await lockListingsForEdit(sql, [listing_id, ...others.map(({ id }) => id)]);
    const at = clock.now();
    await editListing(sql, listing_id, columns, { account_id, source: 'owner', at });
    for (const { id } of others) await editListing(sql, id, shared, { account_id, source: 'another_site', at });
    const { text } = await getOwnListing(ctx, { listing_id });
    return new JsonText(`${text.slice(0, -1)},"applied_to":${JSON.stringify(others.map(({ site_key }) => site_key))}}`);
  });

/** Replaces the founder story of the caller's listing. Sections left out are deleted. */
export const setStory = (ctx: Ctx<Caller>, { listing_id, ...sections }: SetStory): Promise<Story> =>
  inTransaction(ctx, async (ctx) => {
    await requireOwnListing(ctx, listing_id);
    const story = Object.fromEntries(STORY_SECTIONS.map((section) => [section, sections[section] || null])) as Story;
    const stored_story = Object.values(story).some(Boolean) ? story : null;
    const edit = { account_id: ctx.caller.account_id, source: 'owner', at: ctx.clock.now() } as const;
    await editListing(ctx.sql, listing_id, { story: stored_story }, edit);
    return story;
  });

const MAX_MILESTONES = 100;

const findMilestoneErrors = ({ date, url }: AddMilestone, any_host: boolean): InputError[] => [
  ...(isDay(date) ? [] : [{ path: 'date', code: 'wrong_form', message: 'must be a day that exists, as YYYY-MM-DD', actual: date }]),
  ...(url && !normalizeLink(url, any_host)
    ? [{ path: 'url', code: 'wrong_form', message: 'must be an https link', actual: url.slice(0, 100) }]
    : []),
];

/** Adds a milestone to the caller's listing. It is shown only if the section is unlocked. */
export const addMilestone = (ctx: Ctx<Caller>, input: AddMilestone): Promise<Milestone> =>
  inTransaction(ctx, async (ctx) => {
    const { listing_id, date, title, description, url } = input;
    const { site_id } = await requireOwnListing(ctx, listing_id);
    const any_host = ctx.allow_private ?? false;
    const errors = findMilestoneErrors(input, any_host);
    if (errors.length) throw new Refusal('invalid_input', { errors });
    await lockListingsForEdit(ctx.sql, [listing_id]);
    if ((await countMilestones(ctx.sql, listing_id)) >= MAX_MILESTONES) throw new Refusal('too_many_milestones');
    const link = url ? normalizeLink(url, any_host) : null;
    return insertMilestone(ctx.sql, { site_id, listing_id, date, title, description: description || null, url: link });
  });

export const deleteMilestone = (
  ctx: Ctx<Caller>,
  { listing_id, milestone_id }: { listing_id: number; milestone_id: number },
): Promise<{ deleted: boolean; milestone_id: number }> =>
  inTransaction(ctx, async (ctx) => {
    await requireOwnListing(ctx, listing_id);
    if (!(await deleteMilestoneRow(ctx.sql, listing_id, milestone_id))) throw new Refusal('milestone_not_found');
    return { deleted: true, milestone_id };
  });
