import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readAll = (pattern: string): string =>
  globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

const css = readAll('src/web/**/*.css').replaceAll(/\/\*.*?\*\//gs, '');
const sources = readAll('src/web/**/*.{ts,tsx,js}');
const words = new Set(sources.match(/[A-Za-z][\w-]*/g));
/** The beginnings of class names that end in a value: `pill-` of `pill-${status}`. */
const prefixes = [...sources.matchAll(/([a-z][a-z-]*-)\$\{/g)].map(([, prefix]) => prefix!);

test('every class of a stylesheet is used', () => {
  const selectors = [...css.matchAll(/[^{}]+(?=\{)/g)].map(([selector]) => selector.replace(/^[^;]*;/s, ''));
  const classes = new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)));
  expect([...classes].filter((name) => !words.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
});
