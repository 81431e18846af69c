import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { localeFor, withLocale } from '../../../../src/kernel/language/locale.ts';
import { isOptIn, MAIL_KIND_NAMES, MAIL_KINDS, type MailKind } from '../../../../src/modules/accounts/mail/kinds.ts';
import { sendMail } from '../../../../src/modules/accounts/mail/outbox.ts';
import { getMailPreferences, setMailPreferences } from '../../../../src/modules/accounts/mail/preferences.ts';
import { claimExpiredMail, claimVerifiedMail } from '../../../../src/modules/claims/mails.tsx';
import { expireClaim } from '../../../../src/modules/claims/verification.ts';
import { writeComment } from '../../../../src/modules/comments/comments.ts';
import { awardNotification, liveNotification, movedNotification } from '../../../../src/modules/launches/mails.tsx';
import { notifyOwner } from '../../../../src/modules/launches/notifications.ts';
import { listingRemovedNotification } from '../../../../src/modules/launches/team/mails.tsx';
import { notify_followers } from '../../../../src/modules/listings/follows/jobs.ts';
import { answerReview, writeReview } from '../../../../src/modules/listings/reviews/reviews.ts';
import { deadNotification } from '../../../../src/modules/rechecks/mails.tsx';
import { weeklyStatsMail } from '../../../../src/modules/stats/mails.tsx';
import { findNewestMail, Person } from '../../../support/accounts/person.ts';
import { unownedListing } from '../../../support/claims/claims.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { type Member, NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
let site: Site;
beforeAll(async () => {
  site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
});

const ctx = () => ({ sql: server.sql, site, clock });
const caller = ({ account_id }: Pick<Member, 'account_id'>) => as(account_id, { ...server, site, clock });
const LISTING = { listing_id: 1, slug: 'acme-notes', name: 'Acme Notes' };
const COUNTS = { views: 9, clicks: 3, badge_clicks: 0, votes: 2, follows: 1 };
const WEEK_NUMBERS = { name: 'Acme Notes', path: '/dashboard', totals: COUNTS, previous: COUNTS };
const CLAIM = { id: 1, slug: 'acme-notes', product: 'Acme Notes', how: 'by a record' };

interface Reader extends Member {
  email: string;
}

let readers = 0;
const createReader = async (): Promise<Reader> => {
  readers += 1;
  const email = `Reader${readers}@example.com`;
  return { email, ...(await server.member({ email })) };
};

const mailsTo = ({ email }: Reader) => server.sql<
  { subject: string; body_text: string; body_html: string; unsubscribe_url: string | null }[]
>`
  select subject, body_text, body_html, unsubscribe_url from mails where to_email = ${email} order by id`;
const countNotifications = async ({ account_id }: Reader): Promise<number> =>
  (await server.sql`select from notifications where account_id = ${account_id}`).length;

let listings = 0;
/** Notifications about the same listing would be sent only once, so each needs another one. */
const nextListing = () => {
  listings += 1;
  return { ...LISTING, listing_id: listings };
};

/** Causes a mail of each kind. */
const SEND: Record<MailKind, (who: Reader) => Promise<void>> = {
  async updates(who) {
    const owner = await server.member();
    const { listing_id } = await createOwnListing(server, owner);
    await server.sql`
      insert into follows (account_id, listing_id, site_id, created_at) values (${who.account_id}, ${listing_id}, ${site.id}, ${NOON})`;
    await owner.client.post_listing_update({ listing_id, title: 'News', body: 'Hello.' });
    const [update] = await server.sql<{ id: number }[]>`select id from listing_updates where listing_id = ${listing_id}`;
    const { sql, root: site_root } = server;
    const { signal } = new AbortController();
    const integrations = openIntegrations({ smtp_url: null, mail_from: null });
    await notify_followers.run({ sql, clock, integrations, site_root, last_attempt: true, signal }, { update_id: update!.id });
  },
  launches: (who) => notifyOwner(ctx(), who.account_id, () => liveNotification(site, nextListing(), '2026-11-09')),
  awards: (who) => notifyOwner(ctx(), who.account_id, () => awardNotification(site, { ...nextListing(), rank: 1, votes: 9 }, '2026-11-02')),
  async reviews(who) {
    const { slug } = await createOwnListing(server, who);
    await writeReview(caller(await server.member()), { slug, rating: 4, body: 'It keeps my notes where I left them.' });
  },
  async comments(who) {
    const { slug } = await createOwnListing(server, who);
    await writeComment(caller(await server.member()), { slug, body: 'Does it sync between two phones?' });
  },
  async replies(who) {
    const { slug } = await createOwnListing(server, await server.member());
    const { id } = await writeComment(caller(who), { slug, body: `Does it sync ${slug}?` });
    await writeComment(caller(await server.member()), { slug, body: 'It does.', reply_to: id });
  },
  async claims(who) {
    const { slug } = await unownedListing(server);
    const { id } = await who.client.claim_listing({ slug, method: 'file' });
    await expireClaim(ctx(), id);
  },
  facts: (who) => notifyOwner(ctx(), who.account_id, () => deadNotification(site, nextListing(), NOON, null)),
  stats: (who) => sendMail(ctx(), who.email, weeklyStatsMail(site, '2026-11-02', [WEEK_NUMBERS])),
};

describe.each(MAIL_KIND_NAMES)('mail of the kind %s', (kind) => {
  test('is sent unless turned off; a one-click unsubscribe without a session turns off this kind only', async () => {
    const who = await createReader();
    // Kinds that are off until they are chosen.
    await SEND[kind](who);
    if (isOptIn(kind)) expect(await mailsTo(who)).toEqual([]);
    await setMailPreferences(
      caller(who),
      MAIL_KIND_NAMES.filter(isOptIn).map((kind) => ({ kind, wanted: true })),
    );
    if (isOptIn(kind)) await SEND[kind](who);
    const [mail, ...more] = await mailsTo(who);
    expect(more).toEqual([]);
    expect(mail!.body_text).toContain(`${server.root}/account/mail`);
    expect(mail!.body_text).toContain(mail!.unsubscribe_url);
    expect(mail!.body_html).toContain(`href="${mail!.unsubscribe_url}"`);
    // The link in an update mail unsubscribes from that product only; the kind is turned off in the preferences.
    if (kind === 'updates') await setMailPreferences(caller(who), [{ kind, wanted: false }]);
    else {
      const url = mail!.unsubscribe_url!;
      // Opening the link, as mail scanners do, changes nothing.
      expect(await (await fetch(url)).text()).toContain('Unsubscribe');
      expect((await getMailPreferences(caller(who))).every(({ wanted }) => wanted)).toBe(true);
      for (let twice = 0; twice < 2; twice++) {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        });
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You’re unsubscribed.')]);
      }
    }
    expect((await getMailPreferences(caller(who))).filter(({ wanted }) => !wanted)).toEqual([{ kind, wanted: false }]);

    await SEND[kind](who);
    expect(await mailsTo(who)).toHaveLength(1);
    // Notifications on the site are not affected.
    if (kind !== 'stats') expect(await countNotifications(who)).toBe(2);
    // Other kinds are still sent, and this one again after it is turned on.
    const other = MAIL_KIND_NAMES.find((one) => one !== kind)!;
    await SEND[other](who);
    await setMailPreferences(caller(who), [{ kind, wanted: true }]);
    await SEND[kind](who);
    expect(await mailsTo(who)).toHaveLength(3);
  });
});

test('required mail is sent even if all kinds are turned off, and has no unsubscribe link', async () => {
  const who = await createReader();
  await setMailPreferences(
    caller(who),
    MAIL_KIND_NAMES.map((kind) => ({ kind, wanted: false })),
  );
  await notifyOwner(ctx(), who.account_id, () => listingRemovedNotification(site, LISTING, 'Not a product.', NOON));
  await sendMail(ctx(), who.email, claimVerifiedMail(site, CLAIM));
  await notifyOwner(ctx(), who.account_id, () => movedNotification(site, LISTING, { from: '2026-11-09', to: '2026-11-16' }));
  expect((await mailsTo(who)).map(({ subject, unsubscribe_url }) => [subject, unsubscribe_url])).toEqual([
    [`Acme Notes was removed from ${site.name}`, null],
    [`You now manage Acme Notes on ${site.name}`, null],
  ]);
});

test('the author of a review gets one mail about the answer, without its text', async () => {
  const [owner, author] = [await createReader(), await createReader()];
  const { slug } = await createOwnListing(server, owner);
  const { id } = await writeReview(caller(author), { slug, rating: 2, body: 'It loses my notes every other day.' });
  for (const answer of ['Buy at evil.example', 'Sorry.']) await answerReview(caller(owner), { slug, review_id: id, answer });
  const mails = await mailsTo(author);
  expect(mails.map(({ subject }) => subject)).toEqual(['New reply to your review on Launchweek']);
  expect(mails[0]!.body_text).not.toContain('evil.example');
});

test('an owner gets their own language, then the site’s, whatever the language of whoever acts', async () => {
  const [german, other] = [await createReader(), await createReader()];
  await server.sql`update accounts set language = 'de' where id = ${german.account_id}`;
  const here: Site = { ...site, languages: ['de', 'es'] };
  const in_spanish = localeFor(here, 'es');
  for (const { account_id } of [german, other])
    await withLocale(in_spanish, () =>
      notifyOwner({ ...ctx(), site: here }, account_id, () => liveNotification(here, nextListing(), '2026-11-09')),
    );
  const [[to_german], [to_other]] = await Promise.all([mailsTo(german), mailsTo(other)]);
  expect([to_german!.subject, to_other!.subject]).toEqual([`Acme Notes ist live auf ${site.name}`, `Acme Notes is live on ${site.name}`]);
  expect(to_german!.body_text).toContain(`${site.root}/de/listings/acme-notes`);
  expect(to_german!.unsubscribe_url).toContain(`${site.root}/de/unsubscribe/kind?token=`);
  expect(to_other!.body_text).toContain(`${site.root}/listings/acme-notes`);
  expect(await server.sql`select title from notifications where account_id = ${german.account_id}`).toEqual([
    { title: `Acme Notes ist live auf ${site.name}` },
  ]);
});

test('optional mail is sent only to accounts', async () => {
  await sendMail(ctx(), 'nobody@example.com', claimExpiredMail(site, CLAIM));
  expect(await server.sql`select from mails where to_email = 'nobody@example.com'`).toEqual([]);
});

test('a forged unsubscribe link, or one of another kind, changes nothing', async () => {
  const who = await createReader();
  await SEND.claims(who);
  await SEND.updates(who);
  const [of_kind, of_listing] = (await mailsTo(who)).map(({ unsubscribe_url }) => new URL(unsubscribe_url!).searchParams.get('token')!);
  const other = (await createReader()).account_id;
  const bytes = Buffer.from(of_kind!, 'base64url');
  bytes.writeBigUInt64BE(BigInt(other));
  for (const token of ['', 'x', bytes.toString('base64url'), of_listing!])
    expect((await fetch(`${server.root}/unsubscribe/kind?token=${token}`, { method: 'POST' })).status).toBe(400);
  expect((await fetch(`${server.root}/unsubscribe?token=${of_kind}`, { method: 'POST' })).status).toBe(400);
  expect(await server.sql`select from mail_switched_off where account_id in (${who.account_id}, ${other})`).toEqual([]);
});

test('the page shows the preferences, saves them without JavaScript, and keeps kinds that it did not show', async () => {
  const ada = await new Person(server).signIn('ada@example.com');
  const page = async (path = '/account/mail') => (await ada.get(path)).text();
  for (const { name } of Object.values(MAIL_KINDS)) expect(await page()).toContain(`>${name}</label>`);
  expect((await page()).match(/type="checkbox"[^>]*checked/g)).toHaveLength(MAIL_KIND_NAMES.filter((kind) => !isOptIn(kind)).length);
  const shown = /name="shown" value="([^"]+)"/.exec(await page())![1]!;
  const saved = await ada.send('/account/mail', { shown, updates: 'on', claims: 'on' });
  expect(saved.headers.get('location')).toBe('/account/mail?done=saved');
  expect((await page('/account/mail?done=saved')).match(/name="(\w+)" checked/g)).toEqual([
    'name="updates" checked',
    'name="claims" checked',
  ]);
  // A form that was rendered before some kinds existed.
  await ada.send('/account/mail', { shown: 'updates launches', launches: 'on' });
  expect((await page()).match(/name="(\w+)" checked/g)).toEqual(['name="launches" checked', 'name="claims" checked']);
  expect((await ada.send('/account/mail', { shown, sign_in: 'on' })).status).toBe(400);
  expect((await new Person(server).get('/account/mail')).headers.get('location')).toBe('/sign-in?go_to=%2Faccount%2Fmail');
  // Sign-in links are sent whatever is turned off.
  await new Person(server).send('/sign-in/mail', { email: 'ada@example.com' });
  expect((await findNewestMail(server, 'ada@example.com')).subject).toContain('sign-in link');
});

test('preferences are exported and deleted with the account; an old unsubscribe link still answers', async () => {
  const email = 'leaver@example.com';
  const leaver = await new Person(server).signIn(email);
  await sendMail(ctx(), email, claimExpiredMail(site, CLAIM));
  const [mail] = await server.sql<
    { unsubscribe_url: string }[]
  >`select unsubscribe_url from mails where to_email = ${email} order by id desc limit 1`;
  await fetch(mail!.unsubscribe_url, { method: 'POST' });
  expect(JSON.parse(await (await leaver.send('/account/export')).text()).mail_switched_off).toMatchObject([{ kind: 'claims' }]);
  await leaver.send('/account/delete', { email });
  expect(await server.sql`select from accounts where email = ${email}`).toEqual([]);
  expect((await fetch(mail!.unsubscribe_url, { method: 'POST' })).status).toBe(200);
});
