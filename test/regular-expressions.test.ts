import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PASSWORD_LENGTH } from '../src/modules/accounts/credentials/password.ts';
import { type Expression, findExpressions, keyOf } from './support/expressions.ts';
import { decide, LINEAR } from './support/linear.ts';

/**
 * Some proofs take a minute, so decisions are cached by a hash of each expression. After a change, decide new ones with:
 * WRITE_EXPRESSIONS=1 npx vitest run test/regular-expressions.test.ts
 */
const DECISIONS = 'test/regular-expressions.json';
const decided = JSON.parse(readFileSync(DECISIONS, 'utf8')) as Record<string, string>;

/** Expressions that are not linear, by their beginning. Each only sees texts of at most this length. */
const SHORT: { path: string; begins: string; most: number; why: string }[] = [
  { path: 'src/integrations/parsers.ts', begins: '\\.?0+$', most: 33, why: 'a number as toFixed(10) writes it' },
  {
    path: 'src/modules/accounts/credentials/password.ts',
    begins: '^(.{1,4}?)\\1+',
    most: PASSWORD_LENGTH.most,
    why: 'longer passwords are refused before',
  },
];

const { expressions, built, calls } = findExpressions();
const byKey = new Map<string, Expression>(expressions.map((one) => [keyOf(one), one]));
const isShort = ({ at, source }: Expression) => SHORT.find(({ path, begins }) => at.startsWith(`${path}:`) && source.startsWith(begins));

test('the checker detects slow expressions, also in searches', async () => {
  const slow = {
    '(a+)+$': 'exponential',
    '\\s+$': '2nd degree polynomial',
    'a.*b': '2nd degree polynomial',
    '^(.+?)\\s*,\\s*(.+)$': '3rd degree polynomial',
  };
  for (const [source, verdict] of Object.entries(slow)) expect([source, (await decide(source, '')).verdict]).toEqual([source, verdict]);
  const linear = ['^a+$', '(?<!\\s)\\s+$', '(?:(?<!\\s)\\s+)?,\\s*', 'a{0,50}b', '\\bfoo\\b.{0,20}bar', '(?<!\\p{L})foo\\p{L}*(?!\\p{L})'];
  for (const source of linear) expect([source, LINEAR.includes((await decide(source, 'u')).verdict)]).toEqual([source, true]);
});

test('expressions are built while their modules load, where we can see them', () => {
  expect(expressions.length).toBeGreaterThan(900);
  // Built later, from unknown parts: make it a constant of the module.
  expect(calls.filter((at) => !built.some((one) => one.at === at))).toEqual([]);
});

test('the stored decisions match the existing expressions', async () => {
  const missing = [...byKey].filter(([key]) => !(key in decided));
  const stale = Object.keys(decided).filter((key) => !byKey.has(key));
  if (process.env.WRITE_EXPRESSIONS) {
    for (const key of stale) delete decided[key];
    for (const [key, { source, flags }] of missing) decided[key] = (await decide(source, flags)).verdict;
    const sorted = Object.fromEntries(Object.entries(decided).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(DECISIONS, `${JSON.stringify(sorted, null, 2)}\n`);
    return;
  }
  // New expressions are decided here, so that problems show at once; then the decision must be stored.
  const told = missing.slice(0, 20).map(async ([, { at, source, flags }]) => ({ at, source, ...(await decide(source, flags)) }));
  expect(await Promise.all(told)).toEqual([]);
  expect(stale).toEqual([]);
});

test('no expression takes more than linear time on text of unlimited length', () => {
  const slow = [...byKey].filter(([key]) => !LINEAR.includes(decided[key] ?? ''));
  expect(slow.filter(([, one]) => !isShort(one)).map(([key, { at, source }]) => ({ at, source, verdict: decided[key] }))).toEqual([]);
  expect(slow.filter(([key]) => decided[key] === 'exponential')).toEqual([]);
  expect(SHORT.filter(({ most }) => most > 1000)).toEqual([]);
  expect(SHORT.filter((row) => !slow.some(([, one]) => isShort(one) === row))).toEqual([]);
});

/** Some are repeated, spread over the whole list. */
const SAMPLE = 8;
test('proofs can be repeated', async () => {
  const proved = [...byKey].filter(([key, { source }]) => decided[key] === 'proved' && source.length < 80);
  const step = Math.floor(proved.length / SAMPLE);
  expect(step).toBeGreaterThan(0);
  for (const [, { at, source, flags }] of proved.filter((_, i) => i % step === 0)) {
    const { verdict } = await decide(source, flags);
    if (!verdict.startsWith('unknown')) expect([at, verdict]).toEqual([at, 'proved']);
  }
});
