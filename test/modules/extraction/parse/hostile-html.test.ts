import { expect, test } from 'vitest';
import type { TextPiece } from '../../../../src/modules/extraction/parse/page.ts';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { measureCpuTime } from '../../../support/own-time.ts';

const MANY = 100_000;
const times = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at)).join('');

/** Pages made to be slow or to break the parser: each is still parsed in time. */
const HOSTILE: Record<string, string> = {
  'tags nested without end': `${'<div>'.repeat(MANY)}words${'</div>'.repeat(MANY)}`,
  'inline tags nested without end': `${'<b>'.repeat(MANY)}words`,
  'formatting reopened in each paragraph': `<p>words</p>${times(20_000, (at) => `<p><b id=${at}>x</p>`)}`,
  'a tag with a hundred thousand attributes': `<a ${times(MANY, (at) => `a${at} `)}>words</a>`,
  'an attribute of a megabyte': `<a href="/${'x'.repeat(1_000_000)}">words</a>`,
  'tables in tables': `${'<table><tr><td>'.repeat(30_000)}words`,
  'foreign tags nested without end': `<svg>${'<g>'.repeat(50_000)}</svg><p>words</p>`,
  'tags that never end': `<p>words</p>${'<a '.repeat(MANY)}`,
  'quotes that never end': `<p>words</p>${'<a x="'.repeat(MANY)}`,
  'ends that close nothing': `<p>words</p>${'<div></b>'.repeat(20_000)}`,
  'ends that do not reach out of a table': `<p>words</p>${'<div><table></div>'.repeat(8000)}`,
  'ends that do not reach out of a block': `<p>words</p>${'<span><div></span>'.repeat(8000)}`,
  'ends of formatting around a block': `<p>words</p>${'<b><div></b>'.repeat(8000)}`,
  'ends of forms around a block': `<p>words</p>${'<form><div></form>'.repeat(8000)}`,
  'ends of a template around a block': `<p>words</p>${'<div><template></div>'.repeat(8000)}`,
  'formatting closed under another name': `<p>words</p>${times(20_000, (at) => `<p><b id=${at}>x</i></p>`)}`,
  'a thing described by two hundred thousand elements': `<p>words</p><div itemscope>${'<i itemprop=a>'.repeat(3)}${'<b>x</b>'.repeat(200_000)}</div>`,
  'structured data nested without end': `<script type="application/ld+json">${'['.repeat(MANY)}${']'.repeat(MANY)}</script><p>words</p>`,
  'structured data with tens of thousands of values': `<script type="application/ld+json">[${times(50_000, (at) => `${at},`)}0]</script><p>words</p>`,
};

test.each(Object.entries(HOSTILE))('%s: parsed in time', (_, html) => {
  let pieces: TextPiece[] = [];
  const spent = measureCpuTime(() => {
    ({ pieces } = pageTextOf({ url: 'https://acme.test/', html }));
  });
  expect(pieces.some(({ text }) => text.includes('words'))).toBe(true);
  expect(pieces.length).toBeLessThanOrEqual(30_000);
  expect(spent).toBeLessThan(15_000);
});

test('a long tag keeps its first attributes', () => {
  const html = `<a href="/first" ${times(5000, (at) => `data-a${at}="x" `)}>words</a>`;
  expect(pageTextOf({ url: 'https://acme.test/', html }).pieces).toContainEqual({ source: 'attribute', text: '/first' });
});
