import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { mirror } from '../../../client/src/mirror.ts';
import { runDoctor } from '../../../src/cli/doctor.ts';
import { readConfig } from '../../../src/config.ts';
import { prepareDatabase } from '../../../src/db/migrate/migrate.ts';
import { connect, openDatabase } from '../../../src/db/open.ts';
import { loadDemo } from '../../../src/demo/load.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { ensureDefaultSite } from '../../../src/modules/sites/sites.ts';
import { createWebhook } from '../../../src/modules/webhooks/endpoints.ts';
import { deliver_webhook, startDueDeliveries } from '../../../src/modules/webhooks/jobs.ts';
import { openServer } from '../../../src/process/serve.ts';
import { copyOfSite } from '../../support/changes/mirror.ts';
import { freePort } from '../../support/free-port.ts';
import { useWebhookReceiver } from '../../support/integrations/webhook-receiver.ts';
import { INSTALLED, makeCluster, makeStandby } from '../../support/postgres-server.ts';
import { runJob } from '../../support/run-job.ts';
import { NOON, problemIn } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

/** A primary is lost together with changes that its standby did not get, and the standby is promoted while the service runs. */
const receiver = useWebhookReceiver();
const integrations = openIntegrations({ crawl_allow_private: true });
const clock = { now: () => NOON };

describe.each([
  { version: 15, may_ask_system: false },
  { version: 18, may_ask_system: true },
])('PostgreSQL $version', ({ version, may_ask_system }) => {
  const bin = INSTALLED.get(version);
  const closing: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** A primary with a standby, and the service on whichever of them accepts writes. Its role is no superuser. */
  const deploy = async () => {
    const ports = [await freePort(), await freePort()] as const;
    const open = (port: number, database = 'launchweek') => {
      const sql = connect(`postgres://postgres@127.0.0.1:${port}/${database}?sslmode=disable`, 1);
      closing.push(() => sql.end({ timeout: 1 }));
      return sql;
    };
    const primary = await makeCluster(bin!, ports[0]);
    closing.push(() => primary.remove());
    const servers = { primary: await primary.start(), standby: null as Awaited<ReturnType<typeof primary.start>> | null };
    closing.push(() => Promise.all([servers.primary.stop('SIGQUIT'), servers.standby?.stop('SIGQUIT')]));
    const admin = open(ports[0], 'postgres');
    await admin`create role launchweek login`;
    await admin`create database launchweek owner launchweek`;
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const database_url = `postgres://launchweek@${hosts}/launchweek?sslmode=disable&target_session_attrs=read-write`;
    const database = await openDatabase({ database_url, data_dir: '', role: 'command', pool: 2 });
    closing.push(() => database.close());
    const { sql } = database;
    // As some providers do.
    if (!may_ask_system) await open(ports[0])`revoke execute on function pg_control_system() from public`;
    await prepareDatabase(database);
    const site_id = (await ensureDefaultSite(sql))!;
    await loadDemo(sql, site_id, NOON, 'UTC');
    const standby = await makeStandby(bin!, { folder: primary.folder, port: ports[0], sql: open(ports[0]) }, ports[1]);
    closing.push(() => standby.remove());
    const listening = { host: '127.0.0.1', port: 0, site_root: null, rate_limit: false, response_ttl_ms: 0 };
    const { app, site_root: root } = await openServer({ ...listening, sql, clock, log: pino({ level: 'silent' }) });
    closing.push(() => app.close());
    const site = { ...(await siteOf(sql, site_id)), root };
    const startStandby = async () => {
      servers.standby = await standby.start();
    };
    return {
      sql,
      site,
      database_url,
      root,
      startStandby,
      async waitForStandby() {
        const [row] = await admin<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
        const on_standby = open(ports[1]);
        await until(async () => (await on_standby`select pg_last_wal_replay_lsn() >= ${row!.position}::pg_lsn as it`)[0]!.it);
      },
      stopStandby: () => servers.standby!.stop(),
      /** The primary is gone for good, and what the standby has is all that is left. */
      async failOver() {
        await servers.primary.stop('SIGQUIT');
        await startStandby();
        await open(ports[1])`select pg_promote()`;
        await until(() => sql`update sites set name = name`.catch(() => false as const));
      },
    };
  };

  test.skipIf(!bin)('changes that a promoted standby did not have are not continued with others', async () => {
    const { sql, site, root, database_url, startStandby, waitForStandby, stopStandby, failOver } = await deploy();
    const folder = mkdtempSync(join(tmpdir(), 'launchweek-failover-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const readFeed = async (query: string) => {
      const response = await fetch(`${root}/api/v1/changes?limit=200${query}`);
      return response.ok ? ((await response.json()) as { changes: { key: string }[]; cursor: string }) : (await problemIn(response)).code;
    };
    const rename = async (...slugs: string[]) => {
      for (const slug of slugs) await sql`update listings set name = name || ' renamed' where slug = ${slug}`;
    };
    const slugs = (await sql<{ slug: string }[]>`select slug from public_listings order by id limit 12`).map(({ slug }) => slug);
    const [account_id] = await makeVoters(sql, [{}]);
    const member: Ctx<Caller> = { ...as(account_id!, { sql, site, clock }), integrations, allow_private: true };
    const webhook_id = await createWebhook(member, { owner: 'account', url: receiver.url, kinds: ['listing'] });
    const deliver = async () => {
      await startDueDeliveries({ sql, clock });
      const { enqueued } = await runJob({ sql, root }, { ...deliver_webhook, run: async () => {} }, { webhook_id }, NOON);
      if (enqueued('deliver_webhook').length === 0) return [];
      await runJob({ sql, root }, deliver_webhook, { webhook_id }, NOON, { integrations, signal: new AbortController().signal });
      return receiver.take();
    };
    const updateMirror = () => mirror({ address: root, folder, once: true });
    const expectRightMirror = async () => {
      await updateMirror();
      const db = new DatabaseSync(join(folder, 'mirror.sqlite'), { readOnly: true });
      const copy = db
        .prepare('select kind, key, data from records')
        .all()
        .map((row) => [`${row.kind} ${row.key}`, JSON.parse(String(row.data))]);
      db.close();
      const source = [...(await copyOfSite({ sql, site }))].map(([name, json]) => [name, JSON.parse(json)]);
      expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(source));
    };

    await updateMirror();
    await deliver();
    await startStandby();
    await waitForStandby();
    await stopStandby();
    // The standby gets nothing of this.
    await rename(...slugs.slice(0, 3));
    const lost = await readFeed('&cursor=latest');
    await updateMirror();
    expect(await deliver()).toEqual(slugs.slice(0, 3).map((slug) => `listing.updated ${slug}`));
    await failOver();
    // Its own changes get the same places, and more.
    await rename(...slugs.slice(4, 9));
    expect(typeof lost === 'object' && (await readFeed(`&cursor=${lost.cursor}`))).toBe('cursor_expired');
    const [reset, ...records] = await deliver();
    expect(reset).toBe('feed.reset');
    expect(records).toEqual(expect.arrayContaining(slugs.map((slug) => `listing.updated ${slug}`)));
    await expectRightMirror();

    // From here it goes on as before.
    const { cursor } = (await readFeed('&cursor=latest')) as { cursor: string };
    await rename(slugs[0]!);
    const { changes } = (await readFeed(`&cursor=${cursor}`)) as { changes: { key: string }[] };
    expect(changes.map(({ key }) => key)).toContain(slugs[0]);
    expect(await deliver()).toEqual([`listing.updated ${slugs[0]}`]);
    await expectRightMirror();

    const lines: string[] = [];
    await runDoctor(readConfig({ DATABASE_URL: database_url }), (line) => lines.push(line));
    const finding = may_ask_system
      ? 'ok      Change feed    The change feed detects failovers'
      : 'warning Change feed    The role of DATABASE_URL has no permission to identify';
    expect(lines).toContainEqual(expect.stringContaining(finding));
  });
});
