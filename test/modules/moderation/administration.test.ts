import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { addDays, weekAt } from '../../../src/kernel/time/weeks.ts';
import { sendMail } from '../../../src/modules/accounts/mail/outbox.ts';
import { addSiteAdmin, getSiteTeam, removeSiteAdmin } from '../../../src/modules/accounts/team.ts';
import { takeSlot } from '../../../src/modules/launches/queries.ts';
import { loadWeekSettings } from '../../../src/modules/launches/slots.ts';
import { getWeekForTeam, listWeekCapacities, setWeekCapacity } from '../../../src/modules/launches/team/week-capacity.ts';
import { getMetricSources, setMetricSource } from '../../../src/modules/listings/metrics/sources.ts';
import {
  changeSettings,
  createNetworkSite,
  getSiteSettings,
  listFailedJobs,
  listNetworkSites,
  retryJob,
  retryMail,
} from '../../../src/modules/moderation/administration.ts';
import { listActsAbout } from '../../../src/modules/moderation/audit-log.ts';
import { undoAct } from '../../../src/modules/moderation/undo.ts';
import { buildTeamSteps } from '../../../src/modules/orders/fulfilment/done-for-you-steps.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
let team: Ctx<Caller>;
let network: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const [a, n] = await makeVoters(sql, [{ email: 'admin@team.example' }, { email: 'network@team.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${a!}, ${site_id}, 'site_admin')`;
  await sql`update accounts set is_network_admin = true where id = ${n!}`;
  const site = await siteOf(sql, site_id);
  team = as(a!, { sql, site, clock });
  network = as(n!, { sql, site, clock });
});

const refusal = (work: Promise<unknown>): Promise<{ code?: string; errors?: { path: string; message: string }[] }> =>
  work.then(
    () => ({}),
    (error) => error,
  );
const undoLast = async (record: string, id: number | string) => undoAct(team, { id: (await listActsAbout(team, record, id))[0]!.id });

describe('weeks', () => {
  test('have the capacity that was set, never less than is taken; undo restores the default', async () => {
    const { sql, site_id } = server;
    const week = addDays(weekAt(NOON, 'UTC'), 7 * 20);
    const ids = await sql<{ id: number }[]>`select id from listings where site_id = ${site_id} order by id limit 3`;
    await setWeekCapacity(team, { week, room: 2 });
    for (const [at, { id: listing_id }] of ids.entries())
      expect(await takeSlot(sql, { site_id, week_on: week, listing_id, kind: 'free' }, 50, NOON)).toBe(at < 2);
    const refused = await refusal(setWeekCapacity(team, { week, room: 1 }));
    expect(refused).toMatchObject({ code: 'invalid_input', errors: [{ path: 'room', message: expect.stringContaining('at least 2') }] });
    expect((await listWeekCapacities(team)).weeks.find((one) => one.week_on === week)).toMatchObject({ room: 2, taken: 2 });
    await undoLast('week', week);
    expect((await listWeekCapacities(team)).weeks.find((one) => one.week_on === week)).toMatchObject({ room: null, taken: 2 });
    expect(await setWeekCapacity(team, { week, room: null })).toBeNull();
    expect(await refusal(setWeekCapacity(team, { week: addDays(week, 1), room: 3 }))).toMatchObject({ code: 'launch_week_not_found' });
    expect(await refusal(setWeekCapacity(team, { week: '2020-01-06', room: 3 }))).toMatchObject({ code: 'launch_week_not_found' });
  });

  test('count what launched in the running week and in past ones, and name what takes the slots', async () => {
    const { sql, site_id } = server;
    const { weeks, past } = await listWeekCapacities(team);
    for (const week of [weeks[0]!, past[0]!]) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from listings where site_id = ${site_id} and status = 'live' and launch_week_on = ${week.week_on}`;
      expect(row!.count).toBeGreaterThan(0);
      expect(week.launched).toBe(row!.count);
      expect((await getWeekForTeam(team, { week: week.week_on })).listings.length).toBe(row!.count);
    }
    const coming = weeks[15]!.week_on;
    const [one, two] = await sql<{ id: number }[]>`select id from listings where site_id = ${site_id} order by id limit 2`;
    const hold = { site_id, week_on: coming, kind: 'held', until: new Date(NOON.getTime() + 60_000) } as const;
    await takeSlot(sql, { ...hold, listing_id: one!.id }, 50, NOON);
    await takeSlot(sql, { site_id, week_on: coming, listing_id: two!.id, kind: 'paid' }, 50, NOON);
    expect((await listWeekCapacities(team)).weeks[15]).toMatchObject({ taken: 2, free: 0, paid: 1, held: 1, launched: 0 });
    const { listings } = await getWeekForTeam(team, { week: coming });
    expect(listings.map(({ listing_id, kind, is_relaunch }) => ({ listing_id, kind, is_relaunch }))).toEqual([
      { listing_id: two!.id, kind: 'paid', is_relaunch: true },
      { listing_id: one!.id, kind: 'held', is_relaunch: true },
    ]);
    expect(await refusal(getWeekForTeam(team, { week: addDays(coming, 1) }))).toMatchObject({ code: 'launch_week_not_found' });
  });
});

describe('settings', () => {
  test('are changed as a whole without touching other stored settings, and undone', async () => {
    const { sql, site_id } = server;
    await sql`update sites set settings = settings || '{"seller":{"country":"PT"},"limits":{"oauth_tokens":5}}' where id = ${site_id}`;
    const before = await getSiteSettings(team);
    await changeSettings(team, { ...before, name: 'Quayside', time_zone: 'Europe/Lisbon', week_room: 12, reads: 900 });
    const [row] = await sql`select name, time_zone, settings from sites where id = ${site_id}`;
    expect(row).toMatchObject({
      name: 'Quayside',
      time_zone: 'Europe/Lisbon',
      settings: { week_room: 12, seller: { country: 'PT' }, limits: { reads: 900, oauth_tokens: 5 } },
    });
    expect((await loadWeekSettings(sql, site_id)).week_room).toBe(12);
    await undoLast('site', site_id);
    expect(await getSiteSettings(team)).toEqual(before);
    expect((await sql`select settings from sites where id = ${site_id}`)[0]!.settings).toMatchObject({ limits: { oauth_tokens: 5 } });
    expect(await changeSettings(team, before)).toBeNull();
  });

  test('contain the security contact and the sites of done-for-you orders', async () => {
    const done_for_you_sites = [
      { name: 'One Launch', url: 'https://one.example/submit' },
      { name: 'Two Launch', url: null },
    ];
    await changeSettings(team, { security_contact: 'safe@team.example', done_for_you_sites });
    expect(await (await server.get('/.well-known/security.txt')).text()).toContain('Contact: mailto:safe@team.example');
    const [row] = await server.sql`select settings from sites where id = ${server.site_id}`;
    expect(buildTeamSteps(row!.settings).map(({ title }) => title)).toContain('Submit to Two Launch');
    for (const [path, wrong] of [
      ['security_contact', { security_contact: 'javascript:alert(1)' }],
      ['security_contact', { security_contact: 'a@b.c\nExpires: never' }],
      ['done_for_you_sites', { done_for_you_sites: [{ name: 'A', url: 'javascript:alert(1)' }] }],
    ] as const)
      expect(await refusal(changeSettings(team, wrong as never))).toMatchObject({ code: 'invalid_input', errors: [{ path }] });
    await undoLast('site', server.site_id);
    expect(await getSiteSettings(team)).toMatchObject({ security_contact: null, done_for_you_sites: [] });
    expect((await server.sql`select settings from sites where id = ${server.site_id}`)[0]!.settings).not.toHaveProperty('security_contact');
  });

  test('that are invalid are refused with an error for each field', async () => {
    const before = await getSiteSettings(team);
    const refused = await refusal(
      changeSettings(team, {
        ...before,
        time_zone: 'Atlantis/Harbour',
        week_room: -1,
        free_weeks_ahead: 9,
        free_weeks_at_most: 3,
        writes: 0,
      }),
    );
    expect(refused.errors!.map(({ path }) => path).sort()).toEqual(['free_weeks_at_most', 'time_zone', 'week_room', 'writes']);
    expect(await getSiteSettings(team)).toEqual(before);
  });
});

describe('metric sources', () => {
  const SOURCE = {
    name: 'domain_rating',
    url_template: 'https://ratings.example/{domain}',
    json_path: 'rating',
    source: 'Ratings',
  } as const;

  test('are set by the team; their secrets are not shown, not logged, and not sent to another host', async () => {
    const { sql, site_id } = server;
    const stored = async () => (await sql`select settings->'metric_sources' as told from sites where id = ${site_id}`)[0]!.told;
    await setMetricSource(team, { ...SOURCE, headers: { 'X-Key': 'very-secret' } });
    expect(await stored()).toMatchObject([{ name: 'domain_rating', headers: { 'X-Key': 'very-secret' }, allow_private: false }]);
    expect(JSON.stringify(await getMetricSources(team))).not.toContain('very-secret');
    expect(JSON.stringify(await listActsAbout(team, 'metric', 'domain_rating'))).not.toContain('very-secret');
    await setMetricSource(team, { ...SOURCE, url_template: 'https://ratings.example/v2/{domain}' });
    expect((await stored())[0].headers).toEqual({ 'X-Key': 'very-secret' });
    await sql`update sites set settings = jsonb_set(settings, '{metric_sources,0,allow_private}', 'true') where id = ${site_id}`;
    await setMetricSource(team, { ...SOURCE, url_template: 'https://elsewhere.example/{domain}' });
    expect((await stored())[0]).toMatchObject({ allow_private: false });
    expect((await stored())[0].headers).toBeUndefined();
    expect(await refusal(setMetricSource(team, { ...SOURCE, url_template: 'ftp://x/{domain}' }))).toMatchObject({ code: 'invalid_input' });
    // A source that lost its secret cannot be restored without it.
    expect(await refusal(undoLast('metric', 'domain_rating'))).toMatchObject({ code: 'act_stands' });
    await setMetricSource(team, { name: 'domain_rating' });
    expect(await stored()).toEqual([]);
    await undoLast('metric', 'domain_rating');
    expect(await stored()).toMatchObject([{ url_template: 'https://elsewhere.example/{domain}' }]);
  });
});

describe('site admins', () => {
  test('are added by mail address and removed, but never the last one', async () => {
    const { sql } = server;
    const [id] = await makeVoters(sql, [{ email: 'second@team.example' }]);
    expect(await refusal(removeSiteAdmin(team, { account_id: team.caller.account_id }))).toMatchObject({ code: 'last_site_admin' });
    expect(await refusal(addSiteAdmin(team, { email: 'nobody@team.example' }))).toMatchObject({ code: 'invalid_input' });
    await addSiteAdmin(team, { email: 'Second@team.example' });
    expect((await getSiteTeam(team)).site_admins.map(({ email }) => email)).toEqual(['admin@team.example', 'second@team.example']);
    const second = as(id!, { sql, site: team.site, clock });
    await removeSiteAdmin(second, { account_id: team.caller.account_id });
    expect(await refusal(getSiteTeam(team))).toMatchObject({ code: 'not_found' });
    expect(await refusal(removeSiteAdmin(second, { account_id: id! }))).toMatchObject({ code: 'last_site_admin' });
    await undoAct(second, { id: (await listActsAbout(second, 'account', team.caller.account_id))[0]!.id });
    expect((await getSiteTeam(team)).site_admins).toHaveLength(2);
    // No address is in the log.
    expect(JSON.stringify(await sql`select title, before, after, reason from team_acts where record = 'account'`)).not.toContain('@');
  });
});

describe('the network', () => {
  test('is for network admins only: a site admin gets not_found', async () => {
    for (const act of [
      () => listFailedJobs(team),
      () => retryJob(team, { id: '1' }),
      () => retryMail(team, { id: 1 }),
      () => listNetworkSites(team),
      () => createNetworkSite(team, { key: 'a', name: 'A', root: 'https://a.example', time_zone: 'UTC', tagline: '', purpose: '' }),
    ])
      expect(await refusal(act())).toMatchObject({ code: 'not_found' });
  });

  test('a failed job is retried at once', async () => {
    const { sql } = server;
    await sql`select graphile_worker.add_job('turn_weeks', '{}'::json, max_attempts => 3)`;
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'The shelf fell', run_at = now() + interval '1 day'`;
    const [job] = await listFailedJobs(network);
    expect(job).toMatchObject({ task: 'turn_weeks', given_up: true, last_error: 'The shelf fell' });
    await retryJob(network, { id: job!.id });
    const [row] = await sql`select attempts, run_at <= now() as due from graphile_worker.jobs where id = ${job!.id}`;
    expect(row).toEqual({ attempts: 0, due: true });
    expect(await refusal(retryJob(network, { id: '999999' }))).toMatchObject({ code: 'job_not_found' });
  });

  test('a failed mail is queued again with its text', async () => {
    const { sql } = server;
    await sendMail(network, 'late@example.com', { subject: 'Late', text: 'words', html: 'words' });
    const [mail] = await sql<
      { id: number }[]
    >`update mails set status = 'failed', last_error = '550' where to_email = 'late@example.com' returning id`;
    await sql`delete from graphile_worker._private_jobs`;
    await retryMail(network, { id: mail!.id });
    expect((await sql`select status, body_text, last_error from mails where id = ${mail!.id}`)[0]).toEqual({
      status: 'waiting',
      body_text: 'words',
      last_error: null,
    });
    expect(await sql`select from graphile_worker.jobs where task_identifier = 'send_mail'`).toHaveLength(1);
    expect(await refusal(retryMail(network, { id: mail!.id }))).toMatchObject({ code: 'mail_not_found' });
  });

  test('gets another site, with a key and an address of its own', async () => {
    const SITE = { key: 'garden', name: 'Garden', root: 'https://garden.example/', time_zone: 'Europe/Berlin', tagline: '', purpose: '' };
    await createNetworkSite(network, SITE);
    expect((await listNetworkSites(network)).at(-1)).toMatchObject({ key: 'garden', root: 'https://garden.example', live: 0, admins: 0 });
    for (const [path, more] of [
      ['root', {}],
      ['key', { root: 'https://other.example' }],
      ['root', { key: 'b', root: 'https://b.example/path' }],
      ['root', { key: 'b', root: 'javascript:alert(1)' }],
      ['time_zone', { key: 'b', root: 'https://b.example', time_zone: 'Nowhere' }],
    ] as const)
      expect(await refusal(createNetworkSite(network, { ...SITE, ...more }))).toMatchObject({ code: 'invalid_input', errors: [{ path }] });
  });
});
