import { expect, test } from 'vitest';
import { runDoctor } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config.ts';
import { useNameServer } from '../support/integrations/dns-server.ts';
import { useMailServer } from '../support/integrations/mail-server.ts';
import { useStripe } from '../support/orders/buyers.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ demo: false });
const mail = useMailServer();
const stripe = useStripe();
const names = useNameServer();

/** What the doctor prints, by title. */
const examine = async (env: Record<string, string> = {}) => {
  const lines: string[] = [];
  const all_well = await runDoctor(readConfig({ DATABASE_URL: server.connection.connectionString!, ...env }), (line) => lines.push(line));
  const found = Object.fromEntries(
    lines.flatMap((line, at) => {
      const [, status, title, text] = /^(ok|warning|FAILED) +(\S+(?: \S+)*?) {2,}(.+)$/.exec(line) ?? [];
      return status ? [[title!, `${status}: ${text} ${/^ +→ (.+)$/.exec(lines[at + 1] ?? '')?.[1] ?? ''}`.trim()]] : [];
    }),
  );
  return { all_well, found };
};

test('a deployment that works', async () => {
  names.zones['launch.example'] = { txt: ['v=spf1 include:mail.example -all'] };
  names.zones['_dmarc.launch.example'] = { txt: ['v=DMARC1; p=none'] };
  const { secret_key, webhook_secret, api_url } = stripe.settings;
  const { all_well, found } = await examine({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Launch <post@launch.example>',
    DNS_SERVERS: names.address,
    STRIPE_SECRET_KEY: secret_key,
    STRIPE_WEBHOOK_SECRET: webhook_secret,
    STRIPE_API_URL: api_url,
  });
  expect(all_well).toBe(true);
  expect(found).toMatchObject({
    Disk: expect.stringMatching(/^ok: \d+ MB are free\.$/),
    Migrations: 'ok: The database is up to date.',
    Database: expect.stringMatching(/^ok: PostgreSQL \d/),
    Clock: expect.stringMatching(/^ok: /),
    Jobs: expect.stringMatching(/^ok: No job is late/),
    'Mail server': 'ok: The mail server accepts our sign-in.',
    'Sender’s DNS': 'ok: launch.example has SPF and DMARC records.',
    Payments: expect.stringContaining('which is a test key'),
  });
});

test('what is wrong is named with what to do, and one failure does not hide the next', async () => {
  await server.sql`select graphile_worker.add_job('send_mail', '{}', run_at => now() - interval '20 minutes')`;
  await server.sql`delete from migrations where name = (select max(name) from migrations)`;
  const { all_well, found } = await examine({
    SITE_ROOT: 'http://launch.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'post@bare.example',
    DNS_SERVERS: names.address,
    STRIPE_SECRET_KEY: 'sk_test_wrong',
    STRIPE_WEBHOOK_SECRET: 'whsec_wrong',
    STRIPE_API_URL: stripe.settings.api_url,
  });
  expect(all_well).toBe(false);
  expect(found).toMatchObject({
    Migrations: expect.stringMatching(/^FAILED: 1 migrations are missing\. Run `launchweek migrate`/),
    Jobs: expect.stringMatching(/^FAILED: .*waited for 20 minutes\. Start/),
    Domain: expect.stringMatching(/^FAILED: http:\/\/launch\.example is not encrypted/),
    'Mail server': expect.stringMatching(/^FAILED: .*ECONNREFUSED.*Check SMTP_URL/),
    'Sender’s DNS': expect.stringMatching(/^warning: bare\.example has neither an SPF record .* nor a DMARC record/),
    Payments: expect.stringMatching(/^FAILED: Stripe does not accept the key: Wrong key\./),
  });
});

test('a database that cannot be opened is a finding', async () => {
  const { all_well, found } = await examine({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
  expect(all_well).toBe(false);
  expect(found.Database).toMatch(/^FAILED: It cannot be opened: .*Check DATABASE_URL/);
  expect(JSON.stringify(found)).not.toContain('secret');
});
