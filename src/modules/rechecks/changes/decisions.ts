import { type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import type { AttributeValue } from '../../catalog/attributes/kinds.ts';
import { attributeKey } from '../../catalog/attributes/names.ts';
import { convertAttributeValue } from '../../catalog/attributes/rules.ts';
import { selectListingDefinitions } from '../../listings/attributes/queries.ts';
import { editListing } from '../../listings/history/history.ts';
import { lockListingsForEdit, selectEvidence, updateEvidence } from '../../listings/history/queries.ts';
import { requireOwnListing } from '../../listings/owner/listings.ts';
import { selectListingProfiles } from '../../listings/queries.ts';
import { countRead, readInteractively } from '../../listings/website-access/website-access.ts';
import { applyReading } from '../apply-reading.ts';
import { loadWebsiteFacts, readListingWebsite } from '../jobs.ts';
import { findHiddenListing, findWebsiteCheck, findWebsiteStatus, type HiddenListing, type WebsiteCheck } from '../queries.ts';
import { isDead } from '../rules.ts';
import { factChangeMoves } from '../states.ts';
import { columnsFor, factValues, isAttribute } from './evidence.ts';
import { type FactChange, findOpenChange, selectOpenChanges, selectPublicChanges } from './queries.ts';
import { isCorrected } from './record-changes.ts';

/** The caller's decisions about a change: take the website's value, or keep their own. */
export const DECISIONS = ['accept', 'keep'] as const;
export type Decision = (typeof DECISIONS)[number];

/** An attribute that is archived has no name, and is not shown. */
const isShown = ({ path, name }: FactChange): boolean => !isAttribute(path) || name !== null;

/** Changes of the caller's listing that wait for a decision. Facts that were edited meanwhile are decided. */
export const listOpenChanges = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<FactChange[]> => {
  await requireOwnListing(ctx, listing_id);
  const [[listing], changes] = await Promise.all([selectListingProfiles(ctx.sql, [listing_id]), selectOpenChanges(ctx.sql, listing_id)]);
  const values = factValues(listing!);
  return changes.filter((change) => !isCorrected(change, values) && isShown(change));
};

/** How the website of the caller's listing answered at the last reading; undefined before the first. */
export const getWebsiteCheck = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<WebsiteCheck | undefined> => {
  await requireOwnListing(ctx, listing_id);
  return findWebsiteCheck(ctx.sql, listing_id);
};

/** The website of a public listing, if it has not answered for so long that it counts as gone: since when. */
export const getDeadSince = async (ctx: Ctx, { slug }: { slug: string }): Promise<Date | null> => {
  const status = await findWebsiteStatus(ctx, slug);
  return status && isDead(status, ctx.clock.now()) ? status.failing_since : null;
};

/** The website's value. The team may have changed the kind of an attribute since. */
const fitAttribute = async (sql: Db, listing_id: number, { path, after }: FactChange): Promise<unknown> => {
  if (!isAttribute(path)) return after;
  const definition = (await selectListingDefinitions(sql, listing_id)).find(({ key }) => key === attributeKey(path));
  return requireFound('fact_change_not_found', definition && convertAttributeValue(definition, after as AttributeValue));
};

/** A listing that is hidden because its website does not answer; undefined for any other. */
export const getHiddenListing = (ctx: Ctx, { slug }: { slug: string }): Promise<HiddenListing | undefined> => findHiddenListing(ctx, slug);

/** Decides about a change. A value that its owner keeps is theirs from now on: it loses its quotes, and is not read again. */
export const decideChange = (
  ctx: Ctx<Caller>,
  { listing_id, change_id, decision }: { listing_id: number; change_id: number; decision: Decision },
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock, caller } = ctx;
    await requireOwnListing(ctx, listing_id);
    const [listing] = await lockListingsForEdit(sql, [listing_id]);
    const change = requireFound('fact_change_not_found', await findOpenChange(sql, listing_id, change_id));
    if (decision === 'keep') {
      const { [change.path]: _, ...others } = await selectEvidence(sql, listing_id);
      await updateEvidence(sql, listing_id, others);
    } else {
      const value = await fitAttribute(sql, listing_id, change);
      const columns = requireFound('fact_change_not_found', columnsFor(listing!.values, change.path, value));
      const edit = { account_id: caller.account_id, source: 'website', at: clock.now() } as const;
      await editListing(sql, listing_id, columns, { ...edit, evidence: { [change.path]: change.quotes_after } });
    }
    await factChangeMoves.make(ctx, change_id, decision, { account_id: caller.account_id });
  });

const MAX_CHANGES_SHOWN = 20;

/** What changed in the facts of a public listing, newest first, with the quotes of both. */
export const listFactHistory = async (ctx: Ctx, { slug }: { slug: string }): Promise<FactChange[]> => {
  const changes = await selectPublicChanges(ctx, slug, MAX_CHANGES_SHOWN);
  const open = changes.find(({ status }) => status === 'open');
  if (!open) return changes;
  const [listing] = await selectListingProfiles(ctx.sql, [open.listing_id]);
  const values = factValues(listing!);
  return changes.map((change) => (isCorrected(change, values) ? { ...change, status: 'corrected' } : change));
};

/** Reads the website of the caller's listing now. It loads somebody else's server, so it counts like a draft. */
export const recheckNow = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<'read' | 'failed'> => {
  const { site_id } = await requireOwnListing(ctx, listing_id);
  const website = await loadWebsiteFacts(ctx.sql, listing_id, site_id);
  await countRead(ctx, website.website);
  const reading = await readInteractively(ctx, website.website, () => readListingWebsite(ctx, ctx.site, website));
  await inTransaction(ctx, (ctx) => applyReading(ctx, listing_id, website.facts, reading));
  return reading.outcome === 'failed' ? 'failed' : 'read';
};
