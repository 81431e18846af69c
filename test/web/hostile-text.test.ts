import { describe, expect, test } from 'vitest';
import * as post from '../../src/web/pages/post.tsx';
import { DRAWINGS, draw } from './drawing.ts';
import { aPost } from './samples.ts';

const MARKUP = `"'><script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>`;
const ADDRESS = 'javascript:alert(1)//';

/** The same data with every string in it replaced: what a page must survive, wherever the text comes from. */
const poisoned =
  (text: string) =>
  <D>(data: D): D => {
    const poison = (value: unknown): unknown =>
      typeof value === 'string'
        ? text
        : Array.isArray(value)
          ? value.map(poison)
          : value && typeof value === 'object' && !(value instanceof Date)
            ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isKept(name, value) ? inner : poison(inner)]))
            : value;
    return poison(data) as D;
  };

// Words the types allow no others for, days and moments: a page never sees them changed.
const KEPT = new Set([
  'status',
  'sort',
  'state',
  'scopes',
  'code',
  'redrafting',
  'method',
  'kind',
  'owner',
  'may',
  'section',
  'board',
  'boards',
  'week',
  'end',
]);
const isKept = (name: string, inside: object): boolean => KEPT.has(name) || /_(at|on)$/.test(name) || (name === 'name' && 'unit' in inside);

/** Scripts of our own, and data that nothing can end from the inside: it has no markup at all. */
const OWN_SCRIPTS =
  /<script( type="module")? src="\/assets\/[\w-]+\.js"><\/script>|<script type="application\/ld\+json">[^<>&]*<\/script>/g;

const attributesOf = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^\s>/]*((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, attributes]) => attributes ?? '');

describe.each(Object.entries(DRAWINGS))('%s', (_name, drawing) => {
  test('markup in any string stays text', async () => {
    const html = (await drawing(poisoned(MARKUP))).replace(OWN_SCRIPTS, '');
    expect(html).not.toMatch(/<script|<img[^>]*onerror|<svg[^>]*onload/i);
    expect(attributesOf(html).filter((attributes) => /\son\w+\s*=/i.test(attributes.replace(/"[^"]*"/g, '""')))).toEqual([]);
  });

  test('no string becomes an address that runs', async () => {
    const html = await drawing(poisoned(ADDRESS));
    expect(html).not.toMatch(/(href|src|action|formaction)="\s*javascript:/i);
  });

  test('no element has a style of its own, which the policy would refuse', async () => {
    expect(await drawing()).not.toMatch(/<[^>]+\sstyle=|<style/);
  });
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](  JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '<img src=x onerror=alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '`<script>`\n\n```\n</code><script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '[x](https://a.test "\\"><script>alert(1)</script>")',
])('a post cannot bring script: %s', async (body_markdown) => {
  const html = (await draw(post, aPost({ body_markdown }))).replace(OWN_SCRIPTS, '');
  expect(html).not.toMatch(/<script|<img|(href|src)="\s*(javascript|data|vbscript):/i);
});
