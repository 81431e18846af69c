import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Operation } from '../../src/kernel/operation.ts';
import { locationOf } from '../../src/kernel/operation.ts';
import { validatorOf } from '../../src/kernel/validate.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { pathOf } from '../support/calls.ts';
import { COMPLETE_PROPOSAL, writeFound } from '../support/drafts/drafts.ts';
import { useNameServer } from '../support/integrations/dns-server.ts';
import { useServer } from '../support/server.ts';

/**
 * Sends the example of every operation to a running server, which answers as its schema says, and compares the answers with those that
 * the OpenAPI document shows. After a change: `WRITE_EXAMPLES=1 npx vitest run test/http/examples.test.ts`, then `npm run openapi`.
 */
const FILE = 'src/http/examples.json';
const names = useNameServer();
const server = useServer({ names });

type Json = Record<string, unknown>;

/** The ids in examples are placeholders: each is replaced by that of the record that was made before. */
const withIds = (value: unknown, ids: Json): unknown => {
  if (Array.isArray(value)) return value.map((part) => withIds(part, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, ids[name] ?? withIds(part, ids)]));
};

const MAX_TEXT = 60;

/** Examples are short: the first item of a list, the beginning of a text. */
const shorten = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string' && value.length > MAX_TEXT && !/html|url|domain/.test(name))
    return `${value.slice(0, MAX_TEXT - 1).trimEnd()}…`;
  if (Array.isArray(value)) return value.slice(0, 1).map((part) => shorten(part, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part, key)]));
};

/** Names and kinds of all values. What is null or empty has the shape of whatever it is compared with. */
const isShapedLike = (value: unknown, other: unknown): boolean => {
  if (value === null || other === null) return true;
  if (Array.isArray(value) && Array.isArray(other)) return !value.length || !other.length || isShapedLike(value[0], other[0]);
  if (typeof value !== 'object' || typeof other !== 'object') return typeof value === typeof other;
  const [keys, other_keys] = [value, other].map((record) => Object.keys(record).toSorted());
  return `${keys}` === `${other_keys}` && keys!.every((key) => isShapedLike((value as Json)[key], (other as Json)[key]));
};

const call = async (row: Operation, input: Json, key: string): Promise<Json> => {
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => locationOf(row, name) === 'body'));
  const response = await fetch(server.api + pathOf(row, input), {
    method: row.method,
    headers: {
      ...(row.access !== 'public' && { authorization: `Bearer ${key}` }),
      ...(Object.keys(body).length && { 'content-type': 'application/json' }),
    },
    body: Object.keys(body).length ? JSON.stringify(body) : null,
  });
  const answer = (await response.json()) as Json;
  expect({ [row.id]: response.status, answer }).toEqual({ [row.id]: row.status, answer });
  expect(validatorOf(row.output).Errors(answer)).toEqual([]);
  if (row.status === 201) {
    const location = response.headers.get('location');
    expect({ [row.id]: location }).toEqual({ [row.id]: expect.any(String) });
    const created = await fetch(location!, { headers: { authorization: `Bearer ${key}` } });
    expect({ [row.id]: created.status }).toEqual({ [row.id]: 200 });
  }
  return answer;
};

/** Signed-in operations in an order in which each finds what it needs, and which ids of its answer later ones use. */
const STEPS: Record<string, (answer: Json) => Json | Promise<Json>> = {
  get_account: () => ({}),
  list_interview_questions: ({ items }) => ({ question_id: (items as Json[])[0]!.id }),
  submit_listing: async ({ id }) => {
    await writeFound(server.sql, String(id), COMPLETE_PROPOSAL);
    return { id };
  },
  get_draft: () => ({}),
  update_draft: () => ({}),
  list_my_drafts: () => ({}),
  invite_cofounder: () => ({}),
  submit_draft: ({ listing_id }) => ({ listing_id }),
  quote_order: () => ({}),
  create_checkout: ({ number }) => ({ number }),
  list_my_orders: () => ({}),
  get_order: () => ({}),
  choose_free_listing: () => ({}),
  update_my_listing: () => ({}),
  post_listing_update: () => ({}),
  add_milestone: ({ id }) => ({ milestone_id: id }),
  set_founder_story: () => ({}),
  get_my_listing: () => ({}),
  list_my_listings: () => ({}),
  delete_milestone: () => ({}),
  answer_interview: () => ({}),
  claim_listing: ({ id }) => ({ claim_id: id }),
  verify_claim: () => ({}),
  list_my_claims: () => ({}),
};

/** What differs from run to run, as it stands in the file. */
const PLACEHOLDERS: [RegExp, string][] = [
  [/http:\/\/localhost:\d+|http:\/\/127\.0\.0\.1:\d+/g, 'https://launchweek.example'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11'],
  [/LW-[0-9A-Z]{8}/g, 'LW-7K3M9Q2X'],
  [/launchweek-[A-Za-z0-9_-]{20,}/g, 'launchweek-3tZp8Yw1nQ5vK7cR2mXb9s'],
];
const withPlaceholders = (answer: Json): Json =>
  JSON.parse(PLACEHOLDERS.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), JSON.stringify(answer)));

test('SPEC 9: every example of the OpenAPI document is accepted and answered as shown', async () => {
  const { key } = await server.member({ email: 'mara@ledgerly.example' });
  const steps = [...Object.keys(STEPS), ...OPERATIONS.map(({ id }) => id).filter((id) => !(id in STEPS))];
  const answers: Json = {};
  let ids: Json = {};
  for (const id of steps) {
    const row = OPERATIONS.find((row) => row.id === id)!;
    const answer = await call(row, withIds(row.example, ids) as Json, key);
    answers[id] = shorten(withPlaceholders(answer));
    ids = { ...ids, ...(await STEPS[id]?.(answer)) };
  }
  const recorded = Object.fromEntries(OPERATIONS.map(({ id }) => [id, answers[id]]));
  if (process.env.WRITE_EXAMPLES)
    writeFileSync(
      FILE,
      `{\n${Object.entries(recorded)
        .map(([id, answer]) => `${JSON.stringify(id)}: ${JSON.stringify(answer)}`)
        .join(',\n')}\n}\n`,
    );

  const shown = JSON.parse(readFileSync(FILE, 'utf8')) as Json;
  expect(Object.keys(shown)).toEqual(OPERATIONS.map(({ id }) => id));
  for (const row of OPERATIONS) expect({ [row.id]: validatorOf(row.output).Errors(shown[row.id]) }).toEqual({ [row.id]: [] });
  expect(Object.keys(shown).filter((id) => !isShapedLike(shown[id], recorded[id]))).toEqual([]);
});
