import { expect, test } from 'vitest';
import type { Sql } from '../../../src/db/open.ts';
import { NOON, useServer } from '../../support/server.ts';

const server = useServer();
const HASH = 'c'.repeat(64);

interface Known {
  site_id: number;
  listing_id: number;
  account_id: number;
}

interface Case {
  /** A row to insert, change and delete; without one a row that is there is changed. */
  row?: (known: Known) => Record<string, unknown>;
  /** Changes the row. */
  set?: string;
  /** Kind and key of what each trigger writes; LISTING is the listing's slug. */
  expected: Record<string, { insert?: string[]; update?: string[]; delete?: string[] }>;
}

const at = { created_at: NOON, updated_at: NOON };
const LISTING = ['listing SLUG'];
/** Of a table with a listing_id. */
const pagesOf = (row: Record<string, unknown>, set: string): Case => ({
  row: ({ site_id, listing_id }) => ({ site_id, listing_id, ...row }),
  set,
  expected: { purge_insert: { insert: LISTING }, purge_update: { update: LISTING }, purge_delete: { delete: LISTING } },
});
/** Of a table that has only names of pictures; its row is the same but for these columns. */
const pictureOf = (row: (known: Known) => Record<string, unknown>): Case => ({
  row: (known) => ({ site_id: known.site_id, hash: HASH, bytes: Buffer.from('x'), created_at: NOON, ...row(known) }),
  expected: { purge_delete: { delete: [`picture ${HASH}`] } },
});
const size = { width: 1, height: 1 };
const post = { title: 'Post', excerpt: '', body_markdown: '', author_name: 'A', words: '', published_at: NOON };
const price = { plan: 'Plan', amount: 9, currency: 'EUR', period: 'month', quote: '', url: '', from_at: NOON, confirmed_at: NOON };
const fact = {
  path: 'x',
  status: 'open',
  before: '1',
  after: '2',
  quotes_before: '[]',
  quotes_after: '[]',
  found_at: NOON,
  updated_at: NOON,
};

const CASES: Record<string, Case> = {
  comments: pagesOf({ author_name: 'A', body: 'Hello', ...at }, `status = 'removed'`),
  reviews: pagesOf({ author_name: 'A', rating: 5, title: 'T', body: 'Hello', ...at }, `rating = 1`),
  plan_prices: pagesOf(price, `ended_at = now()`),
  fact_changes: pagesOf(fact, `status = 'accepted'`),
  week_results: pagesOf({ week_on: '2001-01-01', rank: 1, votes: 1 }, `votes = 2`),
  listing_alternatives: pagesOf({ alternative_id: 0 }, `position = 1`),
  featured_listings: pagesOf({ from_at: NOON, until_at: new Date(NOON.getTime() + 1000) }, `until_at = until_at + interval '1 day'`),
  trophy_cabinets: pagesOf({ line_id: 1, options: '{}', updated_at: NOON }, `updated_at = now()`),
  billboard_contributions: pagesOf({ amount_cents: 1, at: NOON }, `amount_cents = 2`),
  blog_posts: {
    row: ({ site_id }) => ({ site_id, slug: 'a-post', ...post }),
    set: `slug = 'b-post'`,
    expected: {
      purge_insert: { insert: ['post a-post'] },
      purge_update: { update: ['post a-post', 'post b-post'] },
      purge_delete: { delete: ['post b-post'] },
    },
  },
  legal_versions: {
    row: ({ site_id }) => ({ site_id, kind: 'terms', number: 99, title: 'T', body_markdown: '', published_at: NOON }),
    set: `title = 'U'`,
    expected: { purge_write: { insert: ['site '], update: ['site '], delete: ['site '] } },
  },
  sites: { set: `name = name || '.'`, expected: { purge_update: { update: ['site '] } } },
  interview_questions: {
    row: ({ site_id }) => ({ site_id, position: 99, question: 'Why?' }),
    set: `question = 'How?'`,
    expected: { purge_update: { update: ['site '], delete: ['site '] } },
  },
  interview_answers: {
    row: ({ site_id, account_id }) => ({ site_id, account_id, question_id: 0, answer: 'So', updated_at: NOON }),
    set: `answer = 'Thus'`,
    expected: { purge_write: { insert: LISTING, update: LISTING, delete: LISTING } },
  },
  award_status_lists: {
    row: () => ({ site_id: 0, credential: '', issuer: '', key_number: 1, signed_at: NOON }),
    set: `credential = 'x'`,
    expected: { purge_write: { insert: ['lists '], update: ['lists '] } },
  },
  ledger_keys: {
    row: () => ({ site_id: 0, number: 99, origin: '', public_key: Buffer.alloc(32), from_size: 0, note: '', created_at: NOON }),
    set: `note = 'x'`,
    expected: { purge_write: { insert: ['lists '], update: ['lists '] } },
  },
  datasets: {
    row: ({ site_id }) => ({
      site_id,
      name: 'a-dump',
      week_on: '2001-01-01',
      started_at: NOON,
      manifest: '',
      note: '',
      published_at: NOON,
    }),
    set: `published_at = published_at + interval '1 day'`,
    expected: { purge_update: { update: ['dataset a-dump'] }, purge_delete: { delete: ['dataset a-dump'] } },
  },
  listing_media: pictureOf(({ listing_id }) => ({ listing_id, alt: '', position: 99, ...size })),
  listing_logos: pictureOf(() => ({ listing_id: 0 })),
  draft_logos: pictureOf(() => ({ draft_id: '00000000-0000-0000-0000-000000000000' })),
  brand_pictures: pictureOf(() => size),
  listings: { set: `status = 'removed'`, expected: { purge_pictures: { update: [`picture ${HASH}`] } } },
};

const selectTriggers = () => server.sql<{ table: string; trigger: string }[]>`
  select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where tgname like 'purge\\_%' order by 1, 2`;
/** A listing that has an owner. */
const findKnown = async () => {
  const { account_id } = await server.member();
  const [listing] = await server.sql<{ site_id: number; listing_id: number; slug: string }[]>`
    update listings set owner_id = ${account_id} where slug = 'ledgerly' and site_id = ${server.site_id} returning site_id, id as listing_id, slug`;
  return { account_id, ...listing! };
};

class Undo extends Error {}

/** What a trigger writes about a row that comes, changes and goes, without the other triggers of its table. Nothing of it stays. */
const touchesOf = async (known: Known & { slug: string }, table: string, trigger: string): Promise<Record<string, string[]>> => {
  const { row, set } = CASES[table]!;
  const touches: Record<string, string[]> = {};
  const run = async (sql: Sql) => {
    const change = async (name: string, work: () => Promise<readonly { ctid: string }[]>): Promise<string> => {
      await sql`delete from purge_touches`;
      const [changed] = await work();
      const found = await sql<{ kind: string; key: string }[]>`select distinct kind, key from purge_touches order by 1, 2`;
      if (found.length > 0) touches[name] = found.map(({ kind, key }) => `${kind} ${key === known.slug ? 'SLUG' : key}`);
      return changed!.ctid;
    };
    if (table === 'listings') {
      const { site_id, listing_id } = known;
      const picture = { site_id, listing_id, hash: HASH, alt: '', ...size, position: 99, bytes: Buffer.from('x'), created_at: NOON };
      await sql`delete from listing_media where listing_id = ${listing_id}`;
      await sql`delete from listing_logos where listing_id = ${listing_id}`;
      await sql`insert into listing_media ${sql(picture)}`;
    }
    await sql`alter table ${sql(table)} disable trigger all`;
    await sql`alter table ${sql(table)} enable trigger ${sql(trigger)}`;
    const id = table === 'listings' ? known.listing_id : known.site_id;
    let ctid = row
      ? await change('insert', () => sql`insert into ${sql(table)} ${sql(row(known))} returning ctid::text`)
      : (await sql<{ ctid: string }[]>`select ctid::text from ${sql(table)} where id = ${id}`)[0]!.ctid;
    if (set)
      ctid = await change('update', () => sql`update ${sql(table)} set ${sql.unsafe(set)} where ctid = ${ctid}::tid returning ctid::text`);
    if (row) await change('delete', () => sql`delete from ${sql(table)} where ctid = ${ctid}::tid returning ctid::text`);
    throw new Undo();
  };
  await server.sql
    .begin((sql) => run(sql as unknown as Sql))
    .catch((err) => {
      if (!(err instanceof Undo)) throw err;
    });
  return touches;
};

test('each trigger writes what a CDN must not keep; one without a case here fails', async () => {
  const triggers = await selectTriggers();
  const names = Object.entries(CASES).flatMap(([table, { expected }]) => Object.keys(expected).map((trigger) => `${table} ${trigger}`));
  expect(triggers.map(({ table, trigger }) => `${table} ${trigger}`).toSorted()).toEqual(names.toSorted());
  const known = await findKnown();
  for (const { table, trigger } of triggers)
    expect([table, trigger, await touchesOf(known, table, trigger)]).toEqual([table, trigger, CASES[table]!.expected[trigger]]);
});
