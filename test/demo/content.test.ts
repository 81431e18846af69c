import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoContent, readDemoContent } from '../../src/demo/content.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  cpSync('src/demo/data', folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces a line of a data file. */
const breakLine = (file: string, line: number, text: string): void => {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  lines[line - 1] = text;
  writeFileSync(join(folder, file), lines.join('\n'));
};

const lineWith = (file: string, text: string): number =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

test('the content is whole, in the order of the numbered files', () => {
  const { categories, products, founders, posts, questions, reviews, comments, shop } = demoContent();
  expect(categories.map(({ slug }) => slug)[0]).toBe('developer-tools');
  expect(products.length).toBeGreaterThan(50);
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length);
  expect([founders.length, questions.length, reviews.length, comments.length].every((count) => count > 0)).toBe(true);
  // Replies are found by the text of the comment, which must be live.
  expect(new Set(comments.map(({ body }) => body)).size).toBe(comments.length);
  const live = products.filter(({ week, status }) => week !== null && week <= 0 && !status).map(({ slug }) => slug);
  expect(comments.filter(({ listing }) => !live.includes(listing))).toEqual([]);
  expect(posts[0]).toMatchObject({
    slug: 'this-is-a-demo',
    author_name: expect.any(String),
    body_markdown: expect.stringMatching(/^\S[\s\S]*\n$/),
  });
  expect(Object.keys(shop.prices)).toContain('launch');
});

test.each([
  ['products/09-home.json', '"week": -1', '    "week": "last",', '[0].week must be integer'],
  ['products/09-home.json', '"milestones": [', '    "milestone": [', '[0].milestone is not a known property'],
  ['categories/01-work.json', '"key": "engines"', '          { "name": "Engines" },', '[0].below[1].attributes[0].key is required'],
  ['founders.json', '"country": "GB"', '    "country": "Britain",', '[1].country must match ^[A-Z]{2}$'],
  ['shop.json', '"featured"', '    "featured": -1,', 'prices.featured must be at least 0'],
  ['posts/07-recount-the-votes-yourself.md', 'days_ago', 'days_ago: soon', 'days_ago must be integer'],
])('an error in %s at %s names file, line and property', (file, at, broken, message) => {
  const line = lineWith(file, at);
  breakLine(file, line, broken);
  expect(() => readDemoContent(folder)).toThrow(`${join(folder, file)}:${line}: ${message}`);
});

test('JSON that cannot be parsed is named with its line', () => {
  breakLine('reviews.json', 4, '    "rating": 5,,');
  expect(() => readDemoContent(folder)).toThrow(new RegExp(`^${join(folder, 'reviews.json')}: .*line 4`));
});
