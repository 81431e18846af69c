import { IN_FLIGHT_BYTES } from '../../integrations/fetch/fetch-parsed.ts';
import type { GuardedFetch } from '../../integrations/fetch/guarded-fetch.ts';
import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue, type Job, type JobCtx, job } from '../../kernel/jobs.ts';
import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { counter } from '../../kernel/metrics.ts';
import { isTooCostly } from '../../kernel/parsing/task.ts';
import { selectAllDefinitions } from '../catalog/attributes/queries.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { type CrawlOptions, crawlSite } from '../extraction/crawl/crawl-site.ts';
import type { CrawlResult, CrawlStep } from '../extraction/crawl/types.ts';
import { type ExtractedProfile, extractProfile, type PageLoader } from '../extraction/extract.ts';
import { EMPTY_PROPOSAL } from '../extraction/proposal.ts';
import { getRetryDelaySeconds, readWithHostLock, WebsiteBusyError } from '../listings/website-access/website-access.ts';
import { crawlerUserAgent, getSiteById } from '../sites/sites.ts';
import { type DraftContent, withBlanks, withProposal, withRedrafted } from './content.ts';
import {
  clearPageHtml,
  countPageLetters,
  type DraftRow,
  deleteReplacedJobs,
  endStuckRedrafts,
  findDraft,
  lockDraft,
  replaceDraftPages,
  selectDraftPages,
  selectStuckDrafts,
  updateDraftContent,
  updateDraftProgress,
  updateDraftState,
} from './queries.ts';
import { computeCompleteness } from './rules.ts';
import { draftMoves } from './states.ts';
import { findUnlistableFields } from './submission/listing-parts.ts';
import { saveListing, withListing } from './submission/save-listing.ts';

export interface DraftJobPayload {
  draft_id: string;
  /** The redraft it belongs to; null for the first draft. */
  redraft_id: string | null;
  priority: number;
}

/** Enqueues the crawl or the drafting of a draft; the sweep finds it by this key. */
export const enqueueStep = (sql: Db, next: Job<DraftJobPayload>, step: DraftJobPayload, in_seconds = 0): Promise<void> => {
  const key = `${step.redraft_id === null ? 'draft' : 'redraft'} ${step.draft_id}`;
  return enqueue(sql, next, step, { key, priority: step.priority, in_seconds });
};

/** Whether a draft still waits for a step; another process may have done it. */
const isAwaiting = (draft: DraftRow, { redraft_id }: DraftJobPayload, activity: 'reading' | 'drafting'): boolean =>
  redraft_id === null
    ? draft.status === (activity === 'reading' ? 'crawling' : 'drafting')
    : draft.redraft?.id === redraft_id && draft.redraft.step === activity;

/** Crawls a website for a site, one crawl per host at a time. Requests abort when the process stops. */
export const crawlWebsite = async (ctx: JobCtx, site_id: number, url: string, onStep?: CrawlOptions['onStep']): Promise<CrawlResult> => {
  const { sql, clock, integrations, signal } = ctx;
  const fetch: GuardedFetch = (address, options) => integrations.fetch(address, { ...options, signal });
  const user_agent = crawlerUserAgent(await getSiteById(sql, site_id, ctx.site_root));
  return readWithHostLock(sql, url, () => crawlSite(fetch, url, { now: () => clock.now(), onStep, user_agent }));
};

/** Redrafts the requested fields. On a submitted draft, values that a listing cannot have are left as they were. */
const redraftContent = (draft: DraftRow, found: ExtractedProfile['found']): DraftContent => {
  const names = draft.redraft!.fields;
  const content = withRedrafted(draft, found, names);
  if (draft.status !== 'submitted') return content;
  const unlistable = findUnlistableFields(content);
  const listable = names.filter((name) => !unlistable.some((one) => one === name));
  return withRedrafted(draft, found, listable);
};

const saveFirstDraft = async (sql: Db, draft: DraftRow, extracted: ExtractedProfile, now: Date): Promise<void> => {
  const { found, drafter } = extracted;
  const content = withProposal(draft, found);
  await draftMoves.make({ sql, at: now }, draft.id, 'drafted');
  await updateDraftContent(sql, draft.id, content, computeCompleteness(content), now);
  await updateDraftState(sql, draft.id, { original: extracted === BLANK_DRAFT ? null : found, drafter });
};

const saveRedraft = async (sql: Db, locked: DraftRow, { found, drafter }: ExtractedProfile, now: Date): Promise<void> => {
  const draft = await withListing(sql, locked, 'lock');
  const content = redraftContent(draft, found);
  await updateDraftContent(sql, draft.id, content, computeCompleteness(content), now);
  await updateDraftState(sql, draft.id, { original: found, drafter, redraft: null });
  if (draft.status === 'submitted' && draft.listing_id !== null)
    await saveListing(sql, draft, { ...draft, ...content, original: found }, now);
};

/** Saves the result of a step together with its status move, unless another process was first. */
const saveStep = async (
  { sql }: JobCtx,
  step: DraftJobPayload,
  activity: 'reading' | 'drafting',
  save: (sql: Db, draft: DraftRow) => Promise<unknown>,
): Promise<void> => {
  await sql.begin(async (sql) => {
    const draft = await lockDraft(sql, step.draft_id);
    if (draft && isAwaiting(draft, step, activity)) await save(sql, draft);
  });
};

const saveDraft = (ctx: JobCtx, step: DraftJobPayload, extracted: ExtractedProfile): Promise<void> =>
  saveStep(ctx, step, 'drafting', async (sql, draft) => {
    await (step.redraft_id === null ? saveFirstDraft : saveRedraft)(sql, draft, extracted, ctx.clock.now());
    await clearPageHtml(sql, draft.id);
  });

/** Records why a draft failed. Nothing more is read for it, so no value is pending. */
const writeFailure = async (sql: Db, draft: DraftRow, state: Parameters<typeof updateDraftState>[2], now: Date): Promise<void> => {
  const content = withBlanks(draft, 'give_up');
  await updateDraftContent(sql, draft.id, content, computeCompleteness(content), now);
  await updateDraftState(sql, draft.id, state);
};

const FAILURE_TEXTS = {
  timed_out: inEnglish(msg('The pages took too long to process.')),
  too_large: inEnglish(msg('The pages are too large to process.')),
} as const;

/** Records that the pages were too large or too slow to process, with the move that ends the waiting. */
const saveFailure = (ctx: JobCtx, step: DraftJobPayload, code: keyof typeof FAILURE_TEXTS): Promise<void> =>
  saveStep(ctx, step, 'drafting', async (sql, draft) => {
    if (step.redraft_id === null) {
      await draftMoves.make({ sql, clock: ctx.clock }, draft.id, 'drafting_failed');
      await writeFailure(sql, draft, { failure: { code, detail: FAILURE_TEXTS[code] } }, ctx.clock.now());
    } else await updateDraftState(sql, draft.id, { redraft: null });
    await clearPageHtml(sql, draft.id);
  });

/** When drafting fails because of a bug of ours, the maker gets a blank draft with this note. */
const BLANK_DRAFT: ExtractedProfile = {
  found: EMPTY_PROPOSAL,
  drafter: {
    name: 'built-in',
    note: inEnglish(msg('We couldn’t draft a profile, so nothing is filled in. Try again with regenerate, or fill it in yourself.')),
  },
};

/** Loads the pages of a draft; while loaded they count against the memory budget. */
const draftPageLoader =
  (sql: Db, draft_id: string): PageLoader =>
  async (use) => {
    const release = await IN_FLIGHT_BYTES.hold(2 * (await countPageLetters(sql, draft_id)));
    try {
      return await use(await selectDraftPages(sql, draft_id));
    } finally {
      release();
    }
  };

declare module '../../kernel/jobs.ts' {
  interface Lanes {
    /** For jobs that compute. */
    drafting: true;
  }
}

/** Drafts from the crawled pages. Nothing is visible before the final move, so a retry starts over. */
export const build_draft = job<DraftJobPayload>({
  name: 'build_draft',
  lane: 'drafting',
  attempts: 3,
  async run(ctx, step) {
    const draft = await findDraft(ctx.sql, step.draft_id);
    if (!draft || !isAwaiting(draft, step, 'drafting')) return;
    const [categories, attributes] = await Promise.all([
      selectCategoryOptions(ctx.sql, draft.site_id),
      selectAllDefinitions(ctx.sql, draft.site_id),
    ]);
    try {
      await saveDraft(
        ctx,
        step,
        await extractProfile(ctx.integrations.model, draftPageLoader(ctx.sql, draft.id), categories, attributes, ctx.signal),
      );
    } catch (error) {
      // The listing now belongs to another account: nothing is left to draft for.
      if (error instanceof Refusal) return void (await updateDraftState(ctx.sql, draft.id, { redraft: null }));
      // A retry would process the same pages and fail again.
      if (isTooCostly(error)) return saveFailure(ctx, step, error.code);
      if (ctx.last_attempt && !ctx.signal.aborted) await saveDraft(ctx, step, BLANK_DRAFT);
      throw error;
    }
  },
});

/** Stores the crawl's progress in the background; the crawler does not wait for it. */
const progressReporter = ({ sql }: JobCtx, id: string) => {
  let last_write: Promise<unknown> = Promise.resolve();
  const report = (step: CrawlStep, { robots, pages }: CrawlResult): void => {
    const pages_read = pages.map(({ url, status, read_at }) => ({ url, status, read_at: read_at.toISOString() }));
    const progress = { reading: step.doing === 'reading' ? step.url : null, pages: pages_read };
    last_write = last_write.then(() => updateDraftProgress(sql, id, progress, robots)).catch(() => undefined);
  };
  return { report, flush: () => last_write };
};

const crawls = counter('crawls_total', 'Sites read for drafts, by outcome: ok, or the code of the failure.', ['outcome']);

const saveCrawl = (ctx: JobCtx, step: DraftJobPayload, { robots, pages, failure }: CrawlResult): Promise<void> =>
  saveStep(ctx, step, 'reading', async (sql, draft) => {
    crawls.inc({ outcome: failure?.code ?? 'ok' });
    const first = step.redraft_id === null;
    if (first) await draftMoves.make({ sql, clock: ctx.clock }, draft.id, failure ? 'reading_failed' : 'site_read');
    if (failure && first) return writeFailure(sql, draft, { failure, robots, progress: null }, ctx.clock.now());
    if (failure) {
      const note = inEnglish(msg('We couldn’t read the website again: {reason}'), { reason: failure.detail });
      return updateDraftState(sql, draft.id, { redraft: null, drafter: { name: draft.drafter?.name ?? 'built-in', note } });
    }
    await replaceDraftPages(sql, draft, pages);
    await updateDraftState(sql, draft.id, {
      robots,
      progress: null,
      ...(!first && { redraft: { ...draft.redraft!, step: 'drafting' as const } }),
    });
    await enqueueStep(sql, build_draft, step);
  });

const CRAWL_FAILED: CrawlResult = {
  robots: null,
  pages: [],
  failure: { code: 'unreachable', detail: inEnglish(msg('We couldn’t read the website.')) },
};

/** Crawls a draft's site. The result is saved only together with the move, so a retry starts over. */
export const read_draft: Job<DraftJobPayload> = job<DraftJobPayload>({
  name: 'read_draft',
  lane: 'reading',
  attempts: 5,
  async run(ctx, step) {
    const draft = await findDraft(ctx.sql, step.draft_id);
    if (!draft || !isAwaiting(draft, step, 'reading')) return;
    const { report, flush } = progressReporter(ctx, draft.id);
    try {
      const crawled = await crawlWebsite(ctx, draft.site_id, draft.url, report);
      await flush();
      ctx.signal.throwIfAborted();
      await saveCrawl(ctx, step, crawled);
    } catch (error) {
      // Another crawl of the same website is running. This job ends, so that it does not block a worker.
      if (error instanceof WebsiteBusyError) return enqueueStep(ctx.sql, read_draft, step, getRetryDelaySeconds());
      if (ctx.last_attempt && !ctx.signal.aborted) await saveCrawl(ctx, step, CRAWL_FAILED);
      throw error;
    }
  },
});

/** A new draft may not have its job in the queue yet. */
const GRACE_PERIOD_MS = 60_000;

/** Fails drafts and redrafts whose job is gone, because each attempt crashed its process, and deletes jobs that nothing waits for. */
export const sweep_drafts = job<unknown>({
  name: 'sweep_drafts',
  attempts: 3,
  cron: '* * * * *',
  async run({ sql, clock }) {
    const now = clock.now();
    const before = new Date(now.getTime() - GRACE_PERIOD_MS);
    for (const { id, status } of await selectStuckDrafts(sql, before))
      await sql.begin(async (sql) => {
        if (!(await draftMoves.try({ sql, at: now }, id, status === 'crawling' ? 'reading_failed' : 'drafting_failed'))) return;
        const draft = (await findDraft(sql, id))!;
        const failure = { code: 'timed_out', detail: inEnglish(msg('Reading the website took too long.')) } as const;
        await writeFailure(sql, draft, { failure, progress: null }, now);
      });
    await endStuckRedrafts(sql, before);
    await deleteReplacedJobs(sql);
  },
});
