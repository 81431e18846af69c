import { isDnsAnswer } from '../../integrations/dns.ts';
import { isFetched } from '../../integrations/fetch/guarded-fetch.ts';
import type { Ctx } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { compareClocks, describeDifference, MAX_CLOCK_DIFFERENCE_MS } from '../../kernel/time/database-clock.ts';
import { identifyDatabase } from '../changes/queries.ts';
import { countStoredPictures } from '../listings/media/queries.ts';
import { selectDatabaseFacts, selectJobFacts, selectLastPaymentNotice } from './queries.ts';

export interface Finding {
  /** A warning is worth a look; a failure keeps people from using the site. */
  status: 'ok' | 'warning' | 'failed';
  /** What was found, as a sentence. */
  found: string;
  /** What to do about it. */
  advice?: string;
}

export type CheckCtx = Pick<Ctx, 'sql' | 'clock' | 'integrations'> & { root: string };

export interface Check {
  key: string;
  title: string;
  run(ctx: CheckCtx): Promise<Finding>;
}

const ok = (found: string): Finding => ({ status: 'ok', found });
const warning = (found: string, advice: string): Finding => ({ status: 'warning', found, advice });
const failed = (found: string, advice: string): Finding => ({ status: 'failed', found, advice });

const MIN_VERSION = 15;
const MB = 1024 * 1024;
/** A job that waits longer shows that nobody works, or that there is too much work. */
const MAX_WAITING_SECONDS = 300;

const checkDatabase = async ({ sql }: CheckCtx): Promise<Finding> => {
  const started_at = performance.now();
  const { version, writable, bytes } = await selectDatabaseFacts(sql);
  const found = `PostgreSQL ${version} answered in ${Math.round(performance.now() - started_at)} ms and holds ${Math.ceil(bytes / MB)} MB.`;
  if (!writable) return failed(`${found} It accepts no writes.`, 'Point DATABASE_URL to the primary server.');
  if (Number.parseInt(version, 10) < MIN_VERSION) return failed(found, `Use PostgreSQL ${MIN_VERSION} or newer.`);
  return ok(found);
};

const checkClock = async ({ sql, clock }: CheckCtx): Promise<Finding> => {
  const reading = await compareClocks(sql, clock);
  if (!reading) return warning('The clock was set by CLOCK_START.', 'Remove CLOCK_START to use the real time.');
  if (Math.abs(reading.ahead_ms) > MAX_CLOCK_DIFFERENCE_MS)
    return failed(`This server’s clock is ${describeDifference(reading.ahead_ms)} the database’s.`, 'Run a time service (NTP) on both.');
  return ok('This server’s clock agrees with the database’s.');
};

const checkJobs = async ({ sql }: CheckCtx): Promise<Finding> => {
  const { waiting, waiting_seconds, given_up, failed_mails } = await selectJobFacts(sql);
  if (waiting_seconds > MAX_WAITING_SECONDS)
    return failed(
      `${waiting} jobs are due, and the oldest has waited for ${Math.round(waiting_seconds / 60)} minutes.`,
      'Start `launchweek serve` without --no-jobs, or `launchweek work`.',
    );
  if (given_up + failed_mails > 0)
    return warning(
      `${given_up} jobs and ${failed_mails} emails failed for good.`,
      'See /admin/jobs and /admin/mail for the errors, mend the cause, then retry.',
    );
  return ok(`No job is late; ${waiting} are due.`);
};

/** Cursors must not be continued in a database that lost changes. */
const checkFeed = async ({ sql }: CheckCtx): Promise<Finding> =>
  (await identifyDatabase(sql))?.includes('?')
    ? warning(
        'The role of DATABASE_URL has no permission to identify the server, so readers of the change feed may miss changes after a failover or a restore.',
        'As a superuser, `grant execute on function pg_control_system(), pg_walfile_name(pg_lsn) to` the role, or run `launchweek feeds reset` after each of them.',
      )
    : ok('The change feed detects failovers and restores.');

const checkPictures = async ({ sql, integrations: { media } }: CheckCtx): Promise<Finding> => {
  const { in_database, outside } = await countStoredPictures(sql);
  if (!media.store) {
    if (outside === 0) return ok(`${in_database} pictures are in the database.`);
    return media.previous
      ? warning(`${outside} pictures are still in ${media.previous.name}.`, 'Run `launchweek media migrate`.')
      : failed(`${outside} pictures are not in the database.`, 'Set MEDIA_STORE or MEDIA_STORE_PREVIOUS to where they are.');
  }
  try {
    await media.store.check();
  } catch (error) {
    return failed((error as Error).message, 'Check MEDIA_STORE, the S3_ variables, and that the key may list, read, write and delete.');
  }
  if (in_database > 0)
    return warning(
      `${media.store.name} works, but ${in_database} pictures are still in the database.`,
      'Run `launchweek media migrate`, and then with --delete-old.',
    );
  return ok(`${media.store.name} can be written and read; ${outside} pictures are in it.`);
};

const checkMail = async ({ integrations: { mail } }: CheckCtx): Promise<Finding> => {
  try {
    return (await mail.verify())
      ? ok(t('The mail server accepts our sign-in.'))
      : warning(
          t('No mail server is set: emails are only stored, at /admin/mail.'),
          t('Set SMTP_URL and MAIL_FROM. Until then nobody can sign in by email.'),
        );
  } catch (error) {
    return failed(
      t('The mail server does not accept us: {error}', { error: (error as Error).message }),
      t('Check SMTP_URL: host, port, user and password.'),
    );
  }
};

/** Mail of a domain without these records ends up as spam. */
const checkSender = async ({ integrations: { mail, names }, root }: CheckCtx): Promise<Finding> => {
  const domain = mail.sender_domain ?? new URL(root).hostname;
  const [spf, dmarc] = await Promise.all([names.txt(domain), names.txt(`_dmarc.${domain}`)]);
  if (!isDnsAnswer(spf) || !isDnsAnswer(dmarc))
    return warning(t('The DNS records of {domain} could not be read.', { domain }), t('Check DNS_SERVERS, or try again later.'));
  const missing = [
    ...(spf.some((text) => /^v=spf1\b/i.test(text)) ? [] : [t('an SPF record (TXT of {domain})', { domain })]),
    ...(dmarc.some((text) => /^v=DMARC1\b/i.test(text)) ? [] : [t('a DMARC record (TXT of _dmarc.{domain})', { domain })]),
  ];
  if (missing.length > 0)
    return warning(
      missing.length === 1
        ? t('{domain} doesn’t have {missing}.', { domain, missing: missing[0] })
        : t('{domain} has neither {spf} nor {dmarc}.', { domain, spf: missing[0], dmarc: missing[1] }),
      t('Add them as your mail provider describes; otherwise mail may count as spam.'),
    );
  return ok(t('{domain} has SPF and DMARC records.', { domain }));
};

const checkPayments = async ({ sql, integrations: { payments } }: CheckCtx): Promise<Finding> => {
  if (!payments)
    return warning(t('No payment provider is set: nothing can be bought.'), t('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to sell.'));
  if (payments.name === 'test') return warning(t('Payments are simulated.'), t('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to sell.'));
  try {
    const { live } = await payments.verify();
    const notice_at = await selectLastPaymentNotice(sql);
    if (!live) return warning(t('Stripe accepts the key, which is a test key.'), t('Use a live key when you open.'));
    if (!notice_at)
      return warning(
        t('Stripe accepts the key, but has not sent us anything yet.'),
        t('Add the webhook /payments/stripe of this site at Stripe.'),
      );
    return ok(t('Stripe accepts the key, and last wrote on {day}.', { day: notice_at.toISOString().slice(0, 10) }));
  } catch (error) {
    return failed(t('Stripe does not accept the key: {error}', { error: (error as Error).message }), t('Check STRIPE_SECRET_KEY.'));
  }
};

const checkDomain = async ({ integrations: { fetch }, root }: CheckCtx): Promise<Finding> => {
  const { protocol, hostname } = new URL(root);
  if (/^(localhost|127\.)/.test(hostname))
    return warning(t('The site is at {root}, on this machine only.', { root }), t('Set SITE_ROOT to its domain.'));
  if (protocol !== 'https:')
    return failed(t('{root} is not encrypted.', { root }), t('Put a proxy with a certificate in front, and set SITE_ROOT to https.'));
  const answer = await fetch(`${root}/readyz`);
  if (!isFetched(answer))
    return failed(
      t('{root} cannot be reached: {error}.', { root, error: answer.detail }),
      t('Check the DNS record of the domain, the proxy and its certificate.'),
    );
  return answer.status === 200
    ? ok(t('{root} answers.', { root }))
    : failed(
        t('{root} answers with {status}.', { root, status: answer.status }),
        t('Check that the proxy passes requests on to this service.'),
      );
};

/** What a deployment needs, in the order in which to mend it. Those that are steps of the setup speak the language of their page. */
export const CHECKS: Check[] = [
  { key: 'database', title: 'Database', run: checkDatabase },
  { key: 'clock', title: 'Clock', run: checkClock },
  { key: 'jobs', title: 'Jobs', run: checkJobs },
  { key: 'feed', title: 'Change feed', run: checkFeed },
  { key: 'pictures', title: 'Pictures', run: checkPictures },
  { key: 'domain', title: 'Domain', run: checkDomain },
  { key: 'mail', title: 'Mail server', run: checkMail },
  { key: 'sender', title: 'Sender’s DNS', run: checkSender },
  { key: 'payments', title: 'Payments', run: checkPayments },
];

/** Runs a check. One that throws has failed. */
export const runCheck = async ({ run }: Check, ctx: CheckCtx): Promise<Finding> => {
  try {
    return await run(ctx);
  } catch (error) {
    return failed(t('The check failed: {error}', { error: (error as Error).message }), t('See the log for details.'));
  }
};
