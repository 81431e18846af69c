import { expect, test } from 'vitest';
import { Person } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, startSignedInAsTeam, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();
const browser = useBrowser();

test.each(JOURNEY_DEVICES)(
  'an admin on a %s removes a listing and undoes it, edits a category, previews and publishes a post, sets a week’s capacity',
  async (where, options, wide) => {
    const page = await browser.open(options);
    const email = `day.${where}@team.example`;
    await startSignedInAsTeam(page, server, email);
    await page.goto(server.root);
    await page.locator('.account-menu summary').click();
    await clickAndWait(page, page.getByRole('link', { name: 'Back office' }));
    // On a phone the menu is collapsed.
    if (!wide) await page.getByText('Back office: Overview').click();
    await clickAndWait(page, page.getByRole('link', { name: 'Listings', exact: true }));
    await page.getByLabel('Name, slug or domain').fill('packmoth');
    await clickAndWait(page, page.getByRole('button', { name: 'Find' }));
    await clickAndWait(page, page.getByRole('link', { name: 'Packmoth' }));
    await page.getByRole('heading', { name: 'Remove' }).click();
    await page.getByLabel('Reason').selectOption('misleading');
    await page.getByLabel('Message to the owner').fill('Your price page says otherwise.');
    await clickAndWait(page, page.getByRole('button', { name: 'Remove' }));
    expect(await page.getByRole('status').textContent()).toContain('removed');
    expect((await page.goto(`${server.root}/listings/packmoth`))!.status()).toBe(404);
    await page.goto(`${server.root}/admin/log`);
    expect(await page.locator('.version').first().textContent()).toMatch(/Removed\s*Packmoth.*day/s);
    await clickAndWait(page, page.getByRole('button', { name: /^Undo.*Packmoth/ }));
    expect(await page.getByRole('status').textContent()).toContain('undone');
    expect((await page.goto(`${server.root}/listings/packmoth`))!.status()).toBe(200);

    await page.goto(`${server.root}/admin/categories`);
    await page.getByLabel('Name', { exact: true }).fill(`Harbours & ${where}`);
    await clickAndWait(page, page.getByRole('button', { name: 'Create' }));
    await clickAndWait(page, page.getByRole('link', { name: `Harbours & ${where}` }));
    await page.getByRole('heading', { name: 'New attribute' }).click();
    const attribute = page.locator('details', { has: page.locator('#new-attribute') });
    await attribute.getByLabel('Name', { exact: true }).fill('Berths');
    await attribute.getByLabel('Kind').selectOption('number');
    await clickAndWait(page, attribute.getByRole('button', { name: 'Create' }));
    expect(await page.getByRole('link', { name: 'Berths' }).count()).toBe(1);
    await page.getByLabel('Question 1').fill('Which ports?');
    await clickAndWait(page, page.getByRole('button', { name: 'Save' }));
    expect(await page.getByText('Answer 1 is required, or leave the whole row empty.').count()).toBe(1);
    expect(await page.getByLabel('Question 1').inputValue()).toBe('Which ports?');
    await page.getByLabel('Answer 1').fill('All of them.');
    await clickAndWait(page, page.getByRole('button', { name: 'Save' }));
    await page.goto(`${server.root}/categories/harbours-and-${where}`);
    expect(await page.getByText('Which ports?').count()).toBe(1);

    const title = `On tides, from a ${where}`;
    await page.goto(`${server.root}/admin/blog/new`);
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Author').fill('Mara');
    await page.getByLabel('Summary').fill('Short.');
    await page.getByLabel('Text (Markdown)').fill('## Ebb\n\n<script>alert(1)</script> and *flow*');
    await clickAndWait(page, page.getByRole('button', { name: 'Preview' }));
    expect(await page.locator('.office-preview h2').textContent()).toBe('Ebb');
    expect(await page.locator('.office-preview script').count()).toBe(0);
    expect(await page.getByLabel('Author').inputValue()).toBe('Mara');
    await clickAndWait(page, page.getByRole('button', { name: 'Save', exact: true }).first());
    await clickAndWait(page, page.getByRole('link', { name: title }));
    await clickAndWait(page, page.getByRole('button', { name: 'Publish saved version' }));
    await clickAndWait(page, page.getByRole('link', { name: 'View public page' }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);

    const capacity = wide ? '7' : '8';
    await page.goto(`${server.root}/admin/weeks`);
    const week = page.locator('.rows > li').nth(2);
    await week.getByLabel('Slots').fill(capacity);
    await clickAndWait(page, week.getByRole('button', { name: 'Save' }));
    expect(await page.locator('.rows > li').nth(2).textContent()).toContain(`2 of ${capacity} slots taken`);
    await week.getByLabel('Slots').fill('1');
    await clickAndWait(page, week.getByRole('button', { name: 'Save' }));
    expect(await week.locator('.field-error').textContent()).toBe(
      'Slots must be at least 2: that many launches are already scheduled in this week.',
    );
    expect(await week.getByLabel('Slots').inputValue()).toBe('1');
  },
);

/** Creates a vote that the rules hold back and a reported review. */
const createModerationCases = async (slug: string): Promise<void> => {
  const voter = await new Person(server).signIn(`${slug}@trashmail.com`);
  await voter.send(`/listings/${slug}/vote`);
  const author = await new Person(server).signIn(`author.${slug}@people.example`);
  const reviews = `/listings/${slug}/reviews`;
  await author.send(reviews, { rating: '1', title: 'Bought', body: `Buy ${slug} pills instead.` });
  const reader = await new Person(server).signIn(`reader.${slug}@people.example`);
  const [review] = await server.sql<{ id: number }[]>`
    select r.id from reviews r join listings l on l.id = r.listing_id where l.slug = ${slug} order by r.id desc limit 1`;
  await reader.send(`${reviews}/${review!.id}/report`, { reason: 'An advertisement' });
};

test.each(JOURNEY_DEVICES)('a held vote and a reported review are decided and undone on a %s', async (where, options, wide) => {
  const page = await browser.open(options);
  const slug = wide ? 'heatlog' : 'handrailer';
  await createModerationCases(slug);
  await startSignedInAsTeam(page, server, `judge.${where}@team.example`);
  const votes = async () => (await server.client.get_listing({ slug })).votes;
  const before = await votes();
  const itemFor = (path: string) => page.locator('li', { has: page.locator(`a[href="/listings/${slug}${path}"]`) });

  await page.goto(`${server.root}/admin/votes`);
  await itemFor('').getByLabel('Reason (only for the team)').fill('A reader we know');
  await clickAndWait(page, itemFor('').getByRole('button', { name: 'Count', exact: true }));
  expect(await page.getByRole('status').textContent()).toBe('1 vote counts now.');
  await until(async () => (await votes()) === before + 1);
  await clickAndWait(page, itemFor('').getByRole('button', { name: /^Undo/ }));
  expect(await page.getByRole('status').textContent()).toBe('1 vote doesn’t count.');
  await until(async () => (await votes()) === before);

  const isShown = async () => (await (await server.get(`/listings/${slug}/reviews`)).text()).includes(`${slug} pills`);
  await page.goto(`${server.root}/admin/reviews`);
  expect(await itemFor('/reviews').textContent()).toContain('An advertisement');
  await itemFor('/reviews').getByLabel('Reason (for the team and the author)').fill('It sells something else');
  await clickAndWait(page, itemFor('/reviews').getByRole('button', { name: 'Remove' }));
  expect(await page.getByRole('status').textContent()).toContain('Review removed');
  await until(async () => !(await isShown()));
  await clickAndWait(page, itemFor('/reviews').getByRole('button', { name: /^Undo/ }));
  expect(await page.getByRole('status').textContent()).toBe('Decision undone.');
  await until(isShown);
});

test('the inbox is decided with keys alone, and undone', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await startSignedInAsTeam(page, server, 'keys@team.example');
  await server.sql`delete from comment_reports`;
  const held = await server.sql<{ id: number }[]>`
    update comments set status = 'held' where id in (select id from comments where site_id = ${server.site_id} and status = 'shown' order by id limit 3)
    returning id`;
  const ids = held.map(({ id }) => Number(id)).sort((a, b) => a - b);
  const statuses = async () =>
    (await server.sql<{ status: string }[]>`select status from comments where id = any(${ids}) order by id`).map(({ status }) => status);
  const pressAndWait = (key: string) => Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
  const box = (id: number | undefined) => page.locator(`[name="item.comment.${id}"]`);
  const order = async () =>
    (await page.locator('[data-inbox-item] input').evaluateAll((boxes) => boxes.map((one) => one.getAttribute('name')!)))
      .filter((name) => name.startsWith('item.comment.'))
      .map((name) => Number(name.split('.')[2]));
  await page.goto(`${server.root}/admin/inbox`);
  const [first, second, ...others] = await order();
  expect([first!, second!, ...others].sort((a, b) => a - b)).toEqual(ids);
  const before = await page.locator('[data-inbox-item]').count();

  // Goes to the first comment and beyond the ends, selects, and takes the selection back.
  for (let i = 0; i <= before; i++) await page.keyboard.press('k');
  while (!(await box(first).evaluate((one) => one === document.activeElement))) await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await box(first).isChecked()).toBe(true);
  await page.keyboard.press('x');
  expect(await page.locator('[data-inbox-item] :checked').count()).toBe(0);
  await page.keyboard.press('*');
  expect(await page.locator('[data-inbox-item] :checked').count()).toBe(before);
  await page.keyboard.press('*');

  // The first is approved. The second is rejected with a reason, in which keys are letters; Escape leads back to the item.
  await pressAndWait('a');
  expect(await page.getByRole('status').textContent()).toBe('1 item approved.');
  expect(await statuses()).toEqual(ids.map((id) => (id === first ? 'shown' : 'held')));
  while (!(await box(second).evaluate((one) => one === document.activeElement))) await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.type('Just an ad, rejected.');
  await page.keyboard.press('Escape');
  expect(await box(second).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('r');
  await pressAndWait('Control+Enter');
  expect(await page.getByRole('status').textContent()).toBe('1 item rejected.');
  const rejected = ids.map((id) => (id === first ? 'shown' : id === second ? 'removed' : 'held'));
  expect(await statuses()).toEqual(rejected);
  await pressAndWait('u');
  expect(await page.getByRole('status').textContent()).toContain('undone');
  expect(await statuses()).toEqual(ids.map((id) => (id === first ? 'shown' : 'held')));

  // Keys can be turned off, which the browser remembers.
  await page.goto(`${server.root}/admin/inbox`);
  await page.keyboard.press('?');
  await page.getByLabel('Use these keys on this page').uncheck();
  await page.reload();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  expect(await page.locator('[data-inbox-item]:focus-within').count()).toBe(0);
  expect(await statuses()).toEqual(ids.map((id) => (id === first ? 'shown' : 'held')));
});
