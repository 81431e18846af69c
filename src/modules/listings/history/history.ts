import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { runParser } from '../../../kernel/parsing/pool.ts';
import { ParserFailed } from '../../../kernel/parsing/task.ts';
import { exactPage, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import type { AttributeValue } from '../../catalog/attributes/kinds.ts';
import { convertAttributeValue } from '../../catalog/attributes/rules.ts';
import { selectListingDefinitions } from '../attributes/queries.ts';
import { findLostValues, type ListingColumns, refuseIfAny } from '../owner/fields.ts';
import { requireOwnListing } from '../owner/listings.ts';
import { indexListings } from '../search/search-index.ts';
import { type EditedFact, find_speaking_quotes } from './parser-tasks.ts';
import {
  countVersions,
  type EditRow,
  hasVersion,
  insertVersion,
  type ListingEvent,
  type LockedListing,
  lockListingsForEdit,
  selectEdits,
  selectListingEvents,
  selectPriorValues,
  selectVersions,
  splitAttributes,
  updateListingColumns,
  type VersionRow,
  type VersionSource,
  writeOwnAttributes,
} from './queries.ts';

export interface EditContext {
  account_id: number | null;
  source: VersionSource;
  at: Date;
  /** For a restore: the version it goes back to. */
  restored_id?: number | null;
  /** Quotes of the new values, by their keys in the evidence. */
  evidence?: Record<string, object[]>;
}

/** Internal columns; changing them is not an edit. */
const UNTRACKED_COLUMNS = ['evidence', 'not_found_on_website', 'updated_at'];

const diffColumns = ({ values }: LockedListing, columns: ListingColumns): { before: ListingColumns; after: ListingColumns } => {
  const names = Object.keys(columns).filter(
    (name) => !UNTRACKED_COLUMNS.includes(name) && !isDeepStrictEqual(values[name] ?? null, columns[name] ?? null),
  );
  const pick = (from: ListingColumns): ListingColumns => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(values), after: pick(columns) };
};

/** Stores a version with what an edit changes, unless it changes nothing. Returns the changed columns. */
export const recordVersion = async (
  sql: Db,
  current: LockedListing,
  columns: ListingColumns,
  { restored_id = null, evidence: _, ...edit }: EditContext,
): Promise<ListingColumns> => {
  const { before, after } = diffColumns(current, columns);
  if (Object.keys(after).length > 0)
    await insertVersion(sql, { ...edit, site_id: current.site_id, listing_id: current.id, before, after, restored_id });
  return after;
};

type Evidence = Record<string, { quote: string; url: string }[]>;

/** The value of a fact by its key in the evidence: a column, or a part of one, such as `socials.x`. */
export const factValueOf = (values: ListingColumns, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as ListingColumns | null | undefined)?.[key], values) ?? null;

/** Which quotes speak for the new values. If they cannot be judged, none does. */
const judgeQuotes = async (facts: EditedFact[]): Promise<boolean[][]> => {
  if (facts.length === 0) return [];
  return runParser(find_speaking_quotes, facts).catch((error) => {
    if (!(error instanceof ParserFailed)) throw error;
    return facts.map(() => []);
  });
};

/** The evidence after an edit: values that did not change keep their quotes, others those that still speak for them. */
export const pickRemainingEvidence = async ({ values }: LockedListing, changed: ListingColumns): Promise<ListingColumns> => {
  if (!values.evidence) return {};
  const evidence = Object.entries(values.evidence as Evidence);
  const isKept = (path: string) =>
    !(path.split('.')[0]! in changed) || isDeepStrictEqual(factValueOf(values, path), factValueOf(changed, path));
  const edited = evidence
    .filter(([path]) => !isKept(path) && factValueOf(changed, path) !== null)
    .map(
      ([path, quotes]): EditedFact => ({
        path,
        value: factValueOf(changed, path),
        quotes: quotes.map(({ quote, url }) => ({ quote, url })),
      }),
    );
  const speaking = new Map((await judgeQuotes(edited)).map((speaks, at) => [edited[at]!.path, speaks]));
  const left = evidence
    .map(([path, quotes]) => [path, isKept(path) ? quotes : quotes.filter((_, at) => speaking.get(path)?.[at])] as const)
    .filter(([, quotes]) => quotes.length > 0);
  return { evidence: Object.fromEntries(left) };
};

/**
 * Edits a listing: writes the change, its version and the search index. Values of attributes are `attributes.<key>`, and are the owner's own
 * from then on. Returns whether anything changed.
 */
export const editListing = async (sql: Db, listing_id: number, columns: ListingColumns, edit: EditContext): Promise<boolean> => {
  const [current] = await lockListingsForEdit(sql, [listing_id]);
  const changed = await recordVersion(sql, current!, columns, edit);
  if (Object.keys(changed).length === 0) return false;
  const { columns: own, attributes } = splitAttributes(changed);
  const remaining = await pickRemainingEvidence(current!, own);
  const evidence = edit.evidence ? { evidence: { ...(remaining.evidence as object), ...edit.evidence } } : remaining;
  await updateListingColumns(sql, listing_id, { ...own, ...evidence }, edit.at);
  await writeOwnAttributes(sql, current!, attributes);
  await indexListings(sql, [listing_id]);
  return true;
};

/** Former values of attributes as the attributes are now; those that no longer exist or fit are left out. */
const convertFormer = async (sql: Db, listing_id: number, former: ListingColumns): Promise<ListingColumns> => {
  const { columns, attributes } = splitAttributes(former);
  const definitions = await selectListingDefinitions(sql, listing_id);
  const known = definitions.flatMap((definition) => {
    const name = `attributes.${definition.key}`;
    if (!(name in attributes)) return [];
    const value = attributes[name];
    const converted = value === null ? null : convertAttributeValue(definition, value as AttributeValue);
    return value !== null && converted === null ? [] : [[name, converted]];
  });
  return { ...columns, ...Object.fromEntries(known) };
};

/** Edits of all the site's listings with before and after, newest first. For the site's team. */
export const listEdits = async (ctx: Ctx, paging: Paging): Promise<{ edits: EditRow[]; has_more: boolean }> => {
  const edits = await selectEdits(ctx, paging);
  return { edits: edits.slice(0, paging.per_page), has_more: edits.length > paging.per_page };
};

/** The versions of the caller's listing, newest first. */
export const listVersions = async (
  ctx: Ctx<Caller>,
  { listing_id, ...paging }: { listing_id: number } & Paging,
): Promise<ListResponse<VersionRow>> => {
  await requireOwnListing(ctx, listing_id);
  const [items, total] = await Promise.all([selectVersions(ctx.sql, listing_id, paging), countVersions(ctx.sql, listing_id)]);
  return exactPage(paging, items, total);
};

/** Restores the caller's listing to how it was after a version, or before the first one (version 0). This creates a new version. */
export const restoreVersion = (
  ctx: Ctx<Caller>,
  { listing_id, version_id }: { listing_id: number; version_id: number },
): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    await requireOwnListing(ctx, listing_id);
    if (version_id !== 0 && !(await hasVersion(sql, listing_id, version_id))) throw new Refusal('version_not_found');
    const [listing] = await lockListingsForEdit(sql, [listing_id]);
    // Newest first, so of several edits of one field the earliest after the version wins: its `before` is the value to restore.
    // Versions from before attributes had kinds have them in one property, which is not restored.
    const { attributes: _, ...former } = Object.assign({}, ...(await selectPriorValues(sql, listing_id, version_id)));
    const columns = await convertFormer(sql, listing_id, former);
    refuseIfAny([], findLostValues(listing!.values, columns, String));
    const edit = {
      account_id: ctx.caller.account_id,
      source: 'restore',
      at: clock.now(),
      restored_id: version_id || null,
    } as const;
    return editListing(sql, listing_id, columns, edit);
  });

const MAX_TIMELINE_EVENTS = 30;

/** Status changes, edits and updates of the caller's listing, newest first. */
export const getOwnTimeline = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<ListingEvent[]> => {
  await requireOwnListing(ctx, listing_id);
  return selectListingEvents(ctx.sql, listing_id, MAX_TIMELINE_EVENTS);
};
