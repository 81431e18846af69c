import pino from 'pino';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '../../src/db/migrate/migrate.ts';
import { connect, openDatabase } from '../../src/db/open.ts';
import { loadDemo } from '../../src/demo/load.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { castVote } from '../../src/modules/votes/votes.ts';
import { startJobRunner } from '../../src/process/job-runner.ts';
import { openServer } from '../../src/process/serve.ts';
import { createMember } from '../support/accounts/member.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { INSTALLED, makeCluster } from '../support/postgres-server.ts';
import { FEW_VOTES } from '../support/server.ts';
import { until } from '../support/until.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

/** Versions named in the documentation. Other installed ones are tested too. */
const DOCUMENTED = [15, 17, 18];
const ALL = [...new Set([...DOCUMENTED, ...INSTALLED.keys()])].filter((version) => version >= 15).sort((a, b) => a - b);

/** The version that all other tests run on is not tried again. */
const run = connect(inject('database').server, 1);
const [{ version: TRIED_ELSEWHERE }] = await run<
  [{ version: number }]
>`select current_setting('server_version_num')::int / 10000 as version`;
await run.end();
describe.each(ALL.filter((version) => version !== TRIED_ELSEWHERE))('PostgreSQL %i', (version) => {
  const bin = INSTALLED.get(version);
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test.skipIf(!bin)(
    bin ? 'migrates, and does the main things' : 'is not installed in /usr/lib/postgresql, so it is not tried',
    async () => {
      const port = await freePort();
      const cluster = await makeCluster(bin!, port);
      closing.push(() => cluster.remove());
      const postgresql = await cluster.start();
      closing.push(() => postgresql.stop('SIGQUIT'));
      const database_url = `postgres://postgres@127.0.0.1:${port}/launchweek`;
      const admin = connect(database_url.replace(/launchweek$/, 'postgres'), 1);
      await admin`create database launchweek`;
      await admin.end();

      const database = await openDatabase({ database_url, data_dir: '', role: 'command' });
      closing.push(() => database.close());
      const { sql } = database;
      await prepareDatabase(database);
      // A second run finds nothing to do.
      await prepareDatabase(database);
      const site_id = (await ensureDefaultSite(sql))!;
      await loadDemo(sql, site_id, systemClock.now(), 'UTC', FEW_VOTES);

      const log = pino({ level: 'silent' });
      const integrations = openIntegrations({ smtp_url: null, mail_from: null });
      const { app, site_root } = await openServer({
        sql,
        clock: systemClock,
        log,
        host: '127.0.0.1',
        port: 0,
        site_root: null,
        rate_limit: true,
        integrations,
      });
      closing.push(() => app.close());
      const work = await startJobRunner({ ...database, clock: systemClock, log, integrations, site_root });
      closing.push(() => work.stop());

      const { key } = await createMember({ sql, clock: systemClock });
      const client = createClient({ base_url: `${site_root}/api/v1`, key });
      expect(await client.get_site({})).toMatchObject({ counts: { live_listings: 51 } });
      // Misspelt on purpose: the site's dictionary corrects it.
      expect((await client.search_listings({ q: 'flakwren' })).items[0]).toMatchObject({ name: 'Flakewren' });
      expect(await client.get_listing({ slug: 'ledgerly' })).toMatchObject({ slug: 'ledgerly' });
      expect((await client.list_launches({})).items.length).toBeGreaterThan(0);
      expect(await client.get_account({})).toMatchObject({ email: expect.stringContaining('@') });
      expect((await fetch(site_root)).status).toBe(200);

      const [voter] = await makeVoters(sql, [{}]);
      const ctx = as(voter!, { sql, site: await siteOf(sql, site_id), clock: systemClock });
      const [listing] = await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by launched_at desc limit 1`;
      expect(await castVote(ctx, { slug: listing!.slug })).toMatchObject({ state: 'counted' });

      const mail = await fetch(`${site_root}/sign-in/mail`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'reader@example.com' }),
        headers: { origin: site_root },
        redirect: 'manual',
      });
      expect(mail.status).toBe(303);
      await until(async () => (await sql`select from mails where status = 'kept'`).length > 0);
    },
  );
});
