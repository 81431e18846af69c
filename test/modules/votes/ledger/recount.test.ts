import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, inject, test } from 'vitest';
import { readLines } from '../../../../src/cli/command.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { exportLedger } from '../../../../src/modules/votes/ledger/export.ts';
import { importVotes } from '../../../../src/modules/votes/ledger/import.ts';
import { hashRow, type LedgerRow } from '../../../../src/modules/votes/ledger/ledger.ts';
import { readLedger, readStoredLedger, recountWeek } from '../../../../src/modules/votes/ledger/recount.ts';
import { castVote, withdrawVote } from '../../../../src/modules/votes/votes.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
const WEEK = '2026-11-09';
let site: Site;

const exportLines = async (): Promise<string[]> => {
  let text = '';
  for await (const piece of await exportLedger(server.sql, site)) text += piece;
  return text.trimEnd().split('\n');
};
const recountOf = (lines: string[], week = WEEK) => recountWeek(server.sql, site.id, week, readLedger(Readable.from(lines)));

beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  const people = (
    await makeVoters(
      server.sql,
      Array.from({ length: 40 }, () => ({})),
    )
  ).map((id) => as(id, { ...server, site, clock }));
  await Promise.all(people.map((ctx) => castVote(ctx, { slug: 'packmoth' })));
  await Promise.all(people.slice(0, 9).map((ctx) => withdrawVote(ctx, { slug: 'packmoth' })));
  const [fake] = await makeVoters(server.sql, [{ email: 'x@mailinator.com' }]);
  await castVote(as(fake!, { ...server, site, clock }), { slug: 'packmoth' });
});

test('a recount from the database or from an export equals the stored result', async () => {
  const lines = await exportLines();
  expect(JSON.parse(lines[0]!)).toMatchObject({ ledger: 'launchweek', site: 'launchweek', time_zone: 'UTC', week: null, first_seq: 1 });
  for (const result of [await recountWeek(server.sql, site.id, WEEK, readStoredLedger(server.sql, site)), await recountOf(lines)]) {
    expect(result).toMatchObject({ faults: [], differences: [], rows: lines.length - 1, uncounted: 1, is_final: false });
    expect(result.ranking.find(({ listing }) => listing === 'packmoth')!.votes).toBe(29 + 31);
  }
  for (const week of ['2026-11-02', '2026-10-12']) expect(await recountOf(lines, week)).toMatchObject({ faults: [], differences: [] });
});

test('an export contains no personal data', async () => {
  expect((await exportLines()).join('\n')).not.toMatch(/@|example|mailinator|account|network|email/);
});

const changeLine = (lines: string[], at: number, change: Partial<LedgerRow>): string[] =>
  lines.with(at, JSON.stringify({ ...JSON.parse(lines[at]!), ...change }));

test('a changed, removed or added row is reported, with the differences in the result', async () => {
  const lines = await exportLines();
  const [, packmoth] = [0, lines.findIndex((line) => line.includes('"packmoth"') && line.includes('"in_week":true'))];
  const row = JSON.parse(lines[packmoth]!) as LedgerRow;

  const moved = await recountOf(changeLine(lines, packmoth, { reason: 'too_fast' }));
  expect(moved.faults).toEqual([`row ${row.seq} doesn’t match its hash`]);
  expect(moved.differences[0]).toMatch(/^packmoth: the ledger gives rank \d with 59, the result says rank \d with 60$/);

  const removed = await recountOf(lines.toSpliced(packmoth, 1));
  expect(removed.faults).toEqual([`row ${row.seq + 1} doesn’t directly follow row ${row.seq - 1}`]);
  expect(removed.differences).toHaveLength(1);

  const last = JSON.parse(lines.at(-1)!) as LedgerRow;
  const more = { ...last, seq: last.seq + 1, voter_id: 999_999, reason: null, previous_hash: last.hash };
  const added = await recountOf([...lines, JSON.stringify({ ...more, hash: hashRow(more) })]);
  expect(added.differences).toHaveLength(1);

  const cut = await recountOf(lines.slice(0, -1));
  expect(cut.faults).toEqual([`the ledger ends at row ${last.seq - 1}, not at row ${last.seq}`]);
});

test('a file is read completely, even if reading starts late', async () => {
  const lines = await exportLines();
  const file = join(inject('folder'), 'ledger.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  expect(await recountWeek(server.sql, site.id, WEEK, readLedger(readLines(file)))).toMatchObject({ rows: lines.length - 1, faults: [] });
});

test('another site’s ledger, and files that are no ledger, are refused', async () => {
  const lines = await exportLines();
  expect((await recountOf(changeLine(lines, 1, { site_id: 77 }))).faults[0]).toBe('row 1 belongs to another site');
  await expect(recountOf(['{"hello":1}'])).rejects.toThrow('Line 1 is not a ledger row.');
  await expect(recountOf([...lines, 'x'])).rejects.toThrow(`Line ${lines.length + 1} is not a ledger row.`);
});

test('a frozen week is counted up to its last row; later rows change nothing', async () => {
  const week = '2026-11-02';
  const [frozen] = await server.sql`select last_seq, encode(ledger_hash, 'hex') as hash from frozen_weeks where week_on = ${week}`;
  const lines = await exportLines();
  const before = await recountOf(lines, week);
  expect(before).toMatchObject({ is_final: true, faults: [], differences: [] });
  // A vote of the week is withdrawn, and another is written that claims to be of the week.
  const [vote] = await server.sql`select voter_id, listing_id from ballots where launch_week_on = ${week} and in_week limit 1`;
  await server.sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    values (${site.id}, ${vote!.listing_id}, ${week}, ${vote!.voter_id}, 'withdrawn', ${NOON})`;
  const [other_voter] = await server.sql<{ id: number }[]>`insert into voters (site_id) values (${site.id}) returning id`;
  const [late] = await server.sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    values (${site.id}, ${vote!.listing_id}, ${week}, ${other_voter!.id}, 'cast', '2026-11-04') returning in_week`;
  expect(late).toEqual({ in_week: false });
  const after = await recountOf(await exportLines(), week);
  expect(after).toMatchObject({ faults: [], differences: [], is_final: true, counted: before.counted });
  const cut = await recountOf(lines.slice(1, frozen!.last_seq - 2), week);
  expect(cut.faults).toEqual([`the ledger ends at row ${frozen!.last_seq - 3}, not at row ${frozen!.last_seq}`]);
  // A ledger that was forged from the beginning does not have the hash that was published when the week was frozen.
  let previous_hash = '0'.repeat(64);
  const forged = lines.slice(1).map((line, i) => {
    const row = { ...(JSON.parse(line) as LedgerRow), previous_hash, ...(i === 0 && { voter_id: 999_999 }) };
    previous_hash = hashRow(row);
    return JSON.stringify({ ...row, hash: previous_hash });
  });
  expect((await recountOf(forged, week)).faults).toEqual([`row ${frozen!.last_seq} is not the row the week was closed with`]);
});

test('a finished week’s part of the ledger can be downloaded and recounted on its own', async () => {
  const reply = await server.get('/launches/weeks/2026-10-14/ledger.jsonl');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
  const lines = (await reply.text()).trimEnd().split('\n');
  const [title, first] = lines.map((line) => JSON.parse(line));
  expect(title).toMatchObject({ week: '2026-10-12', first_seq: first.seq });
  expect(first.seq).toBeGreaterThan(1);
  expect(await recountOf(lines, '2026-10-12')).toMatchObject({ faults: [], differences: [] });
  expect((await server.get('/launches/weeks/last/ledger.jsonl')).status).toBe(200);
  expect((await server.get('/launches/weeks/2001-01-01/ledger.jsonl')).status).toBe(404);
  await server.sql`insert into launch_weeks (site_id, week_on) values (${site.id}, '2026-09-14')`;
  const empty = await (await server.get('/launches/weeks/2026-09-14/ledger.jsonl')).text();
  expect(await recountOf([empty.trim()], '2026-09-14')).toMatchObject({ faults: [], differences: [], rows: 0 });
});

test.each(['this', 'next', '2026-11-11', '2027-01-04', 'nonsense', '0000-01-01'])(
  '404 for the ledger of %s, which is not finished',
  async (week) => {
    expect((await server.get(`/launches/weeks/${week}/ledger.jsonl`)).status).toBe(404);
  },
);

const importLines = (lines: unknown[], batch?: number) =>
  importVotes(
    server.sql,
    site,
    (async function* () {
      for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
    })(),
    { clock, batch },
  );

test('imported votes are added once, and invalid lines are reported', async () => {
  const count = async () =>
    (await server.sql`select votes from listing_counts n join listings l on l.id = n.listing_id where slug = 'noonslot'`)[0]!.votes;
  const before = await count();
  const cast_at = '2026-11-10T08:00:00.000Z';
  const lines = [
    { slug: 'noonslot', voter: 'ann', cast_at },
    { website: 'https://www.noonslot.example/pricing', voter: 'ben', cast_at },
    { slug: 'noonslot', voter: 'ann', cast_at },
    '',
    { slug: 'no-such-listing', voter: 'ann', cast_at },
    { slug: 'plainhire', voter: 'ann', cast_at },
    { slug: 'noonslot', voter: 'cy', cast_at: '2027-01-01T00:00:00Z' },
    { slug: 'noonslot', website: 'https://noonslot.example', voter: 'cy', cast_at },
    { voter: 'cy', cast_at },
    { slug: 'noonslot', cast_at },
    { slug: 'noonslot', voter: 'cy', cast_at: 'yesterday' },
    { website: 'not a site', voter: 'cy', cast_at },
    'nonsense',
    '[]',
    { slug: 'noonslot', voter: 'cy', cast_at, weight: 5 },
  ];
  const first = await importLines(lines, 4);
  expect({ ...first, refused: first.refused.map(({ line }) => line) }).toEqual({
    lines: 15,
    imported: 2,
    already_there: 1,
    refused: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  });
  expect(first.refused.every(({ reason }) => reason.length > 5)).toBe(true);
  expect(await count()).toBe(before + 2);
  expect(await importLines(lines)).toMatchObject({ imported: 0, already_there: 3 });
  expect(await count()).toBe(before + 2);
  const [stored] = await server.sql<{ text: string }[]>`select string_agg(v::text, ' ') as text from voters v`;
  expect(stored!.text).not.toMatch(/ann|ben/);
});
