import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type JsonText, type ListResponse, listResponse, type Paging } from '../../kernel/responses.ts';
import { extractDomainOrHost, normalizeWebsite } from '../listings/addresses.ts';
import { countWebsiteRead } from '../listings/website-access/website-access.ts';
import { emptyContent } from './content.ts';
import { formatError } from './field-formats.ts';
import { enqueueStep, read_draft } from './jobs.ts';
import {
  countActiveDrafts,
  type DraftOwner,
  type DraftRow,
  findOwnDraft,
  insertDraft,
  lockOwnDraft,
  selectDrafts,
  selectPagesRead,
} from './queries.ts';
import { compareToDraft, findMissingParts } from './rules.ts';
import type { Draft, DraftSummary } from './schema.ts';
import { requireFreeWebsite } from './submission/website.ts';

export const draftOwner = ({ site, caller }: Ctx): DraftOwner => ({
  site_id: site.id,
  account_id: (caller as Caller).account_id,
});

/** Email addresses and URLs with credentials are not accepted as websites. */
const HAS_USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i;

export const parseWebsite = ({ allow_private }: Ctx, typed: string, path: string): { url: string; domain: string } => {
  const url = HAS_USER_INFO.test(typed) ? null : normalizeWebsite(typed, allow_private);
  const domain = url && extractDomainOrHost(url);
  if (!url || !domain)
    throw new Refusal('invalid_input', {
      errors: [formatError(path, 'must be the address of a website, such as https://acme.example', typed)],
    });
  return { url, domain };
};

export const draftResponse = async ({ sql }: Pick<Ctx, 'sql'>, row: DraftRow): Promise<Draft> => {
  const pages = await selectPagesRead(sql, row.id);
  return {
    id: row.id,
    url: row.url,
    status: row.status,
    failure: row.failure,
    completeness: row.completeness,
    missing: findMissingParts(row),
    fields: row.fields as Draft['fields'],
    faqs: row.faqs,
    founders: row.founders,
    socials: row.socials as Draft['socials'],
    story: row.story,
    milestones: row.milestones,
    seo: row.seo,
    competitor: row.competitor && compareToDraft(row, row.competitor),
    pages_read: row.progress?.pages ?? pages.map(({ read_at, ...page }) => ({ ...page, read_at: read_at.toISOString() })),
    robots: row.robots,
    drafter: row.drafter,
    redrafting: row.redraft?.fields ?? [],
    listing_id: row.listing_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

/** Counts a crawl of the product's website against the limits; the draft itself counts separately. */
export const countDraftCrawl = async (ctx: Ctx, { url }: { url: string }): Promise<undefined> => {
  await countWebsiteRead(ctx, parseWebsite(ctx, url, 'url').url);
};

export const startDraft = (ctx: Ctx, { url: typed }: { url: string }): Promise<Draft> => {
  const { url, domain } = parseWebsite(ctx, typed, 'url');
  return inTransaction(ctx, async (ctx) => {
    const owner = draftOwner(ctx);
    await requireFreeWebsite(ctx, owner, domain);
    const priority = await countActiveDrafts(ctx.sql, owner.account_id);
    const draft = await insertDraft(ctx.sql, { ...owner, url, domain, content: emptyContent(), now: ctx.clock.now() });
    await enqueueStep(ctx.sql, read_draft, { draft_id: draft.id, redraft_id: null, priority });
    return draftResponse(ctx, draft);
  });
};

export const listDrafts = async (ctx: Ctx, paging: Paging): Promise<JsonText<ListResponse<DraftSummary>>> => {
  const { items, count } = await selectDrafts(ctx.sql, draftOwner(ctx), paging);
  return listResponse(paging, items, count);
};

export const requireOwnDraft = async (ctx: Ctx, id: string, find = findOwnDraft): Promise<DraftRow> => {
  const row = await find(ctx.sql, draftOwner(ctx), id);
  if (!row) throw new Refusal('draft_not_found');
  return row;
};

export const requireOwnDraftForUpdate = (ctx: Ctx, id: string): Promise<DraftRow> => requireOwnDraft(ctx, id, lockOwnDraft);

export const getDraft = async (ctx: Ctx, { id }: { id: string }): Promise<Draft> => draftResponse(ctx, await requireOwnDraft(ctx, id));

/** A draft with its crawl progress: `reading` is the page being fetched at the moment, or null. */
export const getDraftProgress = async (ctx: Ctx, { id }: { id: string }): Promise<{ draft: Draft; reading: string | null }> => {
  const row = await requireOwnDraft(ctx, id);
  return { draft: await draftResponse(ctx, row), reading: row.progress?.reading ?? null };
};
