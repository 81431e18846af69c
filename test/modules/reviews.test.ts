import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/kernel/context.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { answerReview, reportReview } from '../../src/modules/listings/review-answers.ts';
import { judgedReviews, moderateReview, reviewsToJudge, undoModeration } from '../../src/modules/listings/review-moderation.ts';
import { reasonToHold } from '../../src/modules/listings/review-rules.ts';
import { changeReview, listReviews, withdrawReview, writeReview } from '../../src/modules/listings/reviews.ts';
import { NOON, useServer } from '../support/server.ts';
import { as as actAs, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
let site: Site;
beforeEach(async () => {
  site = await siteOf(server.sql, server.site_id);
  await server.sql`delete from reviews where account_id is not null`;
  await server.sql`update listings set owner_id = null where owner_id is not null`;
});

const as = (account_id: number, kind?: 'session' | 'api_key' | 'oauth') => actAs(account_id, { sql: server.sql, site, clock }, kind);
const person = async (more: { email?: string; verified?: boolean } = {}) => (await makeVoters(server.sql, [more]))[0]!;
const slug = 'ledgerly';
const text = { rating: 4, body: 'Does what it says.' };
const own = (account_id: number, of = slug) =>
  server.sql`update listings set owner_id = ${account_id} where slug = ${of} and site_id = ${server.site_id}`;
const admin = async () => {
  const id = await person();
  await server.sql`insert into account_roles (account_id, site_id, role) values (${id}, ${server.site_id}, 'site_admin')`;
  return id;
};
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (error) => error,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('was not refused');
  return error.code;
};
const rating = async (of = slug) => {
  const [row] = await server.sql<{ reviews: number; stars: number }[]>`
    select r.reviews, r.stars from listing_ratings r join listings l on l.id = r.listing_id where l.slug = ${of} and l.site_id = ${server.site_id}`;
  return row && row.reviews > 0 ? [row.reviews, row.stars] : null;
};
const paging = { page: 1, per_page: 20 };

describe('who may review', () => {
  test('somebody with a verified address, once; the rating is of what is shown', async () => {
    const [ada, ben] = [await person(), await person()];
    await writeReview(as(ada), { slug, ...text });
    await writeReview(as(ben), { slug, rating: 5, title: 'Good', body: 'Yes.' });
    expect(await refusalOf(writeReview(as(ada), { slug, ...text }))).toBe('already_reviewed');
    const { community_rating } = await server.client.get_listing({ slug });
    expect(community_rating).toEqual({ value: 4.5, reviews: 2 });
    const { items, total, by_rating } = await listReviews(as(ada), { slug, ...paging });
    expect(items).toHaveLength(2);
    expect({ total, by_rating }).toEqual({ total: 2, by_rating: [0, 0, 0, 1, 1] });
  });

  test.each([
    ['no key', 'api_key', {}, slug, 'only_on_the_site'],
    ['no application', 'oauth', {}, slug, 'only_on_the_site'],
    ['nobody whose address is not verified', 'session', { verified: false }, slug, 'address_not_verified'],
    ['nobody of what has not launched', 'session', {}, 'grepling', 'listing_not_live'],
    ['nobody of what is not there', 'session', {}, 'nobody-has-this', 'listing_not_found'],
  ] as const)('%s', async (_who, kind, more, of, code) => {
    expect(await refusalOf(writeReview(as(await person(more), kind), { slug: of, ...text }))).toBe(code);
    expect(await rating(of)).toBeNull();
  });

  test('nobody of their own; and what somebody wrote before it became theirs no longer counts', async () => {
    const [ada, ben] = [await person(), await person()];
    await writeReview(as(ada), { slug, ...text });
    await writeReview(as(ben), { slug, rating: 1, body: 'No.' });
    await own(ada);
    expect(await rating()).toEqual([1, 1]);
    expect((await listReviews(as(ben), { slug, ...paging })).items).toHaveLength(1);
    expect(await refusalOf(writeReview(as(ada), { slug, ...text }))).toBe('own_listing');
    await own(ben);
    expect(await rating()).toEqual([1, 4]);
  });

  test('nor a co-founder who accepted an invite, signed in or not', async () => {
    const [ada, ben] = [await person(), await person({ email: 'ben@founders.example' })];
    await server.sql`
      with d as (insert into drafts (site_id, account_id, url, domain, fields, socials, story, listing_id)
        select site_id, ${await person()}, website, domain, '{}', '{}', '{}', id from listings where slug = ${slug} returning id, site_id)
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, v.email, v.email, v.token, 'accepted', v.account_id, now()
      from d, (values ('ada@old.example', 'ada'::bytea, ${ada}::bigint), ('ben@founders.example', 'ben', null)) v (email, token, account_id)`;
    for (const founder of [ada, ben]) expect(await refusalOf(writeReview(as(founder), { slug, ...text }))).toBe('own_listing');
    await server.sql`delete from drafts where listing_id = (select id from listings where slug = ${slug})`;
  });

  test('at most 20 in a day', async () => {
    const ada = await person();
    const slugs = await server.sql<{ slug: string }[]>`select slug from listings where status = 'live' and slug <> ${slug} limit 20`;
    for (const one of slugs) await writeReview(as(ada), { slug: one.slug, ...text });
    expect(await refusalOf(writeReview(as(ada), { slug, ...text }))).toBe('too_many_reviews');
  });

  test('of many who send the same form at once one review comes', async () => {
    const ada = await person();
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => writeReview(as(ada), { slug, ...text })));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rating()).toEqual([1, 4]);
  });
});

describe('one’s own review', () => {
  test('is changed, taken back and written again', async () => {
    const ada = await person();
    await writeReview(as(ada), { slug, ...text });
    await changeReview(as(ada), { slug, rating: 2, body: 'On second thoughts.' });
    expect(await rating()).toEqual([1, 2]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine).toMatchObject({ rating: 2, status: 'shown', edited_at: NOON });
    await withdrawReview(as(ada), { slug });
    expect(await rating()).toBeNull();
    const [row] = await server.sql`select rating, title, body, status from reviews where account_id = ${ada}`;
    expect(row).toMatchObject({ rating: null, body: '', status: 'withdrawn' });
    expect(await refusalOf(changeReview(as(ada), { slug, ...text }))).toBe('review_not_found');
    expect(await refusalOf(withdrawReview(as(ada), { slug }))).toBe('review_not_found');
    await writeReview(as(ada), { slug, rating: 5, body: 'Third thoughts.' });
    expect(await rating()).toEqual([1, 5]);
  });

  test('goes with its account', async () => {
    const ada = await person();
    await writeReview(as(ada), { slug, ...text });
    await server.sql`delete from accounts where id = ${ada}`;
    expect(await rating()).toBeNull();
  });
});

describe('what the rules hold back', () => {
  const about = { domain: 'ledgerly.example', author_email: 'ada@mail.com' };
  test.each([
    ['Good.', null],
    ['Use Node.js 24, e.g. for this. It works...', null],
    ['It cost 3.50 and took 2.5 hours.', null],
    ['See www.ledgerly.example or help.ledgerly.example', null],
    ['See https://other.com/x', 'has_link'],
    ['cheaper at (other.com)!', 'has_link'],
    ['write to me@other.com', 'has_link'],
    ['HTTP://OTHER.COM', 'has_link'],
  ])('%s: %s', (body, reason) => expect(reasonToHold({ body }, about)).toBe(reason));

  test('somebody with an address of the company', () => {
    expect(reasonToHold({ body: 'Great' }, { domain: 'acme.com', author_email: 'ada@mail.acme.com' })).toBe('own_company');
  });

  test('is seen by its author alone, until the team shows it; it stays held when it is changed or written again', async () => {
    const [ada, ben] = [await person(), await person()];
    expect(await writeReview(as(ada), { slug, rating: 5, body: 'Better: https://other.com' })).toMatchObject({ held: true });
    expect(await rating()).toBeNull();
    expect((await listReviews(as(ben), { slug, ...paging })).items).toEqual([]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine).toMatchObject({
      status: 'held',
      says: expect.stringContaining('address on the web'),
    });
    expect(await changeReview(as(ada), { slug, ...text })).toEqual({ held: true });
    await withdrawReview(as(ada), { slug });
    expect(await writeReview(as(ada), { slug, ...text })).toMatchObject({ held: true });
  });
});

describe('answers and reports', () => {
  test('the owner answers, the author is told, and an empty answer takes it away', async () => {
    const [ada, owner, other] = [await person(), await person(), await person()];
    await own(owner);
    const { id } = await writeReview(as(ada), { slug, ...text });
    const [told] = await server.sql`select title from notifications where account_id = ${owner}`;
    expect(told!.title).toBe('Ledgerly has a new review');
    expect(await refusalOf(answerReview(as(other), { slug, review_id: id, answer: 'Hi' }))).toBe('review_not_found');
    expect(await refusalOf(answerReview(as(owner), { slug: 'packmoth', review_id: id, answer: 'Hi' }))).toBe('review_not_found');
    await answerReview(as(owner), { slug, review_id: id, answer: 'Thank you.' });
    expect((await listReviews(as(ada), { slug, ...paging })).items[0]).toMatchObject({ answer: 'Thank you.', answered_at: NOON });
    expect(await server.sql`select from notifications where account_id = ${ada} and body = 'Thank you.'`).toHaveLength(1);
    await answerReview(as(owner), { slug, review_id: id, answer: '' });
    expect((await listReviews(as(ada), { slug, ...paging })).items[0]).toMatchObject({ answer: null, answered_at: null });
  });

  test('three people who report it hold it; one person counts once, its author not at all', async () => {
    const [ada, boss, ...readers] = [await person(), await admin(), await person(), await person(), await person()];
    const { id } = await writeReview(as(ada), { slug, ...text });
    const report = (by: number) => reportReview(as(by), { slug, review_id: id, reason: 'An advertisement' });
    expect(await refusalOf(report(ada))).toBe('review_not_found');
    for (let i = 0; i < 3; i++) await report(readers[0]!);
    await report(readers[1]!);
    expect(await rating()).toEqual([1, 4]);
    await report(readers[2]!);
    expect(await rating()).toBeNull();
    const { items } = await reviewsToJudge(as(boss), paging);
    expect(items).toMatchObject([{ id, says: 'Several people reported it.', reports: [{}, {}, {}] }]);
  });

  test('reports of new accounts and of the listing’s owner reach the team and hold nothing; nor do any once the team has kept it', async () => {
    const [ada, boss, owner] = [await person(), await admin(), await person()];
    const fresh = await makeVoters(
      server.sql,
      Array.from({ length: 3 }, () => ({ created_at: NOON })),
    );
    const readers = await makeVoters(server.sql, [{}, {}, {}, {}, {}]);
    const { id } = await writeReview(as(ada), { slug, ...text });
    await own(owner);
    const report = (by: number) => reportReview(as(by), { slug, review_id: id, reason: 'Not nice' });
    for (const by of [...fresh, owner, readers[0]!, readers[1]!]) await report(by);
    expect(await rating()).toEqual([1, 4]);
    expect((await reviewsToJudge(as(boss), paging)).items).toMatchObject([{ id, status: 'shown' }]);
    await moderateReview(as(boss), { review_id: id, decision: 'keep', reason: 'It is an opinion' });
    for (const by of readers.slice(2)) await report(by);
    expect(await rating()).toEqual([1, 4]);
    expect((await reviewsToJudge(as(boss), paging)).items).toMatchObject([{ id, status: 'shown', reports: [{}, {}, {}] }]);
    // Another text is another matter.
    await changeReview(as(ada), { slug, ...text, body: 'Much worse.' });
    await report(readers[0]!);
    expect(await rating()).toBeNull();
  });

  test('at most 20 reports a day by one person', async () => {
    const reader = await person();
    const authors = await makeVoters(
      server.sql,
      Array.from({ length: 21 }, () => ({})),
    );
    const ids: number[] = [];
    for (const author of authors) ids.push((await writeReview(as(author), { slug, ...text })).id);
    for (const id of ids.slice(0, 20)) await reportReview(as(reader), { slug, review_id: id, reason: 'x' });
    expect(await refusalOf(reportReview(as(reader), { slug, review_id: ids[20]!, reason: 'x' }))).toBe('too_many_reports');
  });
});

describe('the team', () => {
  test('decides with a reason, tells the author, and undoes it', async () => {
    const [ada, reader, boss] = [await person(), await person(), await admin()];
    const { id } = await writeReview(as(ada), { slug, ...text });
    await reportReview(as(reader), { slug, review_id: id, reason: 'Rude' });
    expect((await reviewsToJudge(as(boss), paging)).items).toMatchObject([
      { id, status: 'shown', says: null, reports: [{ reason: 'Rude' }] },
    ]);

    await moderateReview(as(boss), { review_id: id, decision: 'keep', reason: 'Blunt, not rude' });
    expect((await reviewsToJudge(as(boss), paging)).total).toBe(0);
    await undoModeration(as(boss), { review_id: id });
    expect((await reviewsToJudge(as(boss), paging)).total).toBe(1);

    await moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'Rude indeed' });
    expect(await rating()).toBeNull();
    expect(await judgedReviews(as(boss))).toMatchObject([{ id, decision: 'remove', note: 'Rude indeed' }]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine!.says).toContain('Rude indeed');
    expect(await server.sql`select from notifications where account_id = ${ada} and body = 'Rude indeed'`).toHaveLength(1);
    for (const act of [writeReview, changeReview]) expect(await refusalOf(act(as(ada), { slug, ...text }))).toMatch('review_removed');
    expect(await refusalOf(withdrawReview(as(ada), { slug }))).toBe('review_removed');
    expect(await refusalOf(moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'x' }))).toBe('review_settled');

    await undoModeration(as(boss), { review_id: id });
    expect(await rating()).toEqual([1, 4]);
    expect(await refusalOf(undoModeration(as(boss), { review_id: id }))).toBe('review_settled');
  });

  test('shows what was held; a removed one that was held comes back as held', async () => {
    const [ada, boss] = [await person(), await admin()];
    const { id } = await writeReview(as(ada), { slug, rating: 3, body: 'other.com is better' });
    await moderateReview(as(boss), { review_id: id, decision: 'show', reason: 'Names a rival, which is fine' });
    expect(await rating()).toEqual([1, 3]);
    await undoModeration(as(boss), { review_id: id });
    expect(await rating()).toBeNull();
    await moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'Spam' });
    await undoModeration(as(boss), { review_id: id });
    expect((await reviewsToJudge(as(boss), paging)).items).toMatchObject([{ id, status: 'held' }]);
  });

  test('is nobody else', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await writeReview(as(ada), { slug, ...text });
    for (const work of [
      () => reviewsToJudge(as(ben), paging),
      () => judgedReviews(as(ben)),
      () => moderateReview(as(ben), { review_id: id, decision: 'remove', reason: 'x' }),
      () => undoModeration(as(ben), { review_id: id }),
    ])
      expect(await refusalOf(work())).toBe('not_found');
  });
});

test('whatever people do, also at once, the rating kept is the rating counted', async () => {
  const people = await makeVoters(
    server.sql,
    Array.from({ length: 4 }, () => ({})),
  );
  const boss = await admin();
  const anId = async (by: number) => (await server.sql<{ id: number }[]>`select id from reviews where account_id = ${by}`)[0]?.id ?? 0;
  const ACTS = {
    write: (by: number, rating: number) => writeReview(as(by), { slug, rating, body: rating === 3 ? 'see other.com' : 'Yes' }),
    change: (by: number, rating: number) => changeReview(as(by), { slug, rating, body: 'Changed' }),
    withdraw: (by: number) => withdrawReview(as(by), { slug }),
    report: async (by: number, n: number) => reportReview(as(people[n % 4]!), { slug, review_id: await anId(by), reason: 'x' }),
    show: async (by: number) => moderateReview(as(boss), { review_id: await anId(by), decision: 'show', reason: 'x' }),
    remove: async (by: number) => moderateReview(as(boss), { review_id: await anId(by), decision: 'remove', reason: 'x' }),
    undo: async (by: number) => undoModeration(as(boss), { review_id: await anId(by) }),
    own: (by: number) => own(by),
  };
  const act = fc.tuple(
    fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }), async (rounds) => {
      for (const round of rounds)
        for (const outcome of await Promise.allSettled(round.map(([name, who, n]) => ACTS[name](people[who]!, n))))
          if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason;
      const [counted] = await server.sql`
        select count(*)::int as reviews, coalesce(sum(v.rating), 0)::int as stars from reviews v join listings l on l.id = v.listing_id
        where l.slug = ${slug} and v.status = 'shown' and (v.account_id is null or v.account_id is distinct from l.owner_id)`;
      const [kept] = await server.sql`
        select coalesce(max(reviews), 0) as reviews, coalesce(max(stars), 0) as stars from listing_ratings r join listings l on l.id = r.listing_id
        where l.slug = ${slug}`;
      expect(kept).toEqual(counted);
    }),
    { numRuns: 12 },
  );
});
