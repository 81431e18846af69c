import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/kernel/context.ts';
import { sendMail } from '../../src/modules/accounts/mail.ts';
import { MAIL_KIND_NAMES, MAIL_KINDS, type MailKind } from '../../src/modules/accounts/mail-kinds.ts';
import { chooseMail, mailPreferences } from '../../src/modules/accounts/preferences.ts';
import { expireClaim } from '../../src/modules/claims/ending.ts';
import { expiredLetter, ownedLetter } from '../../src/modules/claims/mails.tsx';
import { awardNews, liveNews, movedNews } from '../../src/modules/launches/mails.tsx';
import { removedNews } from '../../src/modules/launches/removal-mails.tsx';
import { tellOwner } from '../../src/modules/launches/telling.ts';
import { tell_followers } from '../../src/modules/listings/jobs.ts';
import { answerReview } from '../../src/modules/listings/review-answers.ts';
import { writeReview } from '../../src/modules/listings/reviews.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { unownedListing } from '../support/claims.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { newestMail, Person } from '../support/person.ts';
import { type Member, NOON, useServer } from '../support/server.ts';
import { as, siteOf } from '../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
let site: Site;
beforeAll(async () => {
  site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
});

const ctx = () => ({ sql: server.sql, site, clock });
const caller = ({ account_id }: Pick<Member, 'account_id'>) => as(account_id, { ...server, site, clock });
const launched = { listing_id: 1, slug: 'acme-notes', name: 'Acme Notes' };
const claimed = { id: 1, slug: 'acme-notes', product: 'Acme Notes', how: 'by a record' };

interface Somebody extends Member {
  email: string;
}

let people = 0;
const somebody = async (): Promise<Somebody> => {
  people += 1;
  const email = `Reader${people}@example.com`;
  return { email, ...(await server.member({ email })) };
};

const mailsTo = ({ email }: Somebody) => server.sql<
  { subject: string; body_text: string; body_html: string; unsubscribe_url: string | null }[]
>`
  select subject, body_text, body_html, unsubscribe_url from mails where to_email = ${email} order by id`;
const toldOnSite = async ({ account_id }: Somebody): Promise<number> =>
  (await server.sql`select from notifications where account_id = ${account_id}`).length;

let told = 0;
/** The same product again would be the same news again, which is told once. */
const another = () => {
  told += 1;
  return { ...launched, listing_id: told };
};

/** Something of each kind that somebody is told. */
const TELL: Record<MailKind, (who: Somebody) => Promise<void>> = {
  async updates(who) {
    const owner = await server.member();
    const { listing_id } = await anOwnListing(server, owner);
    await server.sql`
      insert into follows (account_id, listing_id, site_id, created_at) values (${who.account_id}, ${listing_id}, ${site.id}, ${NOON})`;
    await owner.client.post_listing_update({ listing_id, title: 'News', body: 'Hello.' });
    const [update] = await server.sql<{ id: number }[]>`select id from listing_updates where listing_id = ${listing_id}`;
    const { sql, root: site_root } = server;
    const { signal } = new AbortController();
    const outside = openOutside({ smtp_url: null, mail_from: null });
    await tell_followers.run({ sql, clock, outside, site_root, last_attempt: true, signal }, { update_id: update!.id });
  },
  launches: (who) => tellOwner(ctx(), who.account_id, liveNews(site, another(), '2026-11-09')),
  awards: (who) => tellOwner(ctx(), who.account_id, awardNews(site, { ...another(), rank: 1, votes: 9 }, '2026-11-02')),
  async reviews(who) {
    const { slug } = await anOwnListing(server, who);
    await writeReview(caller(await server.member()), { slug, rating: 4, body: 'It keeps my notes where I left them.' });
  },
  async claims(who) {
    const { slug } = await unownedListing(server);
    const { id } = await who.client.claim_listing({ slug, method: 'file' });
    await expireClaim(ctx(), id);
  },
};

describe.each(MAIL_KIND_NAMES)('mail of the kind %s', (kind) => {
  test('comes unless it is switched off, and one click of a machine without a session ends this kind alone', async () => {
    const who = await somebody();
    await TELL[kind](who);
    const [mail, ...more] = await mailsTo(who);
    expect(more).toEqual([]);
    expect(mail!.body_text).toContain(`${server.root}/account/mail`);
    expect(mail!.body_text).toContain(mail!.unsubscribe_url);
    expect(mail!.body_html).toContain(`href="${mail!.unsubscribe_url}"`);
    // The link of an update ends the mail about that product; its kind is ended where somebody chooses.
    if (kind === 'updates') await chooseMail(caller(who), [{ kind, wanted: false }]);
    else {
      const url = mail!.unsubscribe_url!;
      // Opening the link, as scanners of mail do, ends nothing.
      expect(await (await fetch(url)).text()).toContain('Send me no more of it');
      expect((await mailPreferences(caller(who))).every(({ wanted }) => wanted)).toBe(true);
      for (let twice = 0; twice < 2; twice++) {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        });
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('That was the last one of this kind')]);
      }
    }
    expect((await mailPreferences(caller(who))).filter(({ wanted }) => !wanted)).toEqual([{ kind, wanted: false }]);

    await TELL[kind](who);
    expect(await mailsTo(who)).toHaveLength(1);
    // The site tells it all the same.
    expect(await toldOnSite(who)).toBe(2);
    // Every other kind still comes, and this one again once it is wanted again.
    const other = MAIL_KIND_NAMES.find((one) => one !== kind)!;
    await TELL[other](who);
    await chooseMail(caller(who), [{ kind, wanted: true }]);
    await TELL[kind](who);
    expect(await mailsTo(who)).toHaveLength(3);
  });
});

test('necessary mail is sent to who has switched everything off, and has no way out of it', async () => {
  const who = await somebody();
  await chooseMail(
    caller(who),
    MAIL_KIND_NAMES.map((kind) => ({ kind, wanted: false })),
  );
  await tellOwner(ctx(), who.account_id, removedNews(site, launched, 'Not a product.', NOON));
  await sendMail(ctx(), who.email, ownedLetter(site, claimed));
  await tellOwner(ctx(), who.account_id, movedNews(site, launched, { from: '2026-11-09', to: '2026-11-16' }));
  expect((await mailsTo(who)).map(({ subject, unsubscribe_url }) => [subject, unsubscribe_url])).toEqual([
    [`Acme Notes was removed from ${site.name}`, null],
    [`Acme Notes is yours on ${site.name}`, null],
  ]);
});

test('who wrote a review is told of the answer by mail once, without the words of the owner', async () => {
  const [owner, author] = [await somebody(), await somebody()];
  const { slug } = await anOwnListing(server, owner);
  const { id } = await writeReview(caller(author), { slug, rating: 2, body: 'It loses my notes every other day.' });
  for (const answer of ['Buy at evil.example', 'Sorry.']) await answerReview(caller(owner), { slug, review_id: id, answer });
  const mails = await mailsTo(author);
  expect(mails.map(({ subject }) => subject)).toEqual(['Acme Notes answered your review']);
  expect(mails[0]!.body_text).not.toContain('evil.example');
});

test('mail that may be switched off goes to accounts alone', async () => {
  await sendMail(ctx(), 'nobody@example.com', expiredLetter(site, claimed));
  expect(await server.sql`select from mails where to_email = 'nobody@example.com'`).toEqual([]);
});

test('a link that was changed, or is of another sort, ends nothing', async () => {
  const who = await somebody();
  await TELL.claims(who);
  await TELL.updates(who);
  const [of_kind, of_listing] = (await mailsTo(who)).map(({ unsubscribe_url }) => new URL(unsubscribe_url!).searchParams.get('token')!);
  const other = (await somebody()).account_id;
  const bytes = Buffer.from(of_kind!, 'base64url');
  bytes.writeBigUInt64BE(BigInt(other));
  for (const token of ['', 'x', bytes.toString('base64url'), of_listing!])
    expect((await fetch(`${server.root}/unsubscribe/kind?token=${token}`, { method: 'POST' })).status).toBe(400);
  expect((await fetch(`${server.root}/unsubscribe?token=${of_kind}`, { method: 'POST' })).status).toBe(400);
  expect(await server.sql`select from mail_switched_off where account_id in (${who.account_id}, ${other})`).toEqual([]);
});

test('the page shows what is chosen, saves it without script, and leaves kinds alone that it did not show', async () => {
  const ada = await new Person(server).signIn('ada@example.com');
  const page = async (path = '/account/mail') => (await ada.get(path)).text();
  for (const { name } of Object.values(MAIL_KINDS)) expect(await page()).toContain(`>${name}</label>`);
  expect((await page()).match(/type="checkbox"[^>]*checked/g)).toHaveLength(MAIL_KIND_NAMES.length);
  const shown = /name="shown" value="([^"]+)"/.exec(await page())![1]!;
  const saved = await ada.send('/account/mail', { shown, updates: 'on', claims: 'on' });
  expect(saved.headers.get('location')).toBe('/account/mail?done=saved');
  expect((await page('/account/mail?done=saved')).match(/name="(\w+)" checked/g)).toEqual([
    'name="updates" checked',
    'name="claims" checked',
  ]);
  // A form that was drawn before there were awards.
  await ada.send('/account/mail', { shown: 'updates launches', launches: 'on' });
  expect((await page()).match(/name="(\w+)" checked/g)).toEqual(['name="launches" checked', 'name="claims" checked']);
  expect((await ada.send('/account/mail', { shown, sign_in: 'on' })).status).toBe(400);
  expect((await new Person(server).get('/account/mail')).headers.get('location')).toBe('/sign-in?go_to=%2Faccount%2Fmail');
  // The link to get in comes whatever is switched off.
  await new Person(server).send('/sign-in/mail', { email: 'ada@example.com' });
  expect((await newestMail(server, 'ada@example.com')).subject).toContain('Your link');
});

test('what was chosen is in the export, and goes with the account; an old link is then still an answer', async () => {
  const email = 'leaver@example.com';
  const leaver = await new Person(server).signIn(email);
  await sendMail(ctx(), email, expiredLetter(site, claimed));
  const [mail] = await server.sql<
    { unsubscribe_url: string }[]
  >`select unsubscribe_url from mails where to_email = ${email} order by id desc limit 1`;
  await fetch(mail!.unsubscribe_url, { method: 'POST' });
  expect(JSON.parse(await (await leaver.send('/account/export')).text()).mail_switched_off).toMatchObject([{ kind: 'claims' }]);
  await leaver.send('/account/delete', { email });
  expect(await server.sql`select from accounts where email = ${email}`).toEqual([]);
  expect((await fetch(mail!.unsubscribe_url, { method: 'POST' })).status).toBe(200);
});
