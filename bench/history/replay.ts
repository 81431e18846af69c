import type { Sql } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx, Db, Site } from '../../src/kernel/context.ts';
import type { JobCtx } from '../../src/kernel/jobs.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import type { Clock } from '../../src/kernel/time/clock.ts';
import { getFullDraft, startDraft } from '../../src/modules/drafts/drafts.ts';
import { build_draft, read_draft } from '../../src/modules/drafts/jobs.ts';
import { submitDraft } from '../../src/modules/drafts/submission/submit.ts';
import { updateDraft } from '../../src/modules/drafts/update.ts';
import { BUILT_IN_ATTRIBUTES } from '../../src/modules/extraction/words/attributes.ts';
import { editListing } from '../../src/modules/listings/history/history.ts';
import { selectEvidence, updateEvidence } from '../../src/modules/listings/history/queries.ts';
import { isSameValue } from '../../src/modules/listings/history/rules.ts';
import { selectListingProfiles } from '../../src/modules/listings/queries.ts';
import { decideChange } from '../../src/modules/rechecks/changes/decisions.ts';
import { columnsFor, factValues } from '../../src/modules/rechecks/changes/evidence.ts';
import type { FactChange } from '../../src/modules/rechecks/changes/queries.ts';
import { loadWebsiteFacts } from '../../src/modules/rechecks/jobs.ts';
import { judgeFact } from '../../src/modules/rechecks/reading/judge.ts';
import type { Fact } from '../../src/modules/rechecks/reading/tasks.ts';
import { createMember } from '../../test/support/accounts/member.ts';
import type { LabelledHistory } from './labels.ts';
import { serveVersions, type VersionServer } from './serve-version.ts';

export interface Surroundings {
  sql: Sql;
  site: Site;
  clock: Clock;
}

const integrations = { ...openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true }), model: null };

export const jobCtx = ({ sql, site, clock }: Surroundings): JobCtx => ({
  sql,
  clock,
  integrations,
  site_root: site.root,
  last_attempt: true,
  signal: new AbortController().signal,
});

/** A website with a live listing that was drafted from its first version. */
export interface Replay {
  history: LabelledHistory;
  server: VersionServer;
  listing_id: number;
  owner: Ctx<Caller>;
}

/** Values of the owner's own, which nobody reads again: a listing needs them, and they are not labelled. */
const OWN_FIELDS = { description: 'Written by its owner, not taken from the website.', categories: ['Products'] };

/** Drafts the first version, and submits and publishes it. The owner keeps only facts that are labelled as the website's. */
export const startReplay = async (around: Surroundings, history: LabelledHistory, git_dir: string): Promise<Replay> => {
  const { sql, site, clock } = around;
  const server = await serveVersions(git_dir, history.root, history.homepage);
  server.show(history.versions[0]!.commit);
  const { account_id } = await createMember(around);
  const caller: Caller = { account_id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
  const owner: Ctx<Caller> = { ...around, limits: noLimits, caller, request_id: 'bench', integrations, allow_private: true };
  const { id } = await startDraft(owner, { url: server.url, view: 'full' });
  const step = { draft_id: id, redraft_id: null, priority: 0 };
  await read_draft.run(jobCtx(around), step);
  await build_draft.run(jobCtx(around), step);
  const { status } = await getFullDraft(owner, { id });
  if (status !== 'ready') throw new Error(`${history.key} cannot be drafted: ${status}`);
  await updateDraft(owner, { id, fields: OWN_FIELDS });
  const { listing_id } = await submitDraft(owner, { id });
  await keepLabelled(around, listing_id, history);
  await sql`update listings set status = 'live', launched_at = ${clock.now()} where id = ${listing_id}`;
  return { history, server, listing_id, owner: { ...owner, site } };
};

const valuesOf = async (sql: Db, listing_id: number) => factValues((await selectListingProfiles(sql, [listing_id]))[0]!);

/** Items that are not labelled are removed, and other values become the owner's own. */
const keepLabelled = async ({ sql, clock }: Surroundings, listing_id: number, { facts }: LabelledHistory): Promise<void> => {
  const items = facts.flatMap(({ item }) => item ?? []);
  const { features } = await valuesOf(sql, listing_id);
  const kept = (features as string[]).filter((feature) => items.includes(feature));
  await sql.begin((sql) => editListing(sql, listing_id, { features: kept }, { account_id: null, source: 'owner', at: clock.now() }));
  const paths = facts.map(({ path }) => path);
  const evidence = Object.entries(await selectEvidence(sql, listing_id)).filter(([path]) => paths.includes(path));
  await updateEvidence(sql, listing_id, Object.fromEntries(evidence));
};

export const loadFacts = async ({ listing_id, owner }: Replay): Promise<Map<string, Fact>> => {
  const { facts } = await loadWebsiteFacts(owner.sql, listing_id, owner.site.id);
  return new Map(facts.map((fact) => [fact.path, fact]));
};

/** Whether the quotes that were found at the last reading support the whole value. */
export const isSupported = ({ path, value, quotes }: Fact): boolean => {
  const standing = quotes.filter(({ missing }) => !missing);
  if (standing.length === quotes.length) return true;
  const pages = standing.map(({ quote, url }, at) => ({
    url: `quote:${at}`,
    base: url,
    pieces: (['visible', 'attribute', 'json_ld', 'meta'] as const).map((source) => ({ source, text: quote })),
  }));
  const judged = judgeFact(
    path,
    value,
    standing.map(({ quote }, at) => ({ quote, url: `quote:${at}` })),
    pages,
    { categories: [], attributes: BUILT_IN_ATTRIBUTES },
  );
  return judged !== null && isSameValue(judged.value, value);
};

export const selectChangesAfter = ({ owner: { sql }, listing_id }: Replay, id: number): Promise<FactChange[]> => sql<FactChange[]>`
  select id, path, status, before, after from fact_changes where listing_id = ${listing_id} and id > ${id} order by id`;

export const acceptChange = ({ owner, listing_id }: Replay, change_id: number): Promise<void> =>
  decideChange(owner, { listing_id, change_id, decision: 'accept' });

/** The owner corrects a value by hand, and quotes the website for it; without a value the fact is theirs and not read again. */
export const correctFact = async (
  { owner: { sql, clock }, listing_id, server }: Replay,
  path: string,
  corrected: { value: unknown; quotes: string[]; page: string } | null,
): Promise<void> => {
  const { [path]: _, ...others } = await selectEvidence(sql, listing_id);
  if (!corrected) return void (await updateEvidence(sql, listing_id, others));
  const url = new URL(corrected.page, server.url).href;
  const evidence = corrected.quotes.map((quote) => ({ quote, url, read_at: clock.now().toISOString() }));
  const columns = columnsFor(await valuesOf(sql, listing_id), path, corrected.value);
  if (!columns) return;
  const edit = { account_id: null, source: 'owner' as const, at: clock.now(), evidence: { [path]: evidence } };
  await (sql as Sql).begin((sql) => editListing(sql, listing_id, columns, edit));
};

/** The owner takes items from a list. */
export const removeItems = async ({ owner: { sql, clock }, listing_id }: Replay, path: string, items: string[]): Promise<void> => {
  const values = await valuesOf(sql, listing_id);
  const left = (values[path] as string[]).filter((item) => !items.includes(item));
  const edit = { account_id: null, source: 'owner' as const, at: clock.now() };
  await (sql as Sql).begin((sql) => editListing(sql, listing_id, { [path]: left }, edit));
};
