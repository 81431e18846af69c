import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 by name, with their live companies only', async () => {
  const { items, total } = await server.client.list_founders({ per_page: 100 });
  expect(total).toBe(items.length);
  const names = items.map(({ name }) => name);
  expect(names).toEqual((await server.sql`select name from founders order by name collate "C", id`).map(({ name }) => name));
  const live = new Set((await server.sql`select slug from listings where status = 'live'`).map(({ slug }) => slug));
  expect(items.flatMap(({ companies }) => companies).every(({ slug }) => live.has(slug))).toBe(true);
});

test('200 q matches the start of the last word, without accents, in any case', async () => {
  const [founder] = await server.sql`select name from founders where name ~ '[^a-zA-Z ''-]' limit 1`;
  const plain = (founder!.name as string).normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const { items } = await server.client.list_founders({ q: plain.slice(0, -2) });
  expect(items.map(({ name }) => name)).toContain(founder!.name);
});

test('200 filters by country, in either case', async () => {
  const { items } = await server.client.list_founders({ country: 'se', per_page: 100 });
  expect(items.length).toBeGreaterThan(0);
  expect(items.every(({ country }) => country === 'SE')).toBe(true);
});

test('200 a q of punctuation only finds nobody', async () => {
  expect((await server.client.list_founders({ q: '!!! &' })).total).toBe(0);
});

test('400 invalid_input for a country that is not two letters', async () => {
  expect(await server.refusal('list_founders', { country: 'SWE' })).toBe('invalid_input');
});
