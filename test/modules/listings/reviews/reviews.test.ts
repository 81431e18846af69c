import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../../../src/kernel/context.ts';
import { Refusal } from '../../../../src/kernel/errors.ts';
import {
  listModeratedReviews,
  listReviewsToModerate,
  moderateReview,
  undoModeration,
} from '../../../../src/modules/listings/reviews/moderation.ts';
import {
  answerReview,
  changeReview,
  listReviews,
  reportReview,
  withdrawReview,
  writeReview,
} from '../../../../src/modules/listings/reviews/reviews.ts';
import { findHoldReason } from '../../../../src/modules/listings/user-content/rules.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as as actAs, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ pool: 5 });
const clock = { now: () => NOON };
let site: Site;
beforeEach(async () => {
  site = await siteOf(server.sql, server.site_id);
  await server.sql`delete from reviews where account_id is not null`;
  await server.sql`update listings set owner_id = null where owner_id is not null`;
});

const as = (account_id: number, kind?: 'session' | 'api_key' | 'oauth') => actAs(account_id, { sql: server.sql, site, clock }, kind);
const createPerson = async (more: { email?: string; verified?: boolean } = {}) => (await makeVoters(server.sql, [more]))[0]!;
const slug = 'kontorbuch';
const text = { rating: 4, body: 'Does what it says.' };
const setOwner = (account_id: number, of = slug) =>
  server.sql`update listings set owner_id = ${account_id} where slug = ${of} and site_id = ${server.site_id}`;
const createAdmin = async () => {
  const id = await createPerson();
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
const findRating = async (of = slug) => {
  const [row] = await server.sql<{ reviews: number; stars: number }[]>`
    select r.reviews, r.stars from listing_ratings r join listings l on l.id = r.listing_id where l.slug = ${of} and l.site_id = ${server.site_id}`;
  return row && row.reviews > 0 ? [row.reviews, row.stars] : null;
};
const paging = { page: 1, per_page: 20 };

describe('who may review', () => {
  test('accounts with a verified address, once; the rating counts shown reviews', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
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
    ['not by API key', 'api_key', {}, slug, 'only_on_the_site'],
    ['not by application', 'oauth', {}, slug, 'only_on_the_site'],
    ['not with an unverified address', 'session', { verified: false }, slug, 'address_not_verified'],
    ['not before the launch', 'session', {}, 'grepling', 'listing_not_live'],
    ['not an unknown listing', 'session', {}, 'nobody-has-this', 'listing_not_found'],
  ] as const)('%s', async (_who, kind, more, of, code) => {
    expect(await refusalOf(writeReview(as(await createPerson(more), kind), { slug: of, ...text }))).toBe(code);
    expect(await findRating(of)).toBeNull();
  });

  test('owners cannot review their listing, and a review from before they owned it no longer counts', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    await writeReview(as(ada), { slug, ...text });
    await writeReview(as(ben), { slug, rating: 1, body: 'No.' });
    await setOwner(ada);
    expect(await findRating()).toEqual([1, 1]);
    expect((await listReviews(as(ben), { slug, ...paging })).items).toHaveLength(1);
    expect(await refusalOf(writeReview(as(ada), { slug, ...text }))).toBe('own_listing');
    await setOwner(ben);
    expect(await findRating()).toEqual([1, 4]);
  });

  test('co-founders who accepted an invite cannot, with or without an account at that time', async () => {
    const [ada, ben] = [await createPerson(), await createPerson({ email: 'ben@founders.example' })];
    await server.sql`
      with d as (insert into drafts (site_id, account_id, url, domain, fields, socials, story, listing_id)
        select site_id, ${await createPerson()}, website, domain, '{}', '{}', '{}', id from listings where slug = ${slug} returning id, site_id)
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, v.email, v.email, v.token, 'accepted', v.account_id, now()
      from d, (values ('ada@old.example', 'ada'::bytea, ${ada}::bigint), ('ben@founders.example', 'ben', null)) v (email, token, account_id)`;
    for (const founder of [ada, ben]) expect(await refusalOf(writeReview(as(founder), { slug, ...text }))).toBe('own_listing');
    await server.sql`delete from drafts where listing_id = (select id from listings where slug = ${slug})`;
  });

  test('at most 20 reviews per day', async () => {
    const ada = await createPerson();
    const slugs = await server.sql<{ slug: string }[]>`select slug from listings where status = 'live' and slug <> ${slug} limit 20`;
    for (const one of slugs) await writeReview(as(ada), { slug: one.slug, ...text });
    expect(await refusalOf(writeReview(as(ada), { slug, ...text }))).toBe('too_many_reviews');
  });

  test('concurrent submissions of the same form create one review', async () => {
    const ada = await createPerson();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => writeReview(as(ada), { slug, ...text })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findRating()).toEqual([1, 4]);
  });
});

describe('the author’s review', () => {
  test('is edited, withdrawn and rewritten', async () => {
    const ada = await createPerson();
    await writeReview(as(ada), { slug, ...text });
    await changeReview(as(ada), { slug, rating: 2, body: 'On second thoughts.' });
    expect(await findRating()).toEqual([1, 2]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine).toMatchObject({ rating: 2, status: 'shown', edited_at: NOON });
    await withdrawReview(as(ada), { slug });
    expect(await findRating()).toBeNull();
    const [row] = await server.sql`select rating, title, body, status from reviews where account_id = ${ada}`;
    expect(row).toMatchObject({ rating: null, body: '', status: 'withdrawn' });
    expect(await refusalOf(changeReview(as(ada), { slug, ...text }))).toBe('review_not_found');
    expect(await refusalOf(withdrawReview(as(ada), { slug }))).toBe('review_not_found');
    await writeReview(as(ada), { slug, rating: 5, body: 'Third thoughts.' });
    expect(await findRating()).toEqual([1, 5]);
  });

  test('is deleted with the account', async () => {
    const ada = await createPerson();
    await writeReview(as(ada), { slug, ...text });
    await server.sql`delete from accounts where id = ${ada}`;
    expect(await findRating()).toBeNull();
  });
});

describe('a review held by the rules', () => {
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
  ])('%s: %s', (body, reason) => expect(findHoldReason({ body }, about)).toBe(reason));

  test('authors with an address of the company', () => {
    expect(findHoldReason({ body: 'Great' }, { domain: 'acme.com', author_email: 'ada@mail.acme.com' })).toBe('own_company');
  });

  test('is visible only to its author and stays held when it is edited or rewritten', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    expect(await writeReview(as(ada), { slug, rating: 5, body: 'Better: https://other.com' })).toMatchObject({ held: true });
    expect(await findRating()).toBeNull();
    expect((await listReviews(as(ben), { slug, ...paging })).items).toEqual([]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine).toMatchObject({
      status: 'held',
      explanation: expect.stringContaining('contains a link'),
    });
    expect(await changeReview(as(ada), { slug, ...text })).toEqual({ held: true });
    await withdrawReview(as(ada), { slug });
    expect(await writeReview(as(ada), { slug, ...text })).toMatchObject({ held: true });
  });
});

describe('answers and reports', () => {
  test('the owner answers, the author is notified, and an empty answer deletes it', async () => {
    const [ada, owner, other] = [await createPerson(), await createPerson(), await createPerson()];
    await setOwner(owner);
    const { id } = await writeReview(as(ada), { slug, ...text });
    const [notification] = await server.sql`select title from notifications where account_id = ${owner}`;
    expect(notification!.title).toBe('Kontorbuch has a new review');
    expect(await refusalOf(answerReview(as(other), { slug, review_id: id, answer: 'Hi' }))).toBe('review_not_found');
    expect(await refusalOf(answerReview(as(owner), { slug: 'packmoth', review_id: id, answer: 'Hi' }))).toBe('review_not_found');
    await answerReview(as(owner), { slug, review_id: id, answer: 'Thank you.' });
    expect((await listReviews(as(ada), { slug, ...paging })).items[0]).toMatchObject({ answer: 'Thank you.', answered_at: NOON });
    expect(await server.sql`select from notifications where account_id = ${ada} and body = 'Thank you.'`).toHaveLength(1);
    await answerReview(as(owner), { slug, review_id: id, answer: '' });
    expect((await listReviews(as(ada), { slug, ...paging })).items[0]).toMatchObject({ answer: null, answered_at: null });
  });

  test('three reports hold a review; a person counts once, and its author cannot report it', async () => {
    const [ada, boss, ...readers] = [
      await createPerson(),
      await createAdmin(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const { id } = await writeReview(as(ada), { slug, ...text });
    const report = (by: number) => reportReview(as(by), { slug, review_id: id, reason: 'An advertisement' });
    expect(await refusalOf(report(ada))).toBe('review_not_found');
    for (let i = 0; i < 3; i++) await report(readers[0]!);
    await report(readers[1]!);
    expect(await findRating()).toEqual([1, 4]);
    await report(readers[2]!);
    expect(await findRating()).toBeNull();
    const { items } = await listReviewsToModerate(as(boss), paging);
    expect(items).toMatchObject([{ id, explanation: 'Several people reported it.', reports: [{}, {}, {}] }]);
  });

  test('reports by new accounts and the owner reach the team but hold nothing; nor do any after the team kept the review', async () => {
    const [ada, boss, owner] = [await createPerson(), await createAdmin(), await createPerson()];
    const fresh = await makeVoters(
      server.sql,
      Array.from({ length: 3 }, () => ({ created_at: NOON })),
    );
    const readers = await makeVoters(server.sql, [{}, {}, {}, {}, {}]);
    const { id } = await writeReview(as(ada), { slug, ...text });
    await setOwner(owner);
    const report = (by: number) => reportReview(as(by), { slug, review_id: id, reason: 'Not nice' });
    for (const by of [...fresh, owner, readers[0]!, readers[1]!]) await report(by);
    expect(await findRating()).toEqual([1, 4]);
    expect((await listReviewsToModerate(as(boss), paging)).items).toMatchObject([{ id, status: 'shown' }]);
    await moderateReview(as(boss), { review_id: id, decision: 'keep', reason: 'It is an opinion' });
    for (const by of readers.slice(2)) await report(by);
    expect(await findRating()).toEqual([1, 4]);
    expect((await listReviewsToModerate(as(boss), paging)).items).toMatchObject([{ id, status: 'shown', reports: [{}, {}, {}] }]);
    // An edited text can be reported again.
    await changeReview(as(ada), { slug, ...text, body: 'Much worse.' });
    await report(readers[0]!);
    expect(await findRating()).toBeNull();
  });

  test('at most 20 reports per day and person', async () => {
    const reader = await createPerson();
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
  test('decides with a reason, notifies the author, and can undo it', async () => {
    const [ada, reader, boss] = [await createPerson(), await createPerson(), await createAdmin()];
    const { id } = await writeReview(as(ada), { slug, ...text });
    await reportReview(as(reader), { slug, review_id: id, reason: 'Rude' });
    expect((await listReviewsToModerate(as(boss), paging)).items).toMatchObject([
      { id, status: 'shown', explanation: null, reports: [{ reason: 'Rude' }] },
    ]);

    await moderateReview(as(boss), { review_id: id, decision: 'keep', reason: 'Blunt, not rude' });
    expect((await listReviewsToModerate(as(boss), paging)).total).toBe(0);
    await undoModeration(as(boss), { review_id: id });
    expect((await listReviewsToModerate(as(boss), paging)).total).toBe(1);

    await moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'Rude indeed' });
    expect(await findRating()).toBeNull();
    expect(await listModeratedReviews(as(boss))).toMatchObject([{ id, decision: 'remove', note: 'Rude indeed' }]);
    expect((await listReviews(as(ada), { slug, ...paging })).mine!.explanation).toContain('Rude indeed');
    expect(await server.sql`select from notifications where account_id = ${ada} and body = 'Rude indeed'`).toHaveLength(1);
    for (const act of [writeReview, changeReview]) expect(await refusalOf(act(as(ada), { slug, ...text }))).toMatch('review_removed');
    expect(await refusalOf(withdrawReview(as(ada), { slug }))).toBe('review_removed');
    expect(await refusalOf(moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'x' }))).toBe('review_settled');

    await undoModeration(as(boss), { review_id: id });
    expect(await findRating()).toEqual([1, 4]);
    expect(await refusalOf(undoModeration(as(boss), { review_id: id }))).toBe('review_settled');
  });

  test('shows held reviews; undoing the removal of a held review makes it held again', async () => {
    const [ada, boss] = [await createPerson(), await createAdmin()];
    const { id } = await writeReview(as(ada), { slug, rating: 3, body: 'other.com is better' });
    await moderateReview(as(boss), { review_id: id, decision: 'show', reason: 'Names a rival, which is fine' });
    expect(await findRating()).toEqual([1, 3]);
    await undoModeration(as(boss), { review_id: id });
    expect(await findRating()).toBeNull();
    await moderateReview(as(boss), { review_id: id, decision: 'remove', reason: 'Spam' });
    await undoModeration(as(boss), { review_id: id });
    expect((await listReviewsToModerate(as(boss), paging)).items).toMatchObject([{ id, status: 'held' }]);
  });

  test('only: others cannot moderate', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const { id } = await writeReview(as(ada), { slug, ...text });
    for (const work of [
      () => listReviewsToModerate(as(ben), paging),
      () => listModeratedReviews(as(ben)),
      () => moderateReview(as(ben), { review_id: id, decision: 'remove', reason: 'x' }),
      () => undoModeration(as(ben), { review_id: id }),
    ])
      expect(await refusalOf(work())).toBe('not_found');
  });
});

test('after any sequence of concurrent actions the stored rating equals the counted one', async () => {
  const people = await makeVoters(
    server.sql,
    Array.from({ length: 4 }, () => ({})),
  );
  const boss = await createAdmin();
  const anId = async (by: number) => (await server.sql<{ id: number }[]>`select id from reviews where account_id = ${by}`)[0]?.id ?? 0;
  const ACTS = {
    write: (by: number, rating: number) => writeReview(as(by), { slug, rating, body: rating === 3 ? 'see other.com' : 'Yes' }),
    change: (by: number, rating: number) => changeReview(as(by), { slug, rating, body: 'Changed' }),
    withdraw: (by: number) => withdrawReview(as(by), { slug }),
    report: async (by: number, n: number) => reportReview(as(people[n % 4]!), { slug, review_id: await anId(by), reason: 'x' }),
    show: async (by: number) => moderateReview(as(boss), { review_id: await anId(by), decision: 'show', reason: 'x' }),
    remove: async (by: number) => moderateReview(as(boss), { review_id: await anId(by), decision: 'remove', reason: 'x' }),
    undo: async (by: number) => undoModeration(as(boss), { review_id: await anId(by) }),
    own: (by: number) => setOwner(by),
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
      const [stored] = await server.sql`
        select coalesce(max(reviews), 0) as reviews, coalesce(max(stars), 0) as stars from listing_ratings r join listings l on l.id = r.listing_id
        where l.slug = ${slug}`;
      expect(stored).toEqual(counted);
    }),
    { numRuns: 12 },
  );
});
