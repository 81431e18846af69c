import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import { runParser } from '../../../src/kernel/parsing/pool.ts';
import { sweep_drafts } from '../../../src/modules/drafts/jobs.ts';
import { propose_by_rules } from '../../../src/modules/extraction/tasks.ts';
import { startJobRunner } from '../../../src/process/job-runner.ts';
import { waitForDraft } from '../../support/drafts/drafts.ts';
import { serveProduct } from '../../support/extraction/product-site.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const server = useServer({ crawl_allow_private: true });
const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
const work = () =>
  startJobRunner({
    sql: server.sql,
    connection: server.connection,
    clock: { now: () => NOON },
    log: pino({ level: 'silent' }),
    integrations,
    site_root: server.root,
  });

const NEVER = () => {};
const page = (html: string) => ({ url: 'https://acme.example/', status: 200, read_at: NOON, html });

test('a hundred hanging sites delay neither mail nor a responsive site', async () => {
  const hanging = await serveProduct({ '/robots.txt': NEVER });
  const crowd = await Promise.all(Array.from({ length: 10 }, () => server.member()));
  await Promise.all(
    crowd.flatMap(({ client }) => Array.from({ length: 10 }, (_, n) => client.submit_listing({ url: `${hanging.url}/?${n}` }))),
  );
  const site = await serveProduct();
  const { client } = await server.member();
  const draft = await client.submit_listing({ url: site.url });
  const working = await work();
  onTestFinished(async () => {
    await server.sql`delete from drafts where url like ${`${hanging.url}%`}`;
    await hanging.close();
    await working.stop();
    await site.close();
  });
  const hanging_still = async () =>
    (await server.sql`select count(*)::int as count from drafts where url like ${`${hanging.url}%`} and status = 'crawling'`)[0]!.count;
  // Its owner has no other draft in progress, so it goes before anyone's second draft and waits for none of them.
  await until(async () => site.asked.length > 0);
  expect(await hanging_still()).toBe(100);
  await client.invite_cofounder({ id: draft.id, email: 'quick@example.com' });
  await until(async () => (await server.sql`select from mails where to_email = 'quick@example.com' and status = 'kept'`).length > 0);
  expect(await hanging_still()).toBe(100);
  expect((await waitForDraft(client, draft.id)).status).toBe('ready');
});

test('drafting from pages that take too long is aborted, with its thread', async () => {
  const input = { pages: [page('<p>Acme</p>'.repeat(20_000))], categories: [], attributes: [] };
  await expect(runParser(propose_by_rules, input, { cpu_ms: 1 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('drafts whose jobs are gone do not wait forever', async () => {
  const { client } = await server.member();
  const { id } = await client.submit_listing({ url: 'https://stuck.example' });
  const waiting = await client.submit_listing({ url: 'https://waiting.example' });
  await server.sql`delete from graphile_worker._private_jobs where key = ${`draft ${id}`}`;
  const later = { now: () => new Date(NOON.getTime() + 120_000) };
  const ctx = { sql: server.sql, clock: later, integrations, site_root: '', last_attempt: false, signal: new AbortController().signal };
  await sweep_drafts.run(ctx, {});
  expect(await client.get_draft({ id })).toMatchObject({ status: 'failed', failure: { code: 'timed_out' } });
  expect((await client.get_draft({ id: waiting.id })).status).toBe('crawling');
});

test('a job that was replaced by the next one and lost its process is deleted; others stay', async () => {
  const { sql } = server;
  const { client } = await server.member();
  const { id } = await client.submit_listing({ url: 'https://replaced.example' });
  const key = `draft ${id}`;
  const jobsOf = () =>
    sql`select key, attempts < max_attempts as waits from graphile_worker._private_jobs where payload->>'draft_id' = ${id} order by 1`;
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = ${key}`;
  await sql`select from graphile_worker.add_job('build_draft', ${JSON.stringify({ draft_id: id })}::text::json, job_key => ${key})`;
  await sql`select graphile_worker.force_unlock_workers(array['dead'])`;
  expect(await jobsOf()).toEqual([
    { key, waits: true },
    { key: null, waits: false },
  ]);
  const ctx = { sql, clock: { now: () => NOON }, integrations, site_root: '', last_attempt: false, signal: new AbortController().signal };
  await sweep_drafts.run(ctx, {});
  expect(await jobsOf()).toEqual([{ key, waits: true }]);
});
