import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, requireFound } from '../../kernel/errors.ts';
import { exactPage, type ListResponse } from '../../kernel/responses.ts';
import { attributeName } from '../catalog/attributes/names.ts';
import { selectCategoryIds, selectDefinitions } from '../catalog/attributes/queries.ts';
import { parseAttributeValue } from '../catalog/attributes/rules.ts';
import { type AttributeDefinition, PROFILE_FIELD_NAMES } from '../extraction/proposal.ts';
import { identifyWebsite, normalizeWebsite } from '../listings/addresses.ts';
import { refuseIfAny, wrongForm } from '../listings/owner/fields.ts';
import type { View } from '../listings/owner/schema.ts';
import { findDroppedCategories, findHiddenLogo, findUnknownValues } from '../listings/owner/warnings.ts';
import type { ListingStatus } from '../listings/states.ts';
import { countWebsiteRead } from '../listings/website-access/website-access.ts';
import { blankValue, emptyContent } from './content.ts';
import { enqueueStep, read_draft } from './jobs.ts';
import {
  countActiveDrafts,
  type DraftOwner,
  type DraftRow,
  findOwnDraft,
  type InviteRow,
  insertDraft,
  lockOwnDraft,
  selectDrafts,
  selectInvites,
  selectPagesRead,
} from './queries.ts';
import { adviseOnDraft, compareToDraft, findMissingParts, findSuggestions, findUnstatedFacts, type Suggestion } from './rules.ts';
import type { Draft, DraftStatusView, DraftSummary, GetDraft, ListDrafts, StartDraft } from './schema.ts';
import { requireFreeWebsite, withListing, withListings } from './submission/save-listing.ts';

export const draftOwner = ({ site, caller }: Ctx): DraftOwner => ({
  site_id: site.id,
  account_id: (caller as Caller).account_id,
});

/** Email addresses and URLs with credentials are not accepted as websites. */
const HAS_USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i;

interface Website {
  url: string;
  domain: string;
}

/** The website that an address names; otherwise null, with an error. */
export const parseWebsite = ({ allow_private }: Ctx, typed: string, path: string, errors: InputError[]): Website | null => {
  const url = HAS_USER_INFO.test(typed) ? null : normalizeWebsite(typed, allow_private);
  const domain = url && identifyWebsite(url);
  if (url && domain) return { url, domain };
  errors.push(wrongForm(path, 'must be the address of a website, such as https://acme.example', typed));
  return null;
};

const requireWebsite = (ctx: Ctx, typed: string): Website => {
  const errors: InputError[] = [];
  const website = parseWebsite(ctx, typed, 'url', errors);
  refuseIfAny(errors);
  return website!;
};

type Warnings = Draft['warnings'];

/** What the profile says that will not be shown as it is. */
const findWarnings = ({ fields, listing }: DraftRow): Warnings => {
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const categories = (fields.categories.value ?? []) as string[];
  return [
    ...findUnknownValues(values, (name) => `fields.${name}`),
    ...findHiddenLogo(values.logo_url, 'fields.logo_url'),
    ...findDroppedCategories(categories, listing?.categories ?? [], 'fields.categories'),
  ];
};

/** What the draft's listing is compared on: in its primary category, or in those that its listing has. */
export const selectDraftDefinitions = async (
  sql: Ctx['sql'],
  { site_id, listing, fields }: DraftRow,
  chosen = listing?.categories ?? ((fields.categories.value ?? []) as string[]).slice(0, 1),
): Promise<AttributeDefinition[]> => selectDefinitions(sql, site_id, await selectCategoryIds(sql, site_id, chosen));

/** A draft's values of attributes with their definitions. A value of another kind is not shown: the attribute was changed meanwhile. */
const showAttributes = (row: DraftRow, definitions: AttributeDefinition[]): Draft['attributes'] =>
  Object.fromEntries(
    definitions.map((definition) => {
      const { key, name, kind, unit, options } = definition;
      const current = row.attributes[key] ?? blankValue(isInProgress(row) ? 'pending' : 'not_found');
      const value = current.value === null ? null : parseAttributeValue(definition, current.value);
      return [
        key,
        { key, name, kind, unit, options, ...(current.value !== null && value === null ? blankValue() : { ...current, value }) },
      ];
    }),
  );

const summarize = ({ site }: Pick<Ctx, 'site'>, row: DraftRow) => ({
  id: row.id,
  url: row.url,
  status: row.status,
  completeness: row.completeness,
  listing_id: row.listing_id,
  page_url: `${site.root}/drafts/${row.id}`,
  updated_at: row.updated_at.toISOString(),
});

export const isInProgress = ({ status }: Pick<DraftRow, 'status'>): boolean => status === 'crawling' || status === 'drafting';

const statusOf = (ctx: Pick<Ctx, 'site'>, row: DraftRow, warnings: Warnings) => {
  const missing = findMissingParts(row, isInProgress(row));
  const listing_status = row.listing ? String(row.listing.values.status) : null;
  const redrafting = row.redraft?.fields ?? [];
  return {
    ...summarize(ctx, row),
    failure: row.failure,
    missing,
    warnings: [...findWarnings(row), ...warnings],
    next_steps: adviseOnDraft({ status: row.status, listing_id: row.listing_id, missing, redrafting, listing_status }),
  };
};

export const draftResponse = async (ctx: Ctx, row: DraftRow, warnings: Warnings = []): Promise<Draft> => {
  const [pages, invites, definitions] = await Promise.all([
    selectPagesRead(ctx.sql, row.id),
    selectInvites(ctx.sql, row.id),
    selectDraftDefinitions(ctx.sql, row),
  ]);
  return {
    ...statusOf(ctx, row, warnings),
    fields: row.fields as Draft['fields'],
    faqs: row.faqs,
    founders: row.founders,
    socials: row.socials as Draft['socials'],
    story: row.story,
    milestones: row.milestones,
    attributes: showAttributes(row, definitions),
    seo: row.seo,
    invites: invites.map((invite) => toInvite(invite, ctx.clock.now())),
    not_found_on_website: findUnstatedFacts(row.original),
    competitor: row.competitor && compareToDraft(row, row.competitor),
    pages_read: row.progress?.pages ?? pages.map(({ read_at, ...page }) => ({ ...page, read_at: read_at.toISOString() })),
    robots: row.robots,
    drafter: row.drafter,
    redrafting: row.redraft?.fields ?? [],
    created_at: row.created_at.toISOString(),
  };
};

export const toInvite = ({ id, email, status, created_at, expires_at }: InviteRow, now: Date): Draft['invites'][number] => ({
  id,
  email,
  status: status === 'sent' && expires_at <= now ? 'expired' : status,
  created_at: created_at.toISOString(),
});

interface Outcome {
  warnings?: Warnings;
  changed?: string[];
}

const shortResponse = (ctx: Ctx, row: DraftRow, { warnings = [], changed = [] }: Outcome): DraftStatusView => ({
  ...statusOf(ctx, row, warnings),
  name: row.fields.name.value as string | null,
  tagline: row.fields.tagline.value as string | null,
  categories: (row.fields.categories.value ?? []) as string[],
  changed,
  locked_fields: [
    ...PROFILE_FIELD_NAMES.filter((name) => row.fields[name].state === 'override'),
    ...Object.keys(row.attributes)
      .filter((key) => row.attributes[key]?.state === 'override')
      .map(attributeName),
  ],
});

/** A draft as an answer: whole, or only how it stands and what the call did. */
export const viewDraft = async (
  ctx: Ctx,
  row: DraftRow,
  view: View | undefined,
  outcome: Outcome = {},
): Promise<Draft | DraftStatusView> => (view === 'status' ? shortResponse(ctx, row, outcome) : draftResponse(ctx, row, outcome.warnings));

/** Counts a crawl of the product's website against the limits; the draft itself counts separately. */
export const countDraftCrawl = async (ctx: Ctx, { url }: { url: string }): Promise<undefined> => {
  await countWebsiteRead(ctx, requireWebsite(ctx, url).url);
};

export const startDraft = (ctx: Ctx, { url: typed, view }: StartDraft): Promise<Draft | DraftStatusView> => {
  const { url, domain } = requireWebsite(ctx, typed);
  return inTransaction(ctx, async (ctx) => {
    const owner = draftOwner(ctx);
    await requireFreeWebsite(ctx, owner, domain);
    const priority = await countActiveDrafts(ctx.sql, owner.account_id);
    const draft = await insertDraft(ctx.sql, { ...owner, url, domain, content: emptyContent(), now: ctx.clock.now() });
    await enqueueStep(ctx.sql, read_draft, { draft_id: draft.id, redraft_id: null, priority });
    return viewDraft(ctx, draft, view);
  });
};

export const listDrafts = async (ctx: Ctx, input: ListDrafts): Promise<ListResponse<DraftSummary>> => {
  const { rows, count } = await selectDrafts(ctx.sql, draftOwner(ctx), input);
  const drafts = await withListings(ctx.sql, rows);
  const items = drafts.map((row) => ({
    ...summarize(ctx, row),
    name: row.fields.name.value as string | null,
    created_at: row.created_at.toISOString(),
  }));
  return exactPage({ page: input.page, per_page: input.per_page }, items, count);
};

/** The caller's draft. If it was submitted, it shows what its listing says. */
export const requireOwnDraft = async (ctx: Ctx, id: string): Promise<DraftRow> => {
  const row = requireFound('draft_not_found', await findOwnDraft(ctx.sql, draftOwner(ctx), id));
  return withListing(ctx.sql, row);
};

/** The same, locked with its listing until the transaction ends. */
export const requireOwnDraftForUpdate = async (ctx: Ctx, id: string): Promise<DraftRow> => {
  const row = requireFound('draft_not_found', await lockOwnDraft(ctx.sql, draftOwner(ctx), id));
  return withListing(ctx.sql, row, 'lock');
};

export const getDraft = async (ctx: Ctx, { id, view }: GetDraft): Promise<Draft | DraftStatusView> =>
  viewDraft(ctx, await requireOwnDraft(ctx, id), view);

/** The whole draft, for its pages. */
export const getFullDraft = async (ctx: Ctx, { id }: { id: string }): Promise<Draft> => draftResponse(ctx, await requireOwnDraft(ctx, id));

export interface DraftOverview {
  draft: Draft;
  /** The page being fetched at the moment. */
  reading: string | null;
  /** The listing made from it, if it is still the caller's. */
  listing: { id: number; slug: string; status: ListingStatus } | null;
  suggestions: Suggestion[];
}

/** A draft with the progress of its crawl and how its listing stands, for its page. */
export const getDraftOverview = async (ctx: Ctx, { id }: { id: string }): Promise<DraftOverview> => {
  const row = await requireOwnDraft(ctx, id);
  const { slug, status } = row.listing?.values ?? {};
  return {
    draft: await draftResponse(ctx, row),
    reading: row.progress?.reading ?? null,
    suggestions: findSuggestions(row.original, row),
    listing: row.listing ? { id: row.listing.id, slug: String(slug), status: status as ListingStatus } : null,
  };
};
