import { beforeEach, expect, test } from 'vitest';
import type { Model, ModelError, ModelResponse } from '../../../src/integrations/model/model.ts';
import { waitForDraft } from '../../support/drafts/drafts.ts';
import { type ProductSite, serveProduct } from '../../support/extraction/product-site.ts';
import { useServer } from '../../support/server.ts';

/** A model that answers whatever a test wants, given the lines that contain a text. */
let answer: (cite: (text: string) => string[]) => ModelResponse | ModelError;
let asked = 0;
const model: Model = {
  bounds: { max_tokens: 80_000, timeout_ms: 60_000 },
  ask: async ({ data }) => {
    asked++;
    return answer((text) => data.split('\n').flatMap((line) => (line.includes(text) ? (/^p\d+:\d+/.exec(line)?.[0] ?? []) : [])));
  },
};
const server = useServer({ jobs: true, crawl_allow_private: true, model });

const saying = (said: object): ModelResponse => ({ answer: said, tokens: { input: 1, output: 1 } });

let site: ProductSite;
const draft = async () => {
  const { client } = await server.member();
  site = await serveProduct();
  const made = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  await site.close();
  return made;
};
beforeEach(() => {
  answer = () => ({ failed: 'unreachable', detail: 'nobody there' });
});

test('if the model fails, the rule-based draft remains, with a note', async () => {
  const { status, fields, drafter } = await draft();
  expect(status).toBe('ready');
  expect(fields.name).toMatchObject({ value: 'Acme Notes', state: 'ai' });
  expect(drafter).toEqual({ name: 'built-in', note: expect.stringContaining('The model returned no draft') });
});

test('a model only fills blanks, only with what the site says, and leaves locked values and those of the owner alone', async () => {
  const built_in = await draft();
  expect(built_in.story.problem.value).toBeNull();
  expect(built_in.fields.city.value).toBe('Lisbon');
  const problem = 'Acme Notes keeps the notes of small teams and finds them again by what they are about.';
  answer = (cite) =>
    saying({
      texts: [
        { field: 'name', value: 'Another Name', lines: cite('Acme Notes') },
        { field: 'city', value: 'Portugal', lines: cite('Lisbon') },
        { field: 'stage', value: 'growing', lines: cite('Acme Notes') },
        { field: 'demo_video_url', value: 'https://youtube.com/watch?v=dQw4w9WgXcQ', lines: cite('Acme Notes') },
      ],
      story: [{ section: 'problem', text: problem, lines: cite(problem) }],
      founders: [{ name: 'Nobody Atall', title: 'CEO', bio: null, lines: cite('Founder') }],
      attributes: [{ key: 'sso', values: ['yes'], lines: cite('Shared notebooks') }],
    });
  const { client } = await server.member();
  site = await serveProduct();
  const made = await waitForDraft(client, (await client.submit_listing({ url: site.url })).id);
  expect(made.drafter).toEqual({ name: 'model', note: null });
  expect(made.fields).toMatchObject({ name: { value: 'Acme Notes' }, city: { value: 'Lisbon' }, demo_video_url: { value: null } });
  expect(made.fields.stage.value).toBe(built_in.fields.stage.value);
  expect(made.founders.map(({ name }) => name)).toEqual(built_in.founders.map(({ name }) => name));
  expect(made.attributes.sso?.value ?? null).toBeNull();
  expect(made.story.problem).toMatchObject({ value: problem, evidence: [{ quote: problem, url: `${site.url}/` }] });

  await client.update_draft({ id: made.id, fields: { stage: 'beta', tagline: 'My own words' }, lock_fields: ['stage', 'tagline'] });
  const before = asked;
  answer = (cite) =>
    saying({ texts: ['stage', 'tagline', 'demo_video_url'].map((field) => ({ field, value: 'launched', lines: cite('Acme') })) });
  await client.update_draft({ id: made.id, regenerate: ['stage', 'demo_video_url'] });
  const again = await waitForDraft(client, made.id);
  await site.close();
  expect(asked).toBe(before + 1);
  expect(again.fields).toMatchObject({ stage: { value: 'beta' }, tagline: { value: 'My own words' }, demo_video_url: { value: null } });
});
