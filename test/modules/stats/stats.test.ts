import { expect, test } from 'vitest';
import { send_weekly_stats, start_weekly_stats } from '../../../src/modules/stats/jobs.ts';
import { Person } from '../../support/accounts/person.ts';
import { createOwnListing } from '../../support/listings/own-listings.ts';
import { runJob } from '../../support/run-job.ts';
import { useServer } from '../../support/server.ts';

/** A Wednesday in a week in which nothing else launches, and the Monday after it at nine. */
const WEDNESDAY = new Date('2027-03-10T12:00:00Z');
const MONDAY = new Date('2027-03-15T09:00:00Z');
const server = useServer({ clock: { now: () => WEDNESDAY } });

const addDay = (listing_id: number, day: string, views: number, clicks: number, badge_clicks = 0) => server.sql`
  insert into listing_days (site_id, listing_id, day, views, clicks, badge_clicks)
  values (${server.site_id}, ${listing_id}, ${day}, ${views}, ${clicks}, ${badge_clicks})`;

/** A maker with a listing that launched this week, on a Monday. */
const createMaker = async (email: string) => {
  const person = await new Person(server).signIn(email);
  const [account] = await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`;
  const { listing_id, slug } = await createOwnListing(server, await server.member());
  await server.sql`update listings set owner_id = ${account!.id}, launch_week_on = '2027-03-08' where id = ${listing_id}`;
  return { person, listing_id, slug, account_id: account!.id };
};

/** Votes of new voters on a day, as the ledger has them. */
const addVotes = async (listing_id: number, at: string, count: number): Promise<void> => {
  const voters = await server.sql<{ id: number }[]>`
    insert into voters (site_id, account_id) select ${server.site_id}, null from generate_series(1, ${count}) returning id`;
  for (const { id } of voters)
    await server.sql`
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at) values (${server.site_id}, ${listing_id}, '2027-03-08', ${id}, 'cast', ${at})`;
};

test('the owner sees views, clicks, votes, followers, sources and rank by day, as a page and as CSV; nobody else does', async () => {
  const { person, listing_id } = await createMaker('maker@stats.example');
  const rival = await createOwnListing(server, await server.member());
  await server.sql`update listings set launch_week_on = '2027-03-08' where id = ${rival.listing_id}`;
  await addDay(listing_id, '2027-03-08', 40, 10, 2);
  await addDay(listing_id, '2027-03-09', 60, 5);
  await addDay(listing_id, '2027-02-28', 30, 3);
  await server.sql`insert into listing_sources (site_id, listing_id, day, kind, source, views) values
    (${server.site_id}, ${listing_id}, '2027-03-08', 'referrer', 'news.example', 70),
    (${server.site_id}, ${listing_id}, '2027-03-08', 'campaign', '=cmd', 1),
    (${server.site_id}, ${listing_id}, '2027-03-08', 'direct', '', 29)`;
  // The rival is first on Monday; the maker on Tuesday.
  await addVotes(rival.listing_id, '2027-03-08T10:00:00Z', 2);
  await addVotes(listing_id, '2027-03-08T11:00:00Z', 1);
  await addVotes(listing_id, '2027-03-09T11:00:00Z', 2);
  await server.sql`insert into follows (account_id, listing_id, site_id, created_at)
    values (${(await server.member()).account_id}, ${listing_id}, ${server.site_id}, '2027-03-09T09:00:00Z')`;

  const path = `/dashboard/listings/${listing_id}/stats`;
  const html = await (await person.get(path)).text();
  // The launch week is running, so it is shown first.
  expect(html).toMatch(/aria-current="true"[^>]*>Launch week/);
  for (const text of ['100', '15%', 'news.example', 'Mon 8 Mar #2, Tue 9 Mar #1, Wed 10 Mar #1', '100 views and 15 clicks in total'])
    expect(html).toContain(text);
  expect(html).toContain('<svg');
  expect(html).not.toContain('Other or unknown');

  const csv = await person.get(`${path}/days-28.csv`);
  expect(csv.headers.get('content-disposition')).toMatch(/attachment; filename=".*-days-28\.csv"/);
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines[0]).toBe('day,views,outbound_clicks,conversion,votes,new_followers,badge_clicks,rank');
  expect(lines).toHaveLength(29);
  expect(lines.slice(-4)).toEqual([
    '2027-03-07,0,0,,0,0,0,',
    '2027-03-08,40,10,0.2500,1,0,2,2',
    '2027-03-09,60,5,0.0833,2,1,0,1',
    '2027-03-10,0,0,,0,0,0,1',
  ]);
  const sources = await (await person.get(`${path}/sources-7.csv`)).text();
  expect(sources).toContain('2027-03-08,referrer,news.example,70');
  expect(sources).toContain(`2027-03-08,campaign,'=cmd,1`);
  // Views without a source and those of smaller sources are in one row, so that the table adds up.
  await server.sql`update listing_sources set kind = 'other' where kind = 'campaign' and listing_id = ${listing_id}`;
  await server.sql`update listing_sources set views = 20 where kind = 'direct' and listing_id = ${listing_id}`;
  const week = await (await person.get(`${path}?period=7`)).text();
  expect(week.split('id="sources"')[1]!.match(/<td>\d+<\/td><td>[\d.]+%<\/td>/g)).toEqual([
    '<td>70</td><td>70%</td>',
    '<td>20</td><td>20%</td>',
    '<td>10</td><td>10%</td>',
  ]);
  expect(week).toContain('Other or unknown');
  expect(week).toContain('Compared with the 7 days before');
  // The last full week, from Monday, in one step from the page.
  expect(html).toContain(`href="${path}?period=last-week">Last week`);
  expect(await (await person.get(`${path}?period=last-week`)).text()).toMatch(
    /trend-down">No change.*Compared with the 7 days before.*0 views and 0 clicks in total/s,
  );
  await addDay(listing_id, '2027-03-07', 9, 4);
  expect(await (await person.get(`${path}?period=last-week`)).text()).toMatch(/Mon 1 Mar to Sun 7 Mar\..*9 views and 4 clicks in total/s);
  const last_week = (await (await person.get(`${path}/days-last-week.csv`)).text()).trim().split('\r\n');
  expect([last_week.length, last_week[1], last_week[7]]).toEqual([8, '2027-03-01,0,0,,0,0,0,', '2027-03-07,9,4,0.4444,0,0,0,']);

  const stranger = await new Person(server).signIn('stranger@stats.example');
  for (const address of [path, `${path}/days-28.csv`]) expect((await stranger.get(address)).status).toBe(404);
  expect((await new Person(server).get(`${path}/days-28.csv`)).status).toBe(303);
  expect((await person.get(`${path}/votes-28.csv`)).status).toBe(404);
});

test('without a vote in the launch week, the page says from when a product is ranked', async () => {
  const { person, listing_id } = await createMaker('first-day@stats.example');
  const html = await (await person.get(`/dashboard/listings/${listing_id}/stats`)).text();
  expect(html).toContain('You’re ranked from your first vote in the launch week.');
  expect(html).toMatch(/Wed 10 Mar.*<td>From the first vote<\/td>/s);
});

test('the weekly mail goes to makers who chose it, once a week, and one click ends it', async () => {
  const { person, listing_id } = await createMaker('weekly@stats.example');
  const quiet = await createMaker('quiet@stats.example');
  await addDay(listing_id, '2027-03-09', 60, 6);
  await addDay(listing_id, '2027-03-02', 20, 6);
  await addDay(quiet.listing_id, '2027-03-09', 60, 6);
  const mails = () => server.sql<{ to_email: string; subject: string; body_text: string; unsubscribe_url: string }[]>`
    select to_email, subject, body_text, unsubscribe_url from mails where to_email like '%@stats.example' and subject like '%numbers'`;
  const sendAll = async (now = MONDAY) => {
    const job = await runJob(server, start_weekly_stats, undefined, now);
    for (const payload of job.enqueued('send_weekly_stats')) await runJob(server, send_weekly_stats, payload as never, now);
  };

  await person.send(`/dashboard/listings/${listing_id}/stats/mail`, { wanted: 'yes' });
  await sendAll(WEDNESDAY);
  expect(await mails()).toEqual([]);
  await sendAll();
  await sendAll();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to_email: 'weekly@stats.example' });
  expect(mail!.body_text).toContain('60 views (40 more than the week before), 6 clicks to your site (10% of views)');
  expect(mail!.body_text).toContain(`${server.root}/dashboard/listings/${listing_id}/stats`);

  expect((await fetch(mail!.unsubscribe_url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect(await (await person.get(`/dashboard/listings/${listing_id}/stats`)).text()).toContain('Turn on weekly email');
  await sendAll(new Date(MONDAY.getTime() + 7 * 86_400_000));
  expect(await mails()).toHaveLength(1);
});
