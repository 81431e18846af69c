import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import type { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import { hostOrDomainOf, websiteOf } from '../listings/address.ts';
import { besides } from './competitor.ts';
import { emptyContent } from './content.ts';
import { refuseTaken } from './listing.ts';
import { countUnderWay, type DraftRow, findOwnDraft, insertDraft, lockOwnDraft, selectDrafts, selectPagesRead } from './queries.ts';
import { read_draft } from './read-job.ts';
import { missingFrom } from './rules.ts';
import type { Draft, DraftSummary } from './schema.ts';

/** Whose drafts a caller may see: their own on this site. */
export const ownerOf = ({ site, caller }: Ctx): { site_id: number; account_id: number } => ({
  site_id: site.id,
  account_id: (caller as Caller).account_id,
});

/** A mail address, or one with a name and password in it, is not a website's. */
const NAMES_SOMEBODY = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i;

/** The address of a product, as a person typed it. */
export const readWebsite = ({ allow_private }: Ctx, typed: string, path: string): { url: string; domain: string } => {
  const url = NAMES_SOMEBODY.test(typed) ? null : websiteOf(typed, allow_private);
  const domain = url && hostOrDomainOf(url);
  if (!url || !domain)
    throw new Refusal('invalid_input', {
      errors: [
        {
          path,
          code: 'wrong_form',
          message: 'must be the address of a website, such as https://acme.example',
          actual: typed.slice(0, 100),
        },
      ],
    });
  return { url, domain };
};

/** A draft as it is answered. */
export const answerOf = async ({ sql }: Pick<Ctx, 'sql'>, row: DraftRow): Promise<Draft> => {
  const pages = await selectPagesRead(sql, row.id);
  return {
    id: row.id,
    url: row.url,
    status: row.status,
    failure: row.failure,
    completeness: row.completeness,
    missing: missingFrom(row),
    fields: row.fields as Draft['fields'],
    faqs: row.faqs,
    founders: row.founders,
    socials: row.socials as Draft['socials'],
    story: row.story,
    milestones: row.milestones,
    seo: row.seo,
    competitor: row.competitor && besides(row, row.competitor),
    pages_read: row.progress?.pages ?? pages.map(({ read_at, ...page }) => ({ ...page, read_at: read_at.toISOString() })),
    robots: row.robots,
    drafter: row.drafter,
    redrafting: row.redraft?.fields ?? [],
    listing_id: row.listing_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

/** Starts a draft from a product's address (SPEC 3.1). Nothing is published or charged. */
export const startDraft = (ctx: Ctx, { url: typed }: { url: string }): Promise<Draft> => {
  const { url, domain } = readWebsite(ctx, typed, 'url');
  return inTransaction(ctx, async (ctx) => {
    const owner = ownerOf(ctx);
    await refuseTaken(ctx, owner, domain);
    const priority = await countUnderWay(ctx.sql, owner.account_id);
    const draft = await insertDraft(ctx.sql, { ...owner, url, domain, content: emptyContent(), now: ctx.clock.now() });
    await enqueue(ctx.sql, read_draft, { draft_id: draft.id, redraft_id: null, priority }, { key: `draft ${draft.id}`, priority });
    return answerOf(ctx, draft);
  });
};

/** Your own drafts, newest first. */
export const listDrafts = async (ctx: Ctx, paging: Paging): Promise<JsonText<ListAnswer<DraftSummary>>> => {
  const { items, count } = await selectDrafts(ctx.sql, ownerOf(ctx), paging);
  return listAnswer(paging, items, count);
};

const found = (row: DraftRow | undefined): DraftRow => {
  if (!row) throw new Refusal('draft_not_found');
  return row;
};

export const ownDraft = async (ctx: Ctx, id: string): Promise<DraftRow> => found(await findOwnDraft(ctx.sql, ownerOf(ctx), id));

/** The same, for changing it: whoever else would waits until this transaction ends. */
export const ownDraftToChange = async (ctx: Ctx, id: string): Promise<DraftRow> => found(await lockOwnDraft(ctx.sql, ownerOf(ctx), id));

/** One draft with every value, its state and its evidence. */
export const getDraft = async (ctx: Ctx, { id }: { id: string }): Promise<Draft> => answerOf(ctx, await ownDraft(ctx, id));

/** A draft as its maker watches it come about: `reading` is the page asked for at this moment, null where none is. */
export const watchDraft = async (ctx: Ctx, { id }: { id: string }): Promise<{ draft: Draft; reading: string | null }> => {
  const row = await ownDraft(ctx, id);
  return { draft: await answerOf(ctx, row), reading: row.progress?.reading ?? null };
};
