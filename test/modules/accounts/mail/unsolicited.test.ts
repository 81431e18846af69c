import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { objectToOwner } from '../../../../src/modules/claims/disputes.ts';
import { startJobRunner } from '../../../../src/process/job-runner.ts';
import { extractToken, Person } from '../../../support/accounts/person.ts';
import { unownedListing } from '../../../support/claims/claims.ts';
import { getProblem, readyDraft } from '../../../support/drafts/drafts.ts';
import { decodeMail, type Received, useMailServer } from '../../../support/integrations/mail-server.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { addFollowers } from '../../../support/listings/own-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { type Member, NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { as, siteOf } from '../../../support/voters.ts';

let now = NOON;
const clock = { now: () => now };
const server = useServer({ demo: false, clock });
const mail_server = useMailServer();
let stopWorker = async () => {};
beforeAll(async () => {
  const { sql, connection, root: site_root } = server;
  const integrations = openIntegrations({ smtp_url: mail_server.url, mail_from: null });
  const worker = await startJobRunner({ sql, connection, clock, log: pino({ level: 'silent' }), integrations, site_root });
  stopWorker = async () => {
    await worker.stop();
    integrations.mail.close();
  };
});
afterAll(() => stopWorker());

/** What an attacker could put into a mail through names and texts. */
const HOSTILE = [
  'Launchweek security',
  'X\r\nBcc: victim@else.example\r\nSubject: Your account is locked\r\n\r\n<a href="https://evil.example/">Open</a>',
  'X\nReply-To: evil@evil.example',
  'X\u2028Bcc: victim@else.example\u2029',
  'X\u202etxet desrever\u2066',
  'Open https://evil.example/login now',
  'Open evil.example/login or www.evil.example or a@evil.example',
  'evil.example',
  'Acme” — Launchweek: your account is locked. “',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  `Very long ${'word '.repeat(200)}`,
  '=?UTF-8?B?WW91ciBhY2NvdW50?=',
];

interface Mail {
  headers: Map<string, string>;
  text: string;
  html: string;
}

const decodeBody = (body: string, encoding: string | undefined): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

const decodeHeader = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/g, (_, kind: string, text: string) =>
      kind === 'B' ? Buffer.from(text, 'base64').toString() : decodeBody(text.replaceAll('_', ' '), 'quoted-printable'),
    );

const parseHeaders = (block: string): Map<string, string> =>
  new Map(
    block
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
  );

/** Parses a mail as mail programs do. */
const parseMail = ({ raw }: Received): Mail => {
  const end = raw.indexOf('\r\n\r\n');
  const headers = parseHeaders(raw.slice(0, end));
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')!)![1]!;
  const [text, html] = raw
    .slice(end)
    .split(`--${boundary}`)
    .slice(1, 3)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n');
      return decodeBody(part.slice(at + 4), parseHeaders(part.slice(2, at)).get('content-transfer-encoding'));
    });
  return { headers, text: text!, html: html! };
};

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

/** What a mail program would turn into links. */
const findLinks = (text: string): string[] =>
  text.match(/\b(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|com)\b\S*/gi) ?? [];

const isOurs = (link: string): boolean => link.startsWith(server.root);

/** Checks that no header, line, link or markup comes from the attacker. */
const expectClean = (mail: Mail, allowed: string[] = []): void => {
  for (const name of mail.headers.keys()) expect(HEADERS).toContain(name);
  const subject = decodeHeader(mail.headers.get('subject')!);
  for (const part of [subject, mail.text, mail.html])
    expect(part).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u200b\u2028-\u202e\u2066-\u2069]/);
  expect(findLinks(subject)).toEqual([]);
  expect(findLinks(mail.text).filter((link) => !isOurs(link) && !allowed.includes(link))).toEqual([]);
  const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
  expect(hrefs.filter((href) => !isOurs(href))).toEqual([]);
  expect(findLinks(mail.html.replace(/<[^>]*>/g, ' ')).filter((link) => !isOurs(link) && !allowed.includes(link))).toEqual([]);
  expect(mail.html).not.toMatch(/<(script|img)/i);
};

const waitForMail = async (email: string, nth = 0): Promise<{ received: Received; mail: Mail }> => {
  const ownMails = () => mail_server.received.filter(({ to }) => to.includes(email));
  await until(async () => ownMails().length > nth);
  const received = ownMails()[nth]!;
  expect(received.to).toEqual([email]);
  return { received, mail: parseMail(received) };
};
const countMails = (email: string): number => mail_server.received.filter(({ to }) => to.some((one) => one.toLowerCase() === email)).length;
const countWaitingMails = async (): Promise<number> =>
  (await server.sql<{ count: number }[]>`select count(*)::int as count from mails where status = 'waiting'`)[0]!.count;

const nameAccount = (account_id: number, name: string) => server.sql`update accounts set name = ${name} where id = ${account_id}`;
/** Creates a draft with this product name. */
const createDraft = async (member: Member, name: string): Promise<string> => {
  const { id } = await readyDraft(server, member);
  await server.sql`update drafts set fields = jsonb_set(fields::jsonb, '{name,value}', ${JSON.stringify(name.replaceAll('\0', ''))}::text::jsonb)::json where id = ${id}`;
  return id;
};

describe('an invitation mail', () => {
  test.each(HOSTILE.map((hostile, n) => [n, hostile] as const))('is clean with hostile names (%i)', async (n, hostile) => {
    const sender = await server.member();
    await nameAccount(sender.account_id, hostile);
    const email = `target${n}@invited.example`;
    await sender.client.invite_cofounder({ id: await createDraft(sender, hostile), email });
    const { mail } = await waitForMail(email);
    expectClean(mail);
    expect(decodeHeader(mail.headers.get('subject')!)).toBe('You’re invited to add your profile on Launchweek');
    expect(mail.headers.get('to')).toBe(email);
    expect(mail.text).toMatch(/^(Someone named “[^“”]{1,60}”|Someone) is preparing a product listing on Launchweek/);
    expect(mail.text).toMatch(/Product: (“[^“”]{1,60}”|no name yet)\./);
    expect(mail_server.received.some(({ to }) => to.includes('victim@else.example'))).toBe(false);
  });

  test('and the API response are the same for addresses with and without an account', async () => {
    await server.member({ email: 'known@people.example' });
    const sender = await server.member();
    const { id } = await readyDraft(server, sender);
    const answers = [];
    for (const email of ['known@people.example', 'unknown@people.example']) {
      const { id: _, email: __, invites_left: ___, ...answer } = await sender.client.invite_cofounder({ id, email });
      answers.push(answer);
    }
    expect(answers[0]).toEqual(answers[1]);
    const texts = [];
    for (const email of ['known@people.example', 'unknown@people.example'])
      texts.push((await waitForMail(email)).mail.text.replace(/token=\S+/g, 'token'));
    expect(texts[0]).toBe(texts[1]);
  });

  test('is sent to one address three times a day at most, from all senders together', async () => {
    const senders = await Promise.all([1, 2, 3, 4].map(() => server.member()));
    const drafts = await Promise.all(senders.map((sender) => readyDraft(server, sender)));
    const email = 'popular@people.example';
    const outcomes = await Promise.allSettled(senders.map(({ client }, i) => client.invite_cofounder({ id: drafts[i]!.id, email })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const last = outcomes.findIndex(({ status }) => status === 'rejected');
    const again = () => senders[last]!.client.invite_cofounder({ id: drafts[last]!.id, email: 'POPULAR@people.example' });
    expect(await getProblem(again())).toMatchObject({ status: 429, code: 'rate_limited', detail: expect.stringContaining('tomorrow') });
    expect((await senders[last]!.client.invite_cofounder({ id: drafts[last]!.id, email: 'other@people.example' })).invites_left).toBe(9);
    now = new Date(NOON.getTime() + 86_400_000);
    await again();
    now = NOON;
  });

  test('can be unsubscribed by button or one-click, and the sender does not learn it', async () => {
    const email = 'tired@people.example';
    const [first, second] = [await server.member(), await server.member()];
    await first.client.invite_cofounder({ id: (await readyDraft(server, first)).id, email });
    const { mail } = await waitForMail(email);
    const url = /<(\S+)>/.exec(mail.headers.get('list-unsubscribe')!)![1]!;
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(url.replaceAll('&', '&amp;'));
    // Opening the link does not unsubscribe: mail scanners open links too.
    const page = await fetch(url);
    expect([page.status, (await page.text()).includes('Don’t email me again')]).toEqual([200, true]);
    const blank = await server.member();
    const before = await second.client.invite_cofounder({ id: (await readyDraft(server, second)).id, email });
    await waitForMail(email, 1);
    for (let twice = 0; twice < 2; twice++)
      expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status).toBe(200);
    now = new Date(NOON.getTime() + 2 * 86_400_000);
    const after = await blank.client.invite_cofounder({ id: (await readyDraft(server, blank)).id, email: 'Tired@People.example' });
    expect({ ...after, id: 0, email, draft_id: '', created_at: '' }).toEqual({ ...before, id: 0, draft_id: '', created_at: '' });
    await until(async () => (await countWaitingMails()) === 0);
    expect(countMails(email)).toBe(2);
    now = NOON;
    // Only a hash of the address is stored, and forged links are rejected.
    expect(JSON.stringify(await server.sql`select encode(mailbox, 'escape') as mailbox, kind from closed_mailboxes`)).not.toContain(
      'tired',
    );
    const token = new URL(url).searchParams.get('token')!;
    for (const forged of ['', 'x', token.slice(0, -3), `A${token.slice(1)}`])
      expect((await fetch(`${server.root}/unsubscribe/mailbox?token=${forged}`, { method: 'POST' })).status).toBe(400);
  });
});

describe('mail about a listing with a hostile name', () => {
  const NAME = HOSTILE[1]!.replaceAll('\r', '');
  const nameListing = (id: number, name = NAME) => server.sql`update listings set name = ${name} where id = ${id}`;

  test('a claim link has a fixed subject and is sent three times a day at most', async () => {
    const { slug, domain, id } = await unownedListing(server);
    await nameListing(id);
    const email = `owner@${domain}`;
    const claimants = await Promise.all([1, 2, 3, 4].map((n) => server.member({ email: `claimant${n}@asks.example` })));
    const outcomes = await Promise.allSettled(claimants.map(({ client }) => client.claim_listing({ slug, method: 'email', email })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { mail } = await waitForMail(email);
    const [, claimant] = /(\S+) has claimed the listing/.exec(mail.text)!;
    expectClean(mail, [claimant!]);
    expect(decodeHeader(mail.headers.get('subject')!)).toBe('Confirm a claim to your listing on Launchweek');
    // After unsubscribing nothing is sent.
    const url = /<(\S+)>/.exec(mail.headers.get('list-unsubscribe')!)![1]!;
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    await waitForMail(email, 2);
    now = new Date(NOON.getTime() + 2 * 86_400_000);
    const last = outcomes.findIndex(({ status }) => status === 'rejected');
    expect((await claimants[last]!.client.claim_listing({ slug, method: 'email', email })).status).toBe('pending');
    await until(async () => (await countWaitingMails()) === 0);
    expect(countMails(email)).toBe(3);
    now = NOON;
  });

  test('an update to followers quotes the text without links', async () => {
    const owner = await server.member();
    const { id } = await saveListing(server.sql, server.site_id, { owner_id: owner.account_id });
    await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${id}`;
    await nameListing(id);
    await addFollowers(server, id, 1, 'follower');
    const body = HOSTILE.slice(1)
      .join('\n\n')
      .replaceAll(/[\r\0]/g, '');
    await owner.client.post_listing_update({ listing_id: id, title: HOSTILE[6]!, body });
    const { mail } = await waitForMail('follower1@example.com');
    expectClean(mail);
    expect(decodeHeader(mail.headers.get('subject')!)).toMatch(/^Update from “[^“”]{1,60}”: “[^“”]{1,60}”$/);
    expect(mail.text).toContain('posted an update:');
  });

  test('an objection to the team, and order mails to the team and the billing contact', async () => {
    const owner = await server.member({ email: 'owner@hostile.example' });
    const { id, slug } = await saveListing(server.sql, server.site_id, { owner_id: owner.account_id });
    await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${id}`;
    await nameListing(id);
    const team = await server.member({ email: 'team@site.example' });
    await server.sql`insert into account_roles (account_id, site_id, role) values (${team.account_id}, ${server.site_id}, 'site_admin')`;
    const objector = await server.member({ email: 'objector@people.example' });
    const site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
    await objectToOwner(as(objector.account_id, { sql: server.sql, site, clock }), { slug, message: HOSTILE.slice(4, 8).join('\n\n') });
    const objection = (await waitForMail('team@site.example')).mail;
    expectClean(objection, ['objector@people.example', 'objector@people.example.', 'owner@hostile.example', 'owner@hostile.example.']);
    expect(decodeHeader(objection.headers.get('subject')!)).toBe('Ownership dispute on Launchweek');

    const { number, line_ids } = await makeOrder(server.sql, {
      site_id: server.site_id,
      account_id: owner.account_id,
      lines: [{ product: 'done_for_you', listing_id: id }],
    });
    await server.sql`update orders set billing = ${server.sql.json({ email: 'books@elsewhere.example' })} where number = ${number}`;
    const enqueueOrderMail = (kind: string, about: number) =>
      server.sql`select graphile_worker.add_job('tell_of_order', ${JSON.stringify({ kind, id: about })}::text::json)`;
    const [order] = await server.sql<{ id: number }[]>`select id from orders where number = ${number}`;
    await enqueueOrderMail('paid', order!.id);
    await enqueueOrderMail('handed_over', line_ids[0]!);
    for (const [email, nth] of [
      ['books@elsewhere.example', 0],
      ['team@site.example', 1],
    ] as const) {
      const { mail } = await waitForMail(email, nth);
      expectClean(mail);
      expect(decodeHeader(mail.headers.get('subject')!).length).toBeLessThan(120);
    }
  });
});

test('sign-in links are sent to unsubscribed mailboxes too', async () => {
  const person = new Person(server);
  const before = mail_server.received.length;
  await person.send('/sign-in/mail', { email: 'tired@people.example' });
  // The mail that arrived: its text is deleted from the database when it is sent.
  const { raw } = await until(async () => mail_server.received.slice(before).find(({ to }) => to.includes('tired@people.example')));
  await person.send('/sign-in/link', { token: extractToken(decodeMail(raw)) });
  expect(person.signed_in).toBe(true);
});
