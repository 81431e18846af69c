import { expect, test } from 'vitest';
import { waitForDraft } from '../../../support/drafts/drafts.ts';
import { ACME, serveProduct } from '../../../support/extraction/product-site.ts';
import { useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });

test('crawls, comparisons, and badge and proof checks all name the site in the user agent', async () => {
  const [product, competitor] = await Promise.all([serveProduct(ACME), serveProduct(ACME)]);
  const { client } = await server.member();
  const { id } = await client.submit_listing({ url: product.url });
  await waitForDraft(client, id);
  await client.update_draft({ id, fields: { categories: ['Accounting'] }, competitor_url: competitor.url });
  await waitForDraft(client, id);
  const { listing_id, slug } = await client.submit_draft({ id });
  const read = product.asked.length;
  await client.choose_free_listing({ listing_id });
  await until(async () => product.asked.length > read);
  const claim = await client.claim_listing({ slug, method: 'file' });
  await client.verify_claim({ claim_id: claim.id });
  expect(product.asked).toContain('/.well-known/launchweek-verification.txt');
  for (const { agents } of [product, competitor]) expect([...agents]).toEqual([`Launchweek/1.0 (+${server.root})`]);
  await Promise.all([product.close(), competitor.close()]);
});
