import { describe, expect, test } from 'vitest';
import { findPageProblems } from '../support/accessibility.ts';
import { Person } from '../support/accounts/person.ts';
import { clickAndWait, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();
const browser = useBrowser();

const text = async (reply: Response): Promise<string> => {
  expect(reply.status).toBe(200);
  return reply.text();
};
const redirectOf = (reply: Response): string => {
  expect(reply.status).toBe(303);
  return reply.headers.get('location')!;
};
const accountOf = async (email: string) => (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`)[0]!.id;
const REVIEWS = '/listings/kontorbuch/reviews';
const review = { rating: '4', title: 'Good', body: 'It found two flaky tests on the first day.' };

test('an anonymous visitor reads reviews and is sent to sign-in to write one', async () => {
  const page = await text(await server.get('/listings/lanternlog'));
  expect(page).toContain('Demo reader');
  expect(page).toContain('of 5 from 3 reviews');
  expect(page).toContain('href="/sign-in?go_to=%2Flistings%2Flanternlog%2Freviews%23own-review"');
  expect(await text(await server.get('/listings/lanternlog/reviews'))).toContain('A sample of criticism');
  expect(redirectOf(await new Person(server).send(REVIEWS, review))).toMatch(/^\/sign-in/);
});

test('a member writes, changes and withdraws a review', async () => {
  const ada = await new Person(server).signIn('ada@example.com');
  await ada.send('/account/name', { name: 'Ada' });
  const unrated = await ada.send(REVIEWS, { title: 'Good', body: 'Kept & typed' });
  expect(unrated.status).toBe(400);
  const again = await unrated.text();
  expect(again).toContain('Your rating is required.');
  expect(again).toContain('Kept &amp; typed');
  expect(redirectOf(await ada.send(REVIEWS, review))).toBe(`${REVIEWS}?done=written`);
  const page = await text(await ada.get(`${REVIEWS}?done=written`));
  expect(page).toContain('Thank you. Your review is published.');
  expect(page).toContain('(you)');
  expect(redirectOf(await ada.send(`${REVIEWS}/change`, { ...review, rating: '2' }))).toBe(`${REVIEWS}?done=changed`);
  expect(await text(await ada.get('/listings/kontorbuch'))).toContain('2 out of 5 stars');
  expect(redirectOf(await ada.send(`${REVIEWS}/withdraw`))).toBe(`${REVIEWS}?done=withdrawn`);
  expect(await text(await ada.get(REVIEWS))).toContain('No reviews yet.');
});

test('reviews are shown as text: no markup, scripts or links', async () => {
  const eve = await new Person(server).signIn('eve@example.com');
  const body = '<script>alert(1)</script> <a href="javascript:alert(1)">x</a> flakewren\n\n<img src=x onerror=alert(1)>';
  await eve.send('/listings/stagelet/reviews', { ...review, title: '"><svg onload=alert(1)>', body });
  await server.sql`update reviews set status = 'shown' where account_id = ${await accountOf('eve@example.com')}`;
  const page = await text(await server.get('/listings/stagelet/reviews'));
  expect(page).toContain('&lt;script>alert(1)&lt;/script>');
  expect(page).not.toMatch(/<script>alert|<svg onload|<img src=x|href="javascript:/);
});

describe('answers, reports and moderation', () => {
  test('the owner answers, readers report, the team decides and undoes the decision', async () => {
    const path = '/listings/tide-atlas/reviews';
    const [ben, owner, cy, boss] = await Promise.all(
      ['ben', 'owner', 'cy', 'boss'].map((name) => new Person(server).signIn(`${name}@people.example`)),
    );
    await server.sql`update listings set owner_id = ${await accountOf('owner@people.example')} where slug = 'tide-atlas'`;
    await server.sql`
      insert into account_roles (account_id, site_id, role) values (${await accountOf('boss@people.example')}, ${server.site_id}, 'site_admin')`;
    await ben!.send(path, review);
    expect((await owner!.send(path, review)).status).toBe(400);
    const id = /id="review-(\d+)"/.exec(await text(await owner!.get(path)))![1]!;
    expect((await cy!.send(`${path}/${id}/answer`, { answer: 'Mine' })).status).toBe(404);
    expect(redirectOf(await owner!.send(`${path}/${id}/answer`, { answer: 'Thank you, Ben.' }))).toBe(`${path}?done=answered#review-${id}`);
    expect(await text(await cy!.get(path))).toContain('Thank you, Ben.');

    expect(redirectOf(await cy!.send(`${path}/${id}/report`, { reason: 'An advertisement' }))).toBe(`${path}?done=reported`);
    expect((await cy!.get('/admin/reviews')).status).toBe(404);
    expect((await cy!.send('/admin/reviews/decide', { review_id: id, decision: 'remove', reason: 'x' })).status).toBe(404);
    expect(await text(await boss!.get('/admin/reviews'))).toContain('An advertisement');
    const without_reason = await boss!.send('/admin/reviews/decide', { review_id: id, decision: 'remove' });
    expect(without_reason.status).toBe(400);
    expect(await without_reason.text()).toMatch(/name="reason"[^>]*aria-invalid="true"/);
    const decided = await boss!.send('/admin/reviews/decide', { review_id: id, decision: 'remove', reason: 'Copied text' });
    expect(redirectOf(decided)).toBe('/admin/reviews?done=remove');
    await until(async () => !(await (await server.get(path)).text()).includes('flaky tests'));
    expect(await text(await ben!.get(path))).toContain('Removed by the team: Copied text');
    expect(await text(await boss!.get('/admin/reviews?done=remove'))).toContain('All done. Nothing to review.');
    expect(redirectOf(await boss!.send('/admin/reviews/undo', { review_id: id }))).toBe('/admin/reviews?done=undone');
    await until(async () => (await (await server.get(path)).text()).includes('flaky tests'));
  });
});

test('the form works without JavaScript on a phone, and axe finds no violations', async () => {
  const dee = await new Person(server).signIn('dee@people.example');
  const page = await browser.open({ viewport: { width: 360, height: 780 }, javaScriptEnabled: false, colorScheme: 'dark' });
  await page.context().addCookies([{ name: 'lw_session', value: dee.cookies.get('lw_session')!, url: server.root }]);
  await page.goto(`${server.root}/listings/heatlog`);
  await page.locator('summary', { hasText: 'Write a review' }).click();
  await page.getByLabel('5, excellent').check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Warm all winter.');
  await clickAndWait(page, page.getByRole('button', { name: 'Publish' }));
  expect(new URL(page.url()).pathname).toBe('/listings/heatlog/reviews');
  expect(await page.getByRole('status').first().textContent()).toContain('Thank you. Your review is published.');

  const second_page = await browser.open({ viewport: { width: 360, height: 780 } });
  await second_page.context().addCookies([{ name: 'lw_session', value: dee.cookies.get('lw_session')!, url: server.root }]);
  await second_page.goto(`${server.root}/listings/heatlog/reviews`);
  expect(await findPageProblems(second_page, 'reviews')).toEqual([]);
});
