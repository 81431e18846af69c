import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ pool: 1 });
});
afterAll(() => database.drop());

test('arrays of every type in our tables and views are read and written as arrays', async () => {
  const { sql } = database;
  const types = await sql<{ type: string }[]>`
    select distinct format_type(a.atttypid, null) as type from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and t.typcategory = 'A'`;
  expect(types.map(({ type }) => type)).toContain('text[]');
  for (const { type } of types) {
    const [row] = await sql.unsafe(`select $1::${type} as value`, [[]]);
    expect([type, row!.value]).toEqual([type, []]);
  }
});

test('the elements of arrays have their types', async () => {
  const day = new Date('2026-11-11T12:00:00Z');
  const [row] = await database.sql`
    select ${[1, 2]}::bigint[] as ids, array[true, false] as flags, ${['a "b"', '{c}']}::text[] as texts, ${['2026-11-11']}::date[] as days,
      array[${day}::timestamptz] as times, array['{"a": 1}'::jsonb] as objects`;
  expect(row).toEqual({
    ids: [1, 2],
    flags: [true, false],
    texts: ['a "b"', '{c}'],
    days: ['2026-11-11'],
    times: [day],
    objects: [{ a: 1 }],
  });
});
