import { expect, test } from 'vitest';
import { comeIn, follow, signInByMail, TWICE, useBrowser } from '../support/browser.ts';
import { ownerOf, unownedListing } from '../support/claims.ts';
import { useNameServer } from '../support/dns-server.ts';
import { linkFor, newestMail } from '../support/person.ts';
import { useServer } from '../support/server.ts';

const names = useNameServer();
const server = useServer({ crawl_allow_private: true, names });
const browser = useBrowser();

test.each(TWICE)('a listing is claimed by DNS and by mail, on a %s', async (where, options, scripted) => {
  const page = await browser.open({ ...options, permissions: scripted ? ['clipboard-read', 'clipboard-write'] : [] });
  const [listing, mailed] = [await unownedListing(server), await unownedListing(server)];

  // From the listing, through signing in, to the choice.
  await page.goto(`${server.root}/listings/${listing.slug}`);
  await follow(page, page.getByRole('link', { name: 'Claim this listing' }));
  await signInByMail(page, server, `maker-${where}@elsewhere.example`);
  await page.getByRole('heading', { level: 1, name: `Claim ${listing.name}` }).waitFor();
  await page.getByLabel('DNS record').check();
  await page.getByRole('button', { name: 'Go on' }).click();

  // What to publish.
  await page.getByRole('heading', { name: 'What to do now' }).waitFor();
  const record = page.locator('.claim-parts code');
  expect(await record.first().textContent()).toBe(`_launchweek.${listing.domain}`);
  const token = (await record.nth(1).textContent())!;
  if (scripted) {
    await page.getByRole('button', { name: 'Copy what to publish' }).click();
    await page.getByRole('button', { name: 'Copy what to publish' }).getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  }
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(scripted ? 2 : 0);

  // Looked for too early, then in time.
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText(`There is no TXT record at _launchweek.${listing.domain} yet.`).waitFor();
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('It is yours.').waitFor();
  await follow(page, page.getByRole('link', { name: 'See the listing' }));
  expect(await page.getByRole('link', { name: 'Claim this listing' }).count()).toBe(0);

  // By mail: a wrong mailbox comes back as it was typed.
  await page.goto(`${server.root}/listings/${mailed.slug}/claim`);
  await page.getByLabel('Mail to the domain').check();
  await page.getByLabel('Email address').fill('ada@gmail.com');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText(`Email address must be at ${mailed.domain}`).waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('ada@gmail.com');
  await page.getByLabel('Email address').fill(`ada@${mailed.domain}`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Open the link we have mailed').waitFor();

  // In the mailbox, by somebody else; the link alone does nothing.
  const link = await linkFor(server, `ada@${mailed.domain}`);
  const reader = await browser.open(options);
  for (let n = 0; n < 2; n++) await reader.goto(link);
  await reader.getByText(`maker-${where}@elsewhere.example`).waitFor();
  expect(await ownerOf(server, mailed)).toBeNull();
  await reader.getByRole('button', { name: 'Yes, it may' }).click();
  await reader.getByRole('heading', { level: 1, name: 'Confirmed' }).waitFor();
  expect(await ownerOf(server, mailed)).not.toBeNull();
  await reader.goto(link);
  await reader.getByText('This link no longer works').waitFor();

  // One's own claims.
  await page.goto(`${server.root}/claims`);
  expect(await page.locator('.claim-status-verified').count()).toBe(2);

  // Somebody else finds an owner, and tells the team.
  const other = await browser.open(options);
  await server.sql`insert into accounts (email, email_key, is_network_admin) values (${`team-${where}@site.example`}, ${`team-${where}@site.example`}, true)`;
  await comeIn(other, server, `other-${where}@elsewhere.example`);
  await other.goto(`${server.root}/listings/${listing.slug}/claim`);
  await other.getByText('This listing has an owner already').waitFor();
  await other.getByLabel('Your message').fill('I made it.');
  await other.getByRole('button', { name: 'Tell the team' }).click();
  await other.getByText('The team has your message').waitFor();
  expect((await newestMail(server, `team-${where}@site.example`)).text).toContain('I made it.');
});

test('a check that is refused says why on the page of one’s claims, and its address leads back there', async () => {
  const page = await browser.open();
  const listing = await unownedListing(server);
  await comeIn(page, server, 'refused@elsewhere.example');
  await page.goto(`${server.root}/listings/${listing.slug}/claim`);
  await page.getByLabel('File on the website').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Check now' }).waitFor();
  const { account_id } = await server.member();
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  await server.sql`update claims set status = 'superseded' where listing_id = ${listing.id}`;
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('alert').getByText('This listing has an owner').waitFor();
  await page.goto(page.url());
  expect(new URL(page.url()).pathname).toBe('/claims');
  await page.goto(`${server.root}/listings/${listing.slug}/claim/objection`);
  expect(new URL(page.url()).pathname).toBe(`/listings/${listing.slug}/claim`);
});
