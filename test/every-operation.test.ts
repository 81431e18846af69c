import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '../src/kernel/operation.ts';
import { locationOf } from '../src/kernel/operation.ts';
import { validatorOf } from '../src/kernel/validate.ts';
import { OPERATIONS } from '../src/registry.ts';
import { anyText } from './support/any-text.ts';
import { pathOf } from './support/calls.ts';
import { problemIn, useServer } from './support/server.ts';
import { tableDigests } from './support/table-digests.ts';

const server = useServer({ demo: 'few votes' });

let key: string;
let before: Record<string, string>;
beforeAll(async () => {
  key = (await server.member()).key;
  before = await tableDigests(server.sql);
});

/** Sends a GET request, with an API key where the operation needs one. */
const request = (row: Operation, address: string): Promise<Response> =>
  fetch(address, { headers: row.access === 'public' ? {} : { authorization: `Bearer ${key}` } });

const addressOf = (row: Operation, input: Record<string, unknown>): string => server.api + pathOf(row, input);

test('there are 41 operations, each with a unique id and address', () => {
  expect(OPERATIONS).toHaveLength(41);
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(41);
  expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(41);
});

test.each(OPERATIONS)('$id: its example matches its schema, and its path uses only its properties', (row) => {
  expect(validatorOf(row.input).Errors(row.example)).toEqual([]);
  for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) expect(row.input.properties).toHaveProperty(name!);
});

/** Values that have broken something before. */
const hostile = fc.oneof(
  anyText(300),
  fc.constantFrom(
    "'; drop table listings; --",
    '<script>alert(1)</script>',
    '\u0000',
    '\ud800',
    '😀'.repeat(120),
    'שלום עולם',
    '../../etc/passwd',
    '%00',
    '&|!():*<->',
    '\\',
    'NaN',
    '-1',
    '0',
    '1001',
    '99999999999999999999',
    '1e3',
    'null',
    'true',
    '[]',
    ' ',
    '',
    'a'.repeat(3000),
  ),
);

const anyInput = (row: Operation) =>
  fc.record(Object.fromEntries([...Object.keys(row.input.properties), 'surplus'].map((name) => [name, hostile])), {
    requiredKeys: Object.keys(row.input.properties).filter((name) => locationOf(row, name) === 'path'),
  });

test.each(OPERATIONS.filter((row) => row.method === 'GET'))(
  '$id: any text in any parameter is answered, or refused as a problem document',
  async (row) => {
    await fc.assert(
      fc.asyncProperty(anyInput(row), async (input) => {
        const wellFormed = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, String(text).toWellFormed()]));
        const answer = await request(row, addressOf(row, wellFormed));
        if (answer.status === 200) {
          const body = await answer.json();
          expect(validatorOf(row.output).Errors(body)).toEqual([]);
          return;
        }
        const problem = await problemIn(answer);
        expect([400, 404]).toContain(answer.status);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(problem).toMatchObject({
          status: answer.status,
          code: expect.any(String),
          errors: expect.any(Array),
          request_id: answer.headers.get('x-request-id'),
        });
        expect(problem.type).toBe(`${server.root}/docs/errors#${problem.code}`);
      }),
      { numRuns: 60 },
    );
  },
);

test.each(OPERATIONS.filter((row) => row.method === 'GET'))('$id: unknown and repeated parameters are refused', async (row) => {
  const address = addressOf(row, row.example as Record<string, unknown>);
  const join = address.includes('?') ? '&' : '?';
  expect((await problemIn(await request(row, `${address}${join}nonsense=1`))).errors).toEqual([
    expect.objectContaining({ path: 'nonsense', code: 'unknown_property' }),
  ]);
  expect((await problemIn(await request(row, `${address}${join}x=1&x=2`))).code).toBe('repeated_parameter');
});

test.each(OPERATIONS)('$id: another method is answered with 405 and the allowed methods', async (row) => {
  const answer = await fetch(addressOf(row, row.example as Record<string, unknown>), {
    method: row.method === 'DELETE' ? 'POST' : 'DELETE',
    body: null,
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toContain(row.method);
  expect((await problemIn(answer)).code).toBe('method_not_allowed');
});

test('none of these requests changed a row', async () => {
  expect(await tableDigests(server.sql)).toEqual(before);
});

/** JSON values of every kind, and texts that have broken something before. */
const hostileJson = fc.oneof(
  hostile,
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { toString: 1 }, [null], -0, 1e308),
  fc.array(hostile, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('value', 'url', '__proto__', 'constructor', 'name'), hostile, { maxKeys: 3 }),
);

const anyBody = (row: Operation) =>
  fc.record(
    Object.fromEntries(
      [...Object.keys(row.input.properties), 'surplus'].map((name) => [name, locationOf(row, name) === 'body' ? hostileJson : hostile]),
    ),
    {
      requiredKeys: Object.keys(row.input.properties).filter((name) => locationOf(row, name) === 'path'),
    },
  );

test.each(OPERATIONS.filter((row) => row.method !== 'GET'))('$id: any input is accepted, or refused as a problem document', async (row) => {
  await fc.assert(
    fc.asyncProperty(anyBody(row), async (input) => {
      const texts = Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name, locationOf(row, name) === 'body' ? value : String(value).toWellFormed()]),
      );
      const body = Object.fromEntries(Object.entries(texts).filter(([name]) => locationOf(row, name) === 'body'));
      const answer = await fetch(addressOf(row, texts), {
        method: row.method,
        headers: { authorization: `Bearer ${key}`, ...(row.method !== 'DELETE' && { 'content-type': 'application/json' }) },
        body: row.method === 'DELETE' ? null : JSON.stringify(body),
      });
      if (answer.status === row.status) return void (await answer.arrayBuffer());
      expect([400, 403, 404, 409, 429]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect((await problemIn(answer)).code).toEqual(expect.any(String));
    }),
    { numRuns: 40 },
  );
});
