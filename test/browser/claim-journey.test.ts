import { expect, test } from 'vitest';
import { findLinkFor, findNewestMail } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, startSignedIn, useBrowser } from '../support/browser.ts';
import { ownerOf, unownedListing } from '../support/claims/claims.ts';
import { useNameServer } from '../support/integrations/dns-server.ts';
import { useServer } from '../support/server.ts';

const names = useNameServer();
const server = useServer({ crawl_allow_private: true, names });
const browser = useBrowser();

test.each(JOURNEY_DEVICES)('listings are claimed by DNS and by mail on a %s', async (where, options, scripted) => {
  const page = await browser.open(scripted ? { ...options, permissions: ['clipboard-read', 'clipboard-write'] } : options);
  const [listing, mailed] = [await unownedListing(server), await unownedListing(server)];

  // From the listing to the choice of method, and through sign-in to the instructions.
  await page.goto(`${server.root}/listings/${listing.slug}`);
  await clickAndWait(page, page.getByRole('link', { name: 'Claim it for free' }));
  await page.getByRole('heading', { level: 1, name: `Claim ${listing.name}` }).waitFor();
  await page.getByLabel('DNS record').check();
  await clickAndWait(page, page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('heading', { level: 1, name: `Sign in to claim ${listing.name}` }).waitFor();
  await signInByEmailLink(page, server, `maker-${where}@elsewhere.example`);

  // Instructions.
  await page.getByRole('heading', { name: 'Next step' }).waitFor();
  const record = page.locator('.claim-parts code');
  expect(await record.first().textContent()).toBe(`_launchweek.${listing.domain}`);
  const token = (await record.nth(1).textContent())!;
  if (scripted) {
    await page.getByRole('button', { name: 'Copy: the value' }).click();
    await page.getByRole('button', { name: 'Copy: the value' }).getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  }
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(scripted ? 2 : 0);

  // Check before and after the record is published.
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText(`There is no TXT record at _launchweek.${listing.domain} yet.`).waitFor();
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('You own this listing.').waitFor();
  await clickAndWait(page, page.getByRole('link', { name: 'View listing' }));
  expect(await page.getByRole('link', { name: 'Claim it for free' }).count()).toBe(0);

  // By mail: an address at another domain is rejected and stays in the form.
  await page.goto(`${server.root}/listings/${mailed.slug}/claim`);
  await page.getByLabel('Email', { exact: true }).check();
  await page.getByLabel('Email address').fill('ada@gmail.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`Email address must be at ${mailed.domain}`).waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('ada@gmail.com');
  await page.getByLabel('Email address').fill(`ada@${mailed.domain}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Open the link in the email we sent').waitFor();

  // Another person opens the mail; the link alone does nothing.
  const link = await findLinkFor(server, `ada@${mailed.domain}`);
  const reader = await browser.open(options);
  for (let n = 0; n < 2; n++) await reader.goto(link);
  await reader.getByText(`maker-${where}@elsewhere.example`).waitFor();
  expect(await ownerOf(server, mailed)).toBeNull();
  await reader.getByRole('button', { name: 'Confirm claim' }).click();
  await reader.getByRole('heading', { level: 1, name: 'Confirmed' }).waitFor();
  expect(await ownerOf(server, mailed)).not.toBeNull();
  await reader.goto(link);
  await reader.getByText('This link no longer works').waitFor();

  // The list of claims.
  await page.goto(`${server.root}/claims`);
  expect(await page.locator('.pill-verified').count()).toBe(2);

  // Another person finds the listing owned, and objects.
  const other = await browser.open(options);
  await server.sql`insert into accounts (email, email_key, is_network_admin) values (${`team-${where}@site.example`}, ${`team-${where}@site.example`}, true)`;
  await startSignedIn(other, server, `other-${where}@elsewhere.example`);
  await other.goto(`${server.root}/listings/${listing.slug}/claim`);
  await other.getByText('This listing has a verified owner, so you can’t claim it.').waitFor();
  await other.getByLabel('Your message').fill('I made it.');
  await other.getByRole('button', { name: 'Send message' }).click();
  await other.getByText('We received your message').waitFor();
  expect((await findNewestMail(server, `team-${where}@site.example`)).text).toContain('I made it.');
});

test('a refused check shows the reason on the claims page, and its URL redirects there', async () => {
  const page = await browser.open();
  const listing = await unownedListing(server);
  await startSignedIn(page, server, 'refused@elsewhere.example');
  await page.goto(`${server.root}/listings/${listing.slug}/claim`);
  await page.getByLabel('HTML file').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check now' }).waitFor();
  const { account_id } = await server.member();
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  await server.sql`update claims set status = 'superseded' where listing_id = ${listing.id}`;
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('alert').getByText('This listing has a verified owner').waitFor();
  await page.goto(page.url());
  expect(new URL(page.url()).pathname).toBe('/claims');
  await page.goto(`${server.root}/listings/${listing.slug}/claim/objection`);
  expect(new URL(page.url()).pathname).toBe(`/listings/${listing.slug}/claim`);
});
