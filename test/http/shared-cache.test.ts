import { expect, test } from 'vitest';
import { surrogateKeys } from '../../src/http/shared-cache.ts';

test('an answer has the keys of what it shows', () => {
  const keys = (url: string) => surrogateKeys(1, url).join(' ');
  for (const url of ['/listings/ledgerly', '/de/listings/ledgerly/comments?page=2', '/api/v1/listings/ledgerly/badges'])
    expect(keys(url)).toBe('site:1 listing:1/ledgerly');
  for (const url of ['/listings/ledgerly/alternatives', '/api/v1/listings/ledgerly/alternatives?page=2'])
    expect(keys(url)).toBe('site:1 lists:1 listing:1/ledgerly');
  expect(keys('/categories/finance')).toBe('site:1 lists:1 category:1/finance');
  expect(keys('/feeds/categories/finance.xml')).toBe('site:1 lists:1 category:1/finance');
  expect(keys('/launches/weeks/2026-11-09')).toBe('site:1 lists:1 week:1/2026-11-09');
  for (const url of ['/', '/listings?q=a', '/api/v1/listings']) expect(keys(url)).toBe('site:1 lists:1');
});
