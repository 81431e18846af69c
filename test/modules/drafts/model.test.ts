import { beforeEach, expect, test } from 'vitest';
import type { Model, ModelError, ModelResponse } from '../../../src/integrations/model/model.ts';
import { waitForDraft } from '../../support/drafts/drafts.ts';
import { type ProductSite, serveProduct } from '../../support/extraction/product-site.ts';
import { useServer } from '../../support/server.ts';

/** A model that answers whatever a test wants. */
let answer: ModelResponse | ModelError;
const model: Model = { bounds: { max_tokens: 80_000, timeout_ms: 60_000 }, ask: async () => answer };
const server = useServer({ jobs: true, crawl_allow_private: true, model });

const NONE = { texts: [], lists: [], faqs: [], founders: [], company_socials: [], founder_socials: [], story: [], milestones: [] };
const saying = (said: object): ModelResponse => ({ answer: { ...NONE, ...said }, tokens: { input: 1, output: 1 } });

let site: ProductSite;
const draft = async () => {
  const { client } = await server.member();
  site = await serveProduct();
  const made = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  await site.close();
  return made;
};
beforeEach(() => {
  answer = { failed: 'unreachable', detail: 'nobody there' };
});

test('if the model fails, the rule-based draft remains, with a note', async () => {
  const { status, fields, drafter } = await draft();
  expect(status).toBe('ready');
  expect(fields.name).toMatchObject({ value: 'Acme Notes', state: 'ai' });
  expect(drafter).toEqual({ name: 'built-in', note: expect.stringContaining('The model returned no draft') });
});

test('a model only fills blanks, and only with what the site says', async () => {
  const built_in = await draft();
  expect(built_in.story.problem.value).toBeNull();
  const quote = 'finds them again by what they are about, not by where somebody put them';
  answer = saying({
    texts: [
      { field: 'name', value: 'Another Name', quotes: [{ page: 1, quote: 'Acme Notes' }] },
      { field: 'stage', value: 'growing', quotes: [{ page: 1, quote: 'We grow by 300 % a month.' }] },
      { field: 'demo_video_url', value: 'https://youtube.com/watch?v=dQw4w9WgXcQ', quotes: [] },
    ],
    story: [{ section: 'problem', text: quote, quotes: [{ page: 1, quote }] }],
    founders: [{ name: 'Nobody Atall', title: 'CEO', bio: null, quotes: [{ page: 1, quote: 'Acme Notes' }] }],
  });
  const { fields, story, founders, drafter } = await draft();
  expect(drafter).toEqual({ name: 'model', note: null });
  expect(fields.name.value).toBe('Acme Notes');
  expect([fields.stage.value, fields.demo_video_url.value]).toEqual([built_in.fields.stage.value, null]);
  expect(founders.map(({ name }) => name)).not.toContain('Nobody Atall');
  // Verification may or may not accept part of a sentence as a story; if it does, the value has its quote.
  if (story.problem.value !== null) expect(story.problem.evidence).toEqual([{ quote, url: `${site.url}/` }]);
});
