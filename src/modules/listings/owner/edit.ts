import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { Warning } from '../../../kernel/schema.ts';
import { isDay } from '../../../kernel/time/weeks.ts';
import { selectDefinitions } from '../../catalog/attributes/queries.ts';
import { selectCategoryOptions } from '../../catalog/queries.ts';
import { selectSites } from '../../sites/queries.ts';
import { selectListingDefinitions } from '../attributes/queries.ts';
import { editListing } from '../history/history.ts';
import { type LockedListing, lockListingsForEdit } from '../history/queries.ts';
import { selectCategoryNames, writePrimaryCategory } from '../queries.ts';
import { STORY_SECTIONS, type Story } from '../schema.ts';
import { indexListings } from '../search/search-index.ts';
import {
  type FieldEdits,
  findLostValues,
  type ListingColumns,
  matchCategories,
  normalizeLink,
  parseOwnFields,
  pickSharedColumns,
  refuseIfAny,
  withoutBlanks,
} from './fields.ts';
import { getFullOwnListing, getOwnListingStatus, requireOwnListing } from './listings.ts';
import {
  countMilestones,
  deleteMilestoneRow,
  insertMilestone,
  type OwnListingKey,
  type SiblingListing,
  selectSiblingListings,
} from './queries.ts';
import type { AddedMilestone, AddMilestone, EditedListing, OwnListingStatus, SetStory, UpdateOwnListing } from './schema.ts';
import { findDroppedCategories, findUnknownValues } from './warnings.ts';

const ALL = 'all';

/** The listings on other sites that an edit also applies to, with an error for each key that is none. */
const findTargets = async (
  ctx: Ctx<Caller>,
  listing: OwnListingKey,
  apply_to: string[],
  errors: InputError[],
): Promise<SiblingListing[]> => {
  if (apply_to.length === 0) return [];
  const to_all_sites = apply_to.includes(ALL);
  const site_keys = (await selectSites(ctx.sql)).map(({ key }) => key);
  const reject = (at: number, message: string, actual: string) =>
    errors.push({ path: `apply_to[${at}]`, code: 'not_allowed', message, actual });
  for (const [at, key] of apply_to.entries()) {
    if (to_all_sites && key !== ALL) reject(at, 'can’t be combined with "all"', key);
    if (!to_all_sites && !site_keys.includes(key)) reject(at, 'is not the key of a site', key);
  }
  const siblings = await selectSiblingListings(ctx, listing);
  return siblings.filter(({ site_key }) => to_all_sites || apply_to.includes(site_key));
};

/** Sets the primary category. Returns a warning about others that the listing does not have. */
const setCategories = async (
  { sql, site }: Ctx<Caller>,
  listing_id: number,
  chosen: { id: number; name: string }[],
): Promise<Warning[]> => {
  const [primary] = chosen;
  if (!primary) return [];
  const [current] = await selectCategoryNames(sql, listing_id);
  if (primary.name !== current) await writePrimaryCategory(sql, site.id, listing_id, primary.id);
  const names = chosen.map(({ name }) => name);
  return findDroppedCategories(names, await selectCategoryNames(sql, listing_id), 'fields.categories');
};

/** What the listing can state, in the categories it will have. */
const selectAttributes = ({ sql }: Ctx, { id, site_id }: Pick<OwnListingKey, 'id' | 'site_id'>, [primary]: { id: number }[]) =>
  primary ? selectDefinitions(sql, site_id, [primary.id]) : selectListingDefinitions(sql, id);

interface EditOptions {
  source: 'owner' | 'team';
  at: Date;
  /** Errors that were found before. */
  errors?: InputError[];
}

/** Checks an edit of a listing, which is locked, and publishes it. Returns the changed columns, and warnings. */
export const applyEdit = async (
  ctx: Ctx<Caller>,
  { id, site_id, values }: LockedListing,
  edits: FieldEdits,
  { source, at, errors: found = [] }: EditOptions,
): Promise<{ columns: ListingColumns; is_changed: boolean; warnings: Warning[] }> => {
  const { sql } = ctx;
  const sent = withoutBlanks(edits.fields).categories;
  const errors: InputError[] = [];
  const chosen = sent ? matchCategories(sent, await selectCategoryOptions(sql, site_id), errors) : [];
  const columns = parseOwnFields(edits, values, await selectAttributes(ctx, { id, site_id }, chosen), ctx.allow_private ?? false, errors);
  refuseIfAny(
    [...errors, ...found],
    findLostValues(values, columns, (name) => `fields.${name}`),
  );
  const warnings = [...findUnknownValues(columns, (name) => `fields.${name}`), ...(await setCategories(ctx, id, chosen))];
  const is_changed = await editListing(sql, id, columns, { account_id: ctx.caller.account_id, source, at });
  if (sent) await indexListings(sql, [id]);
  return { columns, is_changed, warnings };
};

/** Edits the caller's listing; the edit is published at once. `apply_to` copies the shared columns to the caller's listings on other sites. */
export const updateOwnListing = (ctx: Ctx<Caller>, { listing_id, apply_to, view, ...edits }: UpdateOwnListing) =>
  inTransaction(ctx, async (ctx): Promise<EditedListing | OwnListingStatus> => {
    const { sql, clock } = ctx;
    const { account_id } = ctx.caller;
    const listing = await requireOwnListing(ctx, listing_id);
    const errors: InputError[] = [];
    const targets = await findTargets(ctx, listing, apply_to ?? [], errors);
    const locked = await lockListingsForEdit(sql, [listing_id, ...targets.map(({ id }) => id)]);
    const at = clock.now();
    const { columns, warnings } = await applyEdit(ctx, locked.find(({ id }) => id === listing_id)!, edits, { source: 'owner', at, errors });
    const shared = pickSharedColumns(columns);
    const others = Object.keys(shared).length ? targets : [];
    for (const { id } of others) await editListing(sql, id, shared, { account_id, source: 'another_site', at });
    const applied_to = others.map(({ site_key }) => site_key);
    if (view === 'status') return getOwnListingStatus(ctx, listing_id, warnings);
    return { ...(await getFullOwnListing(ctx, { listing_id }, warnings)), applied_to };
  });

/**
 * Replaces the founder story of the caller's listing: sections that are left out are deleted. A request without any section changes
 * nothing, and one with empty sections only deletes the story.
 */
export const setStory = (ctx: Ctx<Caller>, { listing_id, ...sections }: SetStory): Promise<Story> =>
  inTransaction(ctx, async (ctx) => {
    await requireOwnListing(ctx, listing_id);
    const [{ values }] = (await lockListingsForEdit(ctx.sql, [listing_id])) as [LockedListing];
    const has_sections = Object.keys(withoutBlanks(sections)).length > 0;
    const source = (has_sections ? sections : (values.story ?? {})) as Partial<Story>;
    const story = Object.fromEntries(STORY_SECTIONS.map((section) => [section, source[section] || null])) as Story;
    const stored_story = Object.values(story).some(Boolean) ? story : null;
    const edit = { account_id: ctx.caller.account_id, source: 'owner', at: ctx.clock.now() } as const;
    await editListing(ctx.sql, listing_id, { story: stored_story }, edit);
    return story;
  });

const MAX_MILESTONES = 100;

const MILESTONES_HIDDEN: Warning = texts({
  code: 'section_locked',
  path: 'milestones',
  message: msg('Saved, but the listing’s page doesn’t show milestones yet. A paid launch unlocks them: buy launch with create_checkout.'),
});

const findMilestoneErrors = ({ date, url }: AddMilestone, any_host: boolean): InputError[] => [
  ...(isDay(date) ? [] : [{ path: 'date', code: 'wrong_form', message: t('must be a valid date such as 2026-01-31'), actual: date }]),
  ...(url && !normalizeLink(url, any_host)
    ? [{ path: 'url', code: 'wrong_form', message: t('must be an https link'), actual: url.slice(0, 100) }]
    : []),
];

/** Adds a milestone to the caller's listing. It is shown only if the section is unlocked. */
export const addMilestone = (ctx: Ctx<Caller>, input: AddMilestone): Promise<AddedMilestone> =>
  inTransaction(ctx, async (ctx) => {
    const { listing_id, date, title, description, url } = input;
    const { site_id, unlocked_sections } = await requireOwnListing(ctx, listing_id);
    const any_host = ctx.allow_private ?? false;
    refuseIfAny(findMilestoneErrors(input, any_host));
    await lockListingsForEdit(ctx.sql, [listing_id]);
    if ((await countMilestones(ctx.sql, listing_id)) >= MAX_MILESTONES) throw new Refusal('too_many_milestones');
    const link = url ? normalizeLink(url, any_host) : null;
    const milestone = { site_id, listing_id, date, title, description: description || null, url: link };
    const warnings = unlocked_sections.includes('milestones') ? [] : [MILESTONES_HIDDEN];
    return { ...(await insertMilestone(ctx.sql, milestone)), listing_id, warnings };
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
