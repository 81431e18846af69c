import { describe, expect, test } from 'vitest';
import * as post from '../../../src/web/areas/blog/post.tsx';
import { PAGE_FIXTURES, renderFixture } from '../../support/web/fixtures/all-pages.ts';
import { aPost } from '../../support/web/samples/listings.ts';

const MARKUP = `"'><script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>`;
const ADDRESS = 'javascript:alert(1)//';

/** Replaces every string in a page's data. */
const replaceStrings =
  (text: string) =>
  <D>(data: D): D => {
    const replace = (value: unknown): unknown =>
      typeof value === 'string'
        ? text
        : Array.isArray(value)
          ? value.map(replace)
          : value && typeof value === 'object' && !(value instanceof Date)
            ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isUnchanged(name, value) ? inner : replace(inner)]))
            : value;
    return replace(data) as D;
  };

// Enums, dates and times cannot contain untrusted text.
const UNCHANGED = new Set([
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
  'day',
]);
const isUnchanged = (name: string, inside: object): boolean =>
  UNCHANGED.has(name) ||
  /_(at|on)$/.test(name) ||
  (name === 'name' && 'unit' in inside) ||
  (/^(from|to)$/.test(name) && 'days' in inside) ||
  (/^(month|previous|next)$/.test(name) && 'weeks' in inside);

/** Our own scripts, and JSON-LD without any markup in it. */
const OWN_SCRIPTS =
  /<script( type="module")? src="\/assets\/[\w-]+\.js"><\/script>|<script type="application\/ld\+json">[^<>&]*<\/script>/g;

const attributesOf = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^\s>/]*((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, attributes]) => attributes ?? '');

describe.each(Object.entries(PAGE_FIXTURES))('%s', (_name, render) => {
  test('markup in any string stays text', async () => {
    const html = (await render(replaceStrings(MARKUP))).replace(OWN_SCRIPTS, '');
    expect(html).not.toMatch(/<script|<img[^>]*onerror=|<svg[^>]*onload=/i);
    expect(attributesOf(html).filter((attributes) => /\son\w+\s*=/i.test(attributes.replace(/"[^"]*"/g, '""')))).toEqual([]);
  });

  test('no string becomes a javascript: address', async () => {
    const html = await render(replaceStrings(ADDRESS));
    expect(html).not.toMatch(/(href|src|action|formaction)="\s*javascript:/i);
  });

  test('has no inline styles, which the CSP would block', async () => {
    expect(await render()).not.toMatch(/<[^>]+\sstyle=|<style/);
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
])('a post cannot contain scripts: %s', async (body_markdown) => {
  const html = (await renderFixture(post, { post: aPost({ body_markdown }), cover: null })).replace(OWN_SCRIPTS, '');
  expect(html).not.toMatch(/<script|<img|(href|src)="\s*(javascript|data|vbscript):/i);
});
