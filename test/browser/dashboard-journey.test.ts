import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findNewestMail } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, startSignedIn, useBrowser } from '../support/browser.ts';
import { copyListingToSite, createOtherSite, createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true });
const browser = useBrowser();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Drops two files on the page, one of them broken, then drags the second picture before the first. */
const dropAndReorder = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['no picture'], 'broken.png'));
    dataTransfer.items.add(new File([drawn!], 'drawn.png'));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
  const pictures = page.locator('.own-pictures > li');
  await pictures.nth(1).waitFor();
  await page.locator('.upload-errors', { hasText: 'broken.png can’t be read' }).waitFor();
  await pictures.nth(1).locator('img').dragTo(pictures.nth(0).locator('img'));
  await pictures.nth(1).getByRole('img', { name: 'A green quay' }).waitFor();
};

test.each(JOURNEY_DEVICES)(
  'an owner on a %s posts an update, edits, restores a version and adds a picture',
  async (where, options, scripted) => {
    const email = `owner.${where}@example.com`;
    const owner = await server.member({ email });
    const { listing_id } = await createOwnListing(server, owner, { unlocked: ['media', 'story', 'milestones'] });
    await copyListingToSite(server, listing_id, await createOtherSite(server, `garden-${where}`), owner.account_id);
    const page = await browser.open(options);
    await startSignedIn(page, server, email);
    await page.goto(server.root);

    await page.locator('.account-menu summary').click();
    await clickAndWait(page, page.locator('.account-menu').getByRole('link', { name: 'My listings' }));
    await page.getByRole('link', { name: 'Acme Notes', exact: true }).click();
    await page.getByLabel('Title').fill('Bank feeds');
    await page.getByLabel('What’s new').fill('Three banks from today.');
    await button(page, 'Post update').click();
    await page.getByText('Update posted.').waitFor();

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Tagline').fill('Notes that write themselves');
    await page.getByLabel('Headline', { exact: true }).fill('All the notes');
    await page.getByLabel(`garden-${where}`).check();
    await button(page, 'Save and publish').click();
    await page.getByText('Saved and published.').waitFor();
    expect(
      await server.sql`select headline, tagline from listings where company_id = (select company_id from listings where id = ${listing_id}) order by id`,
    ).toEqual([
      { headline: 'All the notes', tagline: 'Notes that write themselves' },
      { headline: 'All the notes', tagline: 'Notes that find themselves' },
    ]);

    await clickAndWait(page, page.getByRole('link', { name: 'History' }));
    expect(await page.locator('.version').first().locator('ins').allTextContents()).toEqual(
      expect.arrayContaining(['write', 'All the notes']),
    );
    await button(page, /Restore first version/).click();
    await page.getByText('Version restored.').waitFor();
    expect((await owner.client.get_my_listing({ listing_id })).content).toMatchObject({
      tagline: 'Notes that find themselves',
      headline: null,
    });
    expect(await page.locator('.version').count()).toBe(3);

    await page.getByRole('link', { name: 'Pictures' }).click();
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#63d8a6' } })
      .png()
      .toBuffer();
    await page.getByLabel('Add pictures').setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: picture });
    await button(page, 'Upload').click();
    await page.getByLabel('Alt text').fill('A green quay');
    await page.getByRole('button', { name: 'Save alt text' }).click();
    await page.getByRole('img', { name: 'A green quay' }).waitFor();
    if (scripted) await dropAndReorder(page);

    for (const name of ['Story', 'Comparison']) await clickAndWait(page, page.getByRole('link', { name, exact: true }));
  },
);

test.each(JOURNEY_DEVICES)(
  'a reader on a %s follows a listing, is notified on the site and by mail, and unsubscribes',
  async (where, options) => {
    const owner = await server.member();
    const { listing_id, slug } = await createOwnListing(server, owner);
    const email = `reader.${where}@example.com`;
    const page = await browser.open(options);
    await page.goto(`${server.root}/listings/${slug}`);
    await clickAndWait(page, button(page, 'Follow Acme Notes'));
    await signInByEmailLink(page, server, email);
    expect(page.url()).toBe(`${server.root}/listings/${slug}#follow`);
    await button(page, 'Unfollow Acme Notes').waitFor();

    await owner.client.post_listing_update({ listing_id, title: 'Bank feeds', body: 'Three banks from today.' });
    const { text } = await until(async () => {
      const mail = await findNewestMail(server, email);
      return mail.subject === 'Update from “Acme Notes”: “Bank feeds”' && mail;
    });
    await page.goto(`${server.root}/notifications`);
    await page.getByRole('link', { name: 'Acme Notes: Bank feeds' }).waitFor();
    await button(page, /as read/).click();
    await button(page, /as read/).waitFor({ state: 'detached' });

    await page.goto(/https?:\/\/\S+\/unsubscribe\?token=[\w-]{43}/.exec(text)![0]);
    await button(page, 'Unsubscribe').click();
    await page.getByText('You won’t get emails about this product any more.').waitFor();
    await page.goto(`${server.root}/listings/${slug}`);
    await page.getByText('You’ll get updates here, but not by email.').waitFor();
    expect(await server.sql`select wants_mail from follows where listing_id = ${listing_id}`).toEqual([{ wants_mail: false }]);
  },
);
