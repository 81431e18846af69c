import { spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src/registry.ts';
import { mcpPage } from '../../../../src/web/areas/docs/mcp.tsx';
import * as operationPage from '../../../../src/web/areas/docs/operation.tsx';
import { referencePage } from '../../../../src/web/areas/docs/reference.tsx';
import { searchDocs } from '../../../../src/web/areas/docs/search.ts';
import { docsPaths } from '../../../../src/web/paths.ts';
import { samplesIn } from '../../../support/web/docs-samples.ts';
import { staticPageFixture } from '../../../support/web/fixtures/page-fixture.ts';
import { context } from '../../../support/web/samples/listings.ts';

const openOperation = (id: string): Promise<string> =>
  staticPageFixture({ path: docsPaths.operation, ...operationPage }, { operation: id })();

const hrefsFor = (q: string): string[] => searchDocs(q, context).map(({ href }) => href);

describe('search', () => {
  test.each([
    ['api key', '/docs/authentication#key'],
    ['get_listing', '/docs/operations/get_listing'],
    ['Rate_Limited', '/docs/errors#rate_limited'],
    ['idempotency key', '/docs/rest#idempotency'],
    ['how do I paginate', '/docs/rest#pagination'],
    ['per_page', '/docs/rest#pagination'],
    ['cursor', '/docs/mcp#cursor'],
    ['submit a product', '/docs/rest#submit'],
    ['lock_fields', '/docs/operations/update_draft'],
    ['quote vat', '/docs/operations/quote_order'],
    // No entry has both words: then one is enough.
    ['cursor qqqq', '/docs/mcp#cursor'],
  ])('%s leads to %s', (q, href) => {
    expect(hrefsFor(q)[0]).toBe(href);
  });

  test('finds operations by their parameters and errors', () => {
    expect(hrefsFor('per_page')).toContain('/docs/operations/search_listings');
    expect(hrefsFor('billing_country')).toContain('/docs/operations/quote_order');
    expect(hrefsFor('already_owned')).toEqual(expect.arrayContaining(['/docs/errors#already_owned', '/docs/operations/claim_listing']));
  });

  test('shows a short snippet with the words marked', () => {
    const results = searchDocs('api key', context);
    for (const { snippet } of results) expect(snippet.map(({ text }) => text).join('').length).toBeLessThan(200);
    const marked = results[0]!.snippet.filter(({ marked }) => marked).map(({ text }) => text);
    expect(marked.slice(0, 2)).toEqual(['API', 'keys']);
  });

  test('shows results without script, not indexed, and escapes the query', async () => {
    const html = await staticPageFixture(referencePage, {}, { q: '<b>scopes' })();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toMatch(/<a href="\/docs\/authentication#scopes">.*<mark>scope/s);
    expect(html).not.toContain('<b>');
    expect(await staticPageFixture(referencePage, {}, { q: 'qqqq' })()).toContain('Nothing found');
    expect(await staticPageFixture(referencePage, {}, { q: ' ' })()).toContain('All operations');
  });
});

test('the menu has every page, with the current one marked and its group open', async () => {
  const html = await openOperation('claim_listing');
  for (const { id } of OPERATIONS) expect(html).toContain(`href="/docs/operations/${id}"`);
  expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  expect(html).toMatch(
    /<details class="docs-menu-group" open><summary class="docs-menu-link" lang="en">Claims<.*?aria-current="page">claim_listing</s,
  );
  expect(html.match(/class="docs-menu-group" open/g)).toHaveLength(1);
  expect(await staticPageFixture(mcpPage)()).toMatch(/href="\/docs\/mcp" aria-current="page"/);
});

describe('samples', async () => {
  const pages = await Promise.all(OPERATIONS.map(async ({ id }) => ({ id, html: await openOperation(id) })));
  const samples = pages.map(({ id, html }) => ({ id, ...samplesIn(html) }) as Record<string, string>);

  test('every operation has tabs for four languages, the first of them chosen, and a sample response', () => {
    for (const { html } of pages) {
      expect(html.match(/name="sample" value="\w+"( checked)?/g)).toEqual([
        'name="sample" value="curl" checked',
        'name="sample" value="javascript"',
        'name="sample" value="python"',
        'name="sample" value="mcp"',
      ]);
      expect(html).toContain('data-copy="the sample response"');
    }
  });

  test('every response has its properties, also where there are two views', () => {
    for (const { id, html } of pages) expect([id, /<tbody><\/tbody>/.test(html)]).toEqual([id, false]);
  });

  test('long responses and long lists of their properties are folded', () => {
    const foldsOf = (id: string) => pages.find((page) => page.id === id)!.html.match(/<details class="docs-fold"><summary>[^<]*/g);
    expect(foldsOf('get_draft')).toHaveLength(2);
    expect(foldsOf('delete_milestone')).toBeNull();
  });

  // Those of some operations run against a server in test/client/package.test.ts.
  test('JavaScript, JSON and shell code of all operations is well-formed', () => {
    for (const sample of samples) {
      for (const name of ['the JavaScript with fetch', 'the JavaScript with the client']) transformSync(sample[name]!, { format: 'esm' });
      expect(JSON.parse(sample['the tool call']!)).toMatchObject({ method: 'tools/call', params: { name: sample.id } });
      JSON.parse(sample['the sample response']!);
    }
    const commands = samples.flatMap((sample) => [sample['the curl command'], sample['the curl command for the tool call']]).join('\n');
    expect(spawnSync('sh', ['-n'], { input: commands, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  const has_python = spawnSync('python3', ['--version']).status === 0;
  test.skipIf(!has_python)('Python code of all operations is well-formed (skipped without python3)', () => {
    const program = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)';
    const input = JSON.stringify(samples.map((sample) => sample['the Python code']));
    expect(spawnSync('python3', ['-c', program], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
