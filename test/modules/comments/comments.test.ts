import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../../src/kernel/context.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import { sharedLimits } from '../../../src/kernel/limits.ts';
import { exportAccount } from '../../../src/modules/accounts/account.ts';
import { deleteComment, editComment, reportComment, voteForComment, writeComment } from '../../../src/modules/comments/comments.ts';
import { type Comment, listComments, listTopComments, locateComment } from '../../../src/modules/comments/discussion.ts';
import {
  listCommentsToModerate,
  listModeratedComments,
  moderateComment,
  undoCommentModeration,
} from '../../../src/modules/comments/moderation.ts';
import { EDIT_WINDOW_MS, MAX_REPLIES } from '../../../src/modules/comments/rules.ts';
import { changeSettings } from '../../../src/modules/moderation/administration.ts';
import { readModerationLog } from '../../../src/modules/moderation/audit-log.ts';
import { Person } from '../../support/accounts/person.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as as actAs, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
let now = NOON;
const clock = { now: () => now };
let site: Site;
const slug = 'ledgerly';
let listing_id: number;

beforeEach(async () => {
  now = NOON;
  site = await siteOf(server.sql, server.site_id);
  await server.sql`delete from comments where account_id is not null or status = 'withdrawn'`;
  await server.sql`delete from limits_taken`;
  await server.sql`update listings set owner_id = null where owner_id is not null`;
  [{ id: listing_id }] = await server.sql<[{ id: number }]>`select id from listings where slug = ${slug} and site_id = ${server.site_id}`;
});

const as = (account_id: number, kind?: 'session' | 'api_key' | 'oauth') => actAs(account_id, { sql: server.sql, site, clock }, kind);
const anonymous = () => ({ ...as(1), caller: null });
const createPerson = async (name: string | null = null, more: { email?: string; verified?: boolean; created_at?: Date } = {}) => {
  const [id] = await makeVoters(server.sql, [more]);
  await server.sql`update accounts set name = ${name} where id = ${id!}`;
  return id!;
};
const createAdmin = async () => {
  const id = await createPerson();
  await server.sql`insert into account_roles (account_id, site_id, role) values (${id}, ${server.site_id}, 'site_admin')`;
  return id;
};
const setOwner = (account_id: number) => server.sql`update listings set owner_id = ${account_id} where id = ${listing_id}`;
const write = async (by: number, body: string, reply_to?: number) => (await writeComment(as(by), { slug, body, reply_to })).id;
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (error) => error,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('was not refused');
  return error.code;
};
/** The threads as a reader sees them: the text of each comment, or its status in brackets, and its replies. */
const read = async (by: number | null = null) => {
  const { items } = await listComments(by === null ? anonymous() : as(by), { slug });
  const textOf = ({ body, status }: Comment) => body ?? `[${status}]`;
  return items.map((thread) => (thread.replies.length ? [textOf(thread), ...thread.replies.map(textOf)] : textOf(thread)));
};
const countOf = async () => (await listComments(anonymous(), { slug })).comments_count;
const notificationsOf = async (account_id: number) =>
  (await server.sql<{ title: string }[]>`select title from notifications where account_id = ${account_id} order by id`).map(
    ({ title }) => title,
  );
const mailsTo = async (account_id: number) =>
  (
    await server.sql<{ subject: string }[]>`
    select subject from mails m join accounts a on a.email = m.to_email where a.id = ${account_id} order by m.id`
  ).map(({ subject }) => subject);

describe('a discussion', () => {
  test('has two levels, marks makers, and is counted in the listing and on cards', async () => {
    const [ada, maker] = [await createPerson('Ada'), await createPerson('Mara')];
    await setOwner(maker);
    const question = await write(ada, 'Does it import?');
    const answer = await write(maker, 'It does.', question);
    await write(ada, 'From what?', answer);
    expect(await read()).toEqual([['Does it import?', 'It does.', 'From what?']]);
    const { items, comments_count, may } = await listComments(as(ada), { slug });
    expect({ comments_count, may }).toEqual({ comments_count: 3, may: 'write' });
    expect(items[0]).toMatchObject({ author: 'Ada', is_maker: false, is_own: true, reply_to: null });
    expect(items[0]!.replies).toMatchObject([
      { author: 'Mara', is_maker: true, is_own: false, thread_id: question, reply_to: null },
      { thread_id: question, reply_to: { id: answer, author: 'Mara' } },
    ]);
    expect(await server.client.get_listing({ slug })).toMatchObject({ comments_count: 3 });
    const { items: cards } = await server.client.search_listings({ q: 'ledgerly' });
    expect(cards[0]).toMatchObject({ slug, comments_count: 3 });
    expect((await listComments(anonymous(), { slug })).may).toBe('sign_in');
  });

  test('co-founders are makers; who no longer owns the listing is not marked', async () => {
    const [maker, next, cofounder] = [await createPerson('Mara'), await createPerson('Next'), await createPerson('Cleo')];
    await setOwner(maker);
    await write(maker, 'Ask me.');
    await setOwner(next);
    expect((await listComments(anonymous(), { slug })).items[0]!.is_maker).toBe(false);
    const { sql } = server;
    await sql`
      with d as (insert into drafts (site_id, account_id, url, domain, fields, socials, story, listing_id)
        select site_id, ${next}, website, domain, '{}', '{}', '{}', id from listings where id = ${listing_id} returning id, site_id)
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, 'x@y.example', 'x@y.example', 'cofounder', 'accepted', ${cofounder}, now() from d`;
    const answer = await write(cofounder, 'Or me.');
    const { items } = await listComments(anonymous(), { slug });
    expect(items.find(({ id }) => id === answer)).toMatchObject({ author: 'Cleo', is_maker: true });
    await sql`delete from drafts where listing_id = ${listing_id}`;
  });

  test.each([
    ['by API key', 'api_key', {}, slug, 'only_on_the_site'],
    ['by application', 'oauth', {}, slug, 'only_on_the_site'],
    ['with an unverified address', 'session', { verified: false }, slug, 'address_not_verified'],
    ['on a listing that is not public', 'session', {}, 'plainhire', 'listing_not_found'],
  ] as const)('is not written %s', async (_what, kind, more, of, code) => {
    const who = as(await createPerson(null, more), kind);
    expect(await refusalOf(writeComment(who, { slug: of, body: 'Hello.' }))).toBe(code);
  });

  test('can be closed for a site: it stays readable, and its authors can still delete', async () => {
    const [ada, boss] = [await createPerson(), await createAdmin()];
    const id = await write(ada, 'Before.');
    await changeSettings(as(boss), { discussion: 'closed' });
    site = await siteOf(server.sql, server.site_id);
    const ref = { slug, comment_id: id };
    expect(await refusalOf(writeComment(as(ada), { slug, body: 'After.' }))).toBe('comments_closed');
    expect(await refusalOf(editComment(as(ada), { ...ref, body: 'After.' }))).toBe('comments_closed');
    expect(await refusalOf(voteForComment(as(boss), { ...ref, wanted: true }))).toBe('comments_closed');
    expect(await listComments(as(boss), { slug })).toMatchObject({ may: 'nothing', comments_count: 1 });
    await deleteComment(as(ada), ref);
    await changeSettings(as(boss), { discussion: 'open' });
    site = await siteOf(server.sql, server.site_id);
    await write(ada, 'After.');
  });

  test('is limited per account and hour', async () => {
    const ada = await createPerson();
    const ctx = { ...as(ada), site: { ...site, limits: { comments: 2 } }, limits: sharedLimits(server.sql, clock) };
    for (const body of ['One.', 'Two.']) await writeComment(ctx, { slug, body });
    expect(await refusalOf(writeComment(ctx, { slug, body: 'Three.' }))).toBe('rate_limited');
  });

  test('a thread has at most 100 replies', async () => {
    const ada = await createPerson();
    const id = await write(ada, 'Top.');
    await server.sql`
      insert into comments (site_id, listing_id, thread_id, account_id, body, created_at, updated_at)
      select ${site.id}, ${listing_id}, ${id}, ${ada}, 'Reply ' || n, ${NOON}, ${NOON} from generate_series(1, ${MAX_REPLIES}) n`;
    expect(await refusalOf(write(ada, 'One more.', id))).toBe('too_many_replies');
    expect(await countOf()).toBe(101);
    const { items } = await listTopComments(anonymous(), { slug });
    expect(items[0]).toMatchObject({ more_replies: 97, replies: [{}, {}, {}] });
  });
});

describe('the author', () => {
  test('edits for 15 minutes, and readers see that', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const ref = { slug, comment_id: await write(ada, 'Frist.') };
    expect(await refusalOf(editComment(as(ben), { ...ref, body: 'Mine.' }))).toBe('comment_not_found');
    now = new Date(NOON.getTime() + EDIT_WINDOW_MS - 1);
    await editComment(as(ada), { ...ref, body: 'First.' });
    expect((await listComments(as(ada), { slug })).items[0]).toMatchObject({ body: 'First.', edited_at: now, can_edit: true });
    now = new Date(NOON.getTime() + EDIT_WINDOW_MS);
    expect(await refusalOf(editComment(as(ada), { ...ref, body: 'Last.' }))).toBe('edit_window_over');
    expect((await listComments(as(ada), { slug })).items[0]).toMatchObject({ can_edit: false });
  });

  test('deletes a comment: its text is gone, replies stay under a placeholder', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const id = await write(ada, 'A secret.');
    const reply = await write(ben, 'I heard.', id);
    expect(await refusalOf(deleteComment(as(ben), { slug, comment_id: id }))).toBe('comment_not_found');
    await deleteComment(as(ada), { slug, comment_id: id });
    expect(await read(ada)).toEqual([['[withdrawn]', 'I heard.']]);
    expect(await server.sql`select body, body_hash from comments where id = ${id}`).toEqual([{ body: '', body_hash: null }]);
    expect(await countOf()).toBe(1);
    expect(await refusalOf(deleteComment(as(ada), { slug, comment_id: id }))).toBe('comment_not_found');
    expect(await refusalOf(write(ben, 'Again.', id))).toBe('comment_not_found');
    await deleteComment(as(ben), { slug, comment_id: reply });
    expect(await read()).toEqual([]);
  });

  test('deletes the account: the same, with votes and mentions; the export has all of it', async () => {
    const [ada, ben] = [await createPerson('Ada'), await createPerson('Ben')];
    const id = await write(ada, 'A secret.');
    const reply = await write(ben, '@Ada I heard.', id);
    await voteForComment(as(ada), { slug, comment_id: reply, wanted: true });
    const data = await exportAccount(as(ada));
    expect(data).toMatchObject({
      comments: [{ id, body: 'A secret.' }],
      comment_votes: [{ comment_id: reply }],
      comment_mentions: [{ comment_id: reply }],
    });
    await server.sql`delete from accounts where id = ${ada}`;
    expect(await read()).toEqual([['[withdrawn]', '@Ada I heard.']]);
    const [thread] = (await listComments(anonymous(), { slug })).items;
    expect(thread).toMatchObject({ author: null, replies: [{ votes: 0, mentions: [] }] });
    expect(await countOf()).toBe(1);
  });

  test('sends a form twice and has written once', async () => {
    const ada = await createPerson();
    const ids = await Promise.all(Array.from({ length: 6 }, () => write(ada, 'Only once.')));
    expect(new Set(ids).size).toBe(1);
    now = new Date(NOON.getTime() + 3_600_000);
    expect(await writeComment(as(ada), { slug, body: 'Only once.' })).toMatchObject({ held: true });
  });
});

describe('votes', () => {
  test('count once per account, not for one’s own, and order threads before time does', async () => {
    const [ada, ben, cleo] = [await createPerson(), await createPerson(), await createPerson()];
    const first = await write(ada, 'First.');
    now = new Date(NOON.getTime() + 1000);
    const second = await write(ben, 'Second.');
    expect(await read()).toEqual(['Second.', 'First.']);
    const vote = (by: number, comment_id: number, wanted = true) => voteForComment(as(by), { slug, comment_id, wanted });
    await Promise.all([vote(ben, first), vote(ben, first), vote(cleo, first)]);
    await vote(cleo, second);
    expect(await read()).toEqual(['First.', 'Second.']);
    expect((await listComments(as(ben), { slug })).items).toMatchObject([
      { votes: 2, has_voted: true },
      { votes: 1, has_voted: false },
    ]);
    expect(await refusalOf(vote(ada, first))).toBe('own_comment');
    for (const by of [ben, cleo, cleo]) await vote(by, first, false);
    expect(await read()).toEqual(['Second.', 'First.']);
    await deleteComment(as(ben), { slug, comment_id: second });
    expect(await refusalOf(vote(cleo, second))).toBe('comment_not_found');
  });

  test('a comment is found on its page, and on the listing’s page if it is among the first', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const oldest = await write(ada, 'Oldest.');
    const reply = await write(ben, 'Reply.', oldest);
    await server.sql`
      insert into comments (site_id, listing_id, account_id, body, created_at, updated_at)
      select ${site.id}, ${listing_id}, ${ada}, 'Later ' || n, ${NOON}::timestamptz + n * interval '1 second', ${NOON} from generate_series(1, 12) n`;
    expect(await locateComment(anonymous(), { slug, comment_id: reply })).toEqual({ page: 2, is_listed: false });
    const { page, items } = await listComments(anonymous(), { slug, comment_id: reply });
    expect([page, items.at(-1)!.id]).toEqual([2, oldest]);
    await voteForComment(as(ben), { slug, comment_id: oldest, wanted: true });
    expect(await locateComment(anonymous(), { slug, comment_id: reply })).toEqual({ page: 1, is_listed: true });
  });
});

describe('the rules hold', () => {
  test('links to elsewhere, but not of makers or to the product itself', async () => {
    const [ada, maker] = [await createPerson(), await createPerson()];
    await setOwner(maker);
    const held = async (by: number, body: string) => (await writeComment(as(by), { slug, body })).held;
    expect(await held(ada, 'Cheaper at https://other.com')).toBe(true);
    expect(await held(ada, 'See https://ledgerly.example/docs')).toBe(false);
    expect(await held(maker, 'See https://other.com')).toBe(false);
    expect(await held(await createPerson(null, { email: 'staff@ledgerly.example' }), 'I love it.')).toBe(true);
    expect(await countOf()).toBe(2);
  });

  test('repeated texts: any by the same account, long ones by anybody', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const held = async (by: number, of: string, body: string) => (await writeComment(as(by), { slug: of, body })).held;
    const long = 'This is the best product I have ever seen in my life.';
    expect(await held(ada, slug, 'Congratulations!')).toBe(false);
    expect(await held(ben, slug, 'Congratulations!')).toBe(false);
    expect(await held(ben, 'packmoth', 'congratulations! ')).toBe(true);
    expect(await held(ada, slug, long)).toBe(false);
    expect(await held(ben, 'packmoth', long)).toBe(true);
    now = new Date(NOON.getTime() + 31 * 86_400_000);
    expect(await held(ben, slug, long)).toBe(false);
  });

  test('more than three comments of an account that is less than a day old', async () => {
    const ada = await createPerson(null, { created_at: NOON });
    for (const body of ['One?', 'Two?', 'Three?']) expect(await writeComment(as(ada), { slug, body })).toMatchObject({ held: false });
    expect(await writeComment(as(ada), { slug, body: 'Four?' })).toMatchObject({ held: true });
  });

  test('only its author sees it, editing does not free it, and replies below it stay', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const id = await write(ada, 'Good.');
    await write(ben, 'Yes.', id);
    expect(await editComment(as(ada), { slug, comment_id: id, body: 'Now https://other.com' })).toEqual({ held: true });
    expect(await read(ben)).toEqual([['[held]', 'Yes.']]);
    const [own] = (await listComments(as(ada), { slug })).items;
    expect(own).toMatchObject({ body: 'Now https://other.com', explanation: expect.stringContaining('contains a link') });
    expect(await editComment(as(ada), { slug, comment_id: id, body: 'Good.' })).toEqual({ held: true });
    expect(await refusalOf(write(ben, 'Again.', id))).toBe('comment_not_found');
  });
});

test('people without a name are told apart, with a number that stays theirs and is of this discussion only', async () => {
  const [ada, ben, cleo] = [await createPerson('Ada'), await createPerson(), await createPerson()];
  const question = await write(ada, 'Does it import?');
  const reply = await write(ben, 'It does.', question);
  await write(cleo, 'Not for me.', reply);
  await write(ben, 'Which browser?', question);
  const authors = async () => (await listComments(anonymous(), { slug })).items.flatMap((thread) => [thread, ...thread.replies]);
  expect((await authors()).map(({ author, reply_to }) => [author, reply_to?.author])).toEqual([
    ['Ada', undefined],
    ['Member 2', undefined],
    ['Member 3', 'Member 2'],
    ['Member 2', undefined],
  ]);
  await server.sql`update accounts set name = 'Ben' where id = ${ben}`;
  expect((await authors()).map(({ author }) => author)).toEqual(['Ada', 'Ben', 'Member 3', 'Ben']);
  const feed = (await (await server.get(`/feeds/listings/${slug}/comments.json`)).json()) as { items: { title: string }[] };
  expect(feed.items.map(({ title }) => title)).toContain('Reply by Member 3');
});

describe('people hear', () => {
  test('about comments on their product, replies and mentions: once, for one reason, never about their own', async () => {
    const [maker, ada, ben] = [await createPerson('Mara'), await createPerson('Ada'), await createPerson('Ben')];
    await setOwner(maker);
    const question = await write(ada, 'Does it import?');
    expect([await notificationsOf(maker), await notificationsOf(ada)]).toEqual([['New comment on Ledgerly'], []]);
    const answer = await write(maker, '@Ada yes.', question);
    expect(await notificationsOf(ada)).toEqual(['The maker of Ledgerly replied to your comment']);
    await write(ben, 'I tried, @mara and @Ada.', question);
    expect(await notificationsOf(maker)).toEqual(['New comment on Ledgerly', 'You were mentioned in a comment on Ledgerly']);
    await write(ada, 'Thanks.', answer);
    expect((await notificationsOf(maker)).at(-1)).toBe('New reply to your comment on Ledgerly');
    expect(await notificationsOf(ben)).toEqual([]);
    const { items } = await listComments(as(ada), { slug });
    expect(items[0]!.replies[1]).toMatchObject({ mentions: ['Mara', 'Ada'] });
    // One mail an hour for a listing and kind.
    expect(await mailsTo(maker)).toEqual(['New comment on “Ledgerly”', 'You were mentioned in a comment on “Ledgerly”']);
    expect(await mailsTo(ada)).toEqual(['The maker of “Ledgerly” replied to your comment']);
    now = new Date(NOON.getTime() + 3_600_000);
    await write(ben, 'An hour later.', question);
    expect((await mailsTo(ada)).slice(1)).toEqual(['New reply to your comment on “Ledgerly”']);
    const texts = (
      await server.sql<{ body_text: string }[]>`
      select body_text from mails m join accounts a on a.email = m.to_email where a.id = ${ada} order by m.id`
    ).map(({ body_text }) => body_text);
    expect(texts).toEqual([
      expect.stringContaining('The maker of “Ledgerly” replied to your comment on “Ledgerly”:\n\n> [link] yes.'),
      expect.stringContaining('“Ben” replied to your comment on “Ledgerly”:\n\n> An hour later.'),
    ]);
  });

  test('by a mail that quotes the comment, every line marked, without links; the site keeps no copy', async () => {
    const [maker, ada] = [await createPerson('Mara'), await createPerson('Ada')];
    await setOwner(maker);
    await write(ada, `Does it import?\nAsk evil.example/login <b>now</b>.\n\nYour account is closed.\n\n${'long '.repeat(300)}`);
    const [mail] = await server.sql<{ body_text: string; body_html: string }[]>`
      select body_text, body_html from mails m join accounts a on a.email = m.to_email where a.id = ${maker} order by m.id desc limit 1`;
    expect(mail!.body_text).toContain(
      '“Ada” commented on “Ledgerly”:\n\n> Does it import?\n> Ask [link] <b>now</b>.\n\n> Your account is closed.\n\n> long long',
    );
    expect(mail!.body_html).toContain('&lt;b>now&lt;/b>');
    expect(mail!.body_text.length).toBeLessThan(1500);
    expect(mail!.body_text).toMatch(/> long .*…$/m);
    expect(mail!.body_text).toContain(`/listings/${slug}/comments?comment=`);
    const [notification] = await server.sql`select body from notifications where account_id = ${maker} order by id desc limit 1`;
    expect(notification!.body).toBeNull();
  });

  test('an edit notifies only those it adds', async () => {
    const [maker, ada] = [await createPerson('Mara'), await createPerson('Ada')];
    await setOwner(maker);
    const id = await write(ada, 'Does it import?');
    await editComment(as(ada), { slug, comment_id: id, body: 'Does it import, @Mara?' });
    expect(await notificationsOf(maker)).toHaveLength(1);
  });

  test('about a held comment when the team shows it', async () => {
    const [maker, ada, boss] = [await createPerson(), await createPerson(), await createAdmin()];
    await setOwner(maker);
    const comment_id = await write(ada, 'Like https://other.com?');
    expect(await notificationsOf(maker)).toEqual([]);
    await moderateComment(as(boss), { comment_id, decision: 'show', reason: 'A fair comparison' });
    expect([await notificationsOf(maker), await notificationsOf(ada)]).toEqual([
      ['New comment on Ledgerly'],
      ['Your comment is now public'],
    ]);
  });
});

describe('the team', () => {
  const paging = { page: 1, per_page: 20 };

  test('sees reports, three of which hold a comment, and decides with undo; the public log says so', async () => {
    const [ada, boss] = [await createPerson(), await createAdmin()];
    const readers = await makeVoters(server.sql, [{}, {}, {}, {}]);
    const comment_id = await write(ada, 'Rude.');
    await write(readers[3]!, 'Indeed.', comment_id);
    const report = (by: number) => reportComment(as(by), { slug, comment_id, reason: 'Rude' });
    expect(await refusalOf(report(ada))).toBe('comment_not_found');
    for (const by of [readers[0]!, readers[0]!, readers[1]!]) await report(by);
    expect(await read()).toEqual([['Rude.', 'Indeed.']]);
    await report(readers[2]!);
    expect(await read()).toEqual([['[held]', 'Indeed.']]);
    const { items, total } = await listCommentsToModerate(as(boss), paging);
    expect([total, items]).toMatchObject([
      1,
      [{ id: comment_id, body: 'Rude.', explanation: 'Several people reported it.', reports: [{}, {}, {}] }],
    ]);

    await moderateComment(as(boss), { comment_id, decision: 'remove', reason: 'Rude indeed' });
    expect(await read()).toEqual([['[removed]', 'Indeed.']]);
    expect((await listComments(as(ada), { slug })).items[0]!.explanation).toBe('Removed by the team: Rude indeed');
    expect(await notificationsOf(ada)).toContain('Your comment was removed');
    expect(await refusalOf(deleteComment(as(ada), { slug, comment_id }))).toBe('comment_not_found');
    expect(await listModeratedComments(as(boss))).toMatchObject([{ id: comment_id, decision: 'remove', note: 'Rude indeed' }]);
    expect((await readModerationLog(anonymous(), paging)).acts[0]).toMatchObject({
      says: 'A comment on Ledgerly was removed.',
      undone: false,
    });

    await undoCommentModeration(as(boss), { comment_id });
    expect((await listCommentsToModerate(as(boss), paging)).total).toBe(1);
    await moderateComment(as(boss), { comment_id, decision: 'show', reason: 'Blunt' });
    expect(await read()).toEqual([['Rude.', 'Indeed.']]);
    expect(await countOf()).toBe(2);
  });

  test('nobody else decides, and a deleted account leaves nothing to bring back', async () => {
    const [ada, ben, boss] = [await createPerson(), await createPerson(), await createAdmin()];
    const comment_id = await write(ada, 'Rude.');
    const remove = { comment_id, decision: 'remove', reason: 'x' } as const;
    for (const act of [() => moderateComment(as(ben), remove), () => undoCommentModeration(as(ben), remove)])
      expect(await refusalOf(act())).toBe('not_found');
    await moderateComment(as(boss), remove);
    await server.sql`delete from accounts where id = ${ada}`;
    expect(await refusalOf(undoCommentModeration(as(boss), { comment_id }))).toBe('comment_settled');
    expect(await read()).toEqual([]);
  });
});

describe('on the pages', () => {
  const at = '/listings/packmoth';
  const text = async (reply: Response): Promise<string> => {
    expect(reply.status).toBe(200);
    return reply.text();
  };
  const locationOf = (reply: Response): string => {
    expect(reply.status).toBe(303);
    return reply.headers.get('location')!;
  };

  test('visitors read, and write before they sign in; the demo’s makers are marked', async () => {
    const page = await text(await server.get(at));
    expect(page).toContain('Comments (3)');
    expect(page).toContain('I pack for three. One list or three?');
    expect(page).toMatch(/Demo maker<\/bdi>\s*<span class="pill comment-maker">Maker/);
    expect(page).toContain(`action="${at}/comments`);
    expect(page).not.toContain('Without a name, you appear');
    const reply = await new Person(server).send(`${at}/comments`, { body: 'Hello.' });
    expect(locationOf(reply)).toContain('/sign-in');
    expect(await text(await server.get(at))).not.toContain('Hello.');
  });

  test('people comment, reply, vote, edit, report and delete with forms that lead back to the comment', async () => {
    const [ada, ben] = [await new Person(server).signIn('ada@example.com'), await new Person(server).signIn('ben@example.com')];
    const location = locationOf(await ada.send(`${at}/comments`, { body: '<b>Bold</b> & https://packmoth.example/x', from: 'listing' }));
    const [, id] = /^\/listings\/packmoth#comment-(\d+)$/.exec(location)!;
    const own = await text(await ada.get(at));
    expect(own).toContain('&lt;b>Bold&lt;/b> &amp; <a href="https://packmoth.example/x" rel="nofollow ugc noopener">');
    expect(own).toContain(`action="${at}/comments/${id}/edit"`);
    expect(own).toContain('Without a name, you appear as “Member” and a number.');
    expect(own).not.toContain(`action="${at}/comments/${id}/vote"`);
    const reply = locationOf(await ben.send(`${at}/comments/${id}/reply`, { body: 'So it is.' }));
    expect(reply).toMatch(/^\/listings\/packmoth\/comments#comment-\d+$/);
    expect((await text(await ben.get(at))).match(/href="\/account#name">Add your name/g)!.length).toBeGreaterThan(1);
    expect(locationOf(await ben.send(`${at}/comments/${id}/vote`, { vote: 'on', from: 'listing' }))).toBe(`${at}#comment-${id}`);
    expect(await text(await ben.get(at))).toContain('Remove your vote for the comment by');
    expect(locationOf(await ada.send(`${at}/comments/${id}/edit`, { body: 'Edited.' }))).toBe(`${at}/comments#comment-${id}`);
    expect(locationOf(await ben.send(`${at}/comments/${id}/report`, { reason: 'No' }))).toBe(`${at}/comments?done=reported`);
    expect(locationOf(await ada.send(`${at}/comments/${id}/delete`))).toBe(`${at}/comments?done=deleted`);
    const after = await text(await ben.get(`${at}/comments`));
    expect(after).toContain('Comment removed by its author');
    expect(after).not.toContain('Edited.');
  });

  test('a rejected form comes back with its text, where the comment is', async () => {
    const ada = await new Person(server).signIn('ada@example.com');
    const [top] = await server.sql<{ id: number }[]>`
      select c.id from comments c join listings l on l.id = c.listing_id where l.slug = 'packmoth' and c.thread_id is null order by c.id limit 1`;
    const long = 'x'.repeat(2001);
    const reply = await ada.send(`${at}/comments/${top!.id}/reply`, { body: long, comment: String(top!.id) });
    expect(reply.status).toBe(400);
    const page = await reply.text();
    expect(page).toContain(long);
    expect(page).toMatch(/Your reply [^<]*2,001/);
    expect((await ada.send(`${at}/comments`, {})).status).toBe(400);
  });

  test('the feed has the shown comments, newest first', async () => {
    const maker = await createPerson('Mara');
    const { id } = await writeComment(as(maker), { slug, body: 'In the feed.' });
    await writeComment(as(await createPerson()), { slug, body: 'Held: https://other.com' });
    const feed = (await (await server.get(`/feeds/listings/${slug}/comments.json`)).json()) as { items: object[] };
    expect(feed.items).toEqual([
      expect.objectContaining({
        url: `${server.root}/listings/${slug}/comments?comment=${id}#comment-${id}`,
        title: 'Comment by Mara',
        content_text: 'In the feed.',
      }),
    ]);
    expect((await server.get(`/feeds/listings/${slug}/comments.atom`)).headers.get('content-type')).toContain('application/atom+xml');
  });
});
