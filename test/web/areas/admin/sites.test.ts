import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemo } from '../../../../src/demo/load.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { startSession } from '../../../../src/modules/accounts/credentials/sessions.ts';
import { sendMail } from '../../../../src/modules/accounts/mail/outbox.ts';
import { createSite } from '../../../../src/modules/sites/sites.ts';
import { FORM_ACTIONS } from '../../../../src/web/server/form-table.ts';
import { WEB_PAGES } from '../../../../src/web/server/routes.ts';
import { cookieName } from '../../../../src/web/server/sessions.ts';
import { FEW_VOTES, NOON, useServer } from '../../../support/server.ts';
import { noteWrites, stateOf } from '../../../support/two-sites.ts';
import { until } from '../../../support/until.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
/** Part of every name on the second site. */
const MARK = 'Zweitseite';

let here: Site;
let there: Site;
/** Somebody who only uses the other site. */
let stranger: number;
type Who = 'here' | 'there' | 'network' | 'member';
const tokens = {} as Record<Who, string>;
const accounts = {} as Record<Who, number>;

interface Reply {
  status: number;
  location: string | undefined;
  body: string;
}

/** Sends a browser request to one of the two sites, as if behind a proxy. */
const sendRequest = (site: Site, who: Who | null, path: string, fields?: Record<string, string>): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { host } = new URL(site.root);
    const body = fields && new URLSearchParams(fields).toString();
    const headers = {
      host,
      ...(who && { cookie: `${cookieName(site.root, 'lw_session')}=${tokens[who]}` }),
      ...(body !== undefined && { origin: site.root, 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const { port } = new URL(server.address);
    const outgoing = request({ host: '127.0.0.1', port, path, method: fields ? 'POST' : 'GET', headers, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      reply.on('end', () => resolve({ status: reply.statusCode!, location: reply.headers.location, body: text }));
    });
    outgoing.on('error', reject).end(body);
  });

beforeAll(async () => {
  const { sql, site_id } = server;
  const new_site = { key: 'second', name: 'Second', tagline: '', purpose: '', root: 'http://second.example', time_zone: 'UTC' };
  const second = await createSite(sql, new_site);
  await loadDemo(sql, second, NOON, 'UTC', FEW_VOTES);
  for (const table of ['listings', 'categories', 'category_attributes', 'founders'])
    await sql`update ${sql(table)} set name = name || ${` ${MARK}`} where site_id = ${second}`;
  await sql`update blog_posts set title = title || ${` ${MARK}`} where site_id = ${second}`;
  await sql`update interview_questions set question = question || ${` ${MARK}`} where site_id = ${second}`;
  here = { ...(await siteOf(sql, site_id)), root: server.root };
  there = await siteOf(sql, second);
  const ids = await makeVoters(sql, [{ email: 'here@team.example' }, { email: `there@${MARK.toLowerCase()}.example` }, {}, {}]);
  for (const [index, who] of (['here', 'there', 'network', 'member'] as const).entries()) {
    accounts[who] = ids[index]!;
    const ctx = { sql, clock, site: who === 'there' ? there : here };
    tokens[who] = (await startSession(ctx, ids[index]!, { address: '127.0.0.1', known: null } as never, true)).token;
  }
  await sql`insert into account_roles (account_id, site_id, role) values (${accounts.here}, ${here.id}, 'site_admin'), (${accounts.there}, ${second}, 'site_admin')`;
  await sql`update accounts set is_network_admin = true where id = ${accounts.network}`;
  await sendMail(as(accounts.there, { sql, site: there, clock }), 'x@example.com', { subject: `A ${MARK}`, text: 'a', html: 'a' });
  await sql`
    insert into objections (site_id, listing_id, account_id, message, created_at, updated_at)
    select site_id, id, ${accounts.member}, ${`Mine, ${MARK}`}, ${NOON}, ${NOON} from listings where site_id = ${second} limit 1`;
  await sql`
    insert into claims (site_id, listing_id, account_id, method, token, expires_at, created_at, updated_at)
    select site_id, id, ${accounts.member}, 'dns', 'token', ${new Date('2027-01-01')}, ${NOON}, ${NOON} from listings where site_id = ${second} limit 1`;
  await sql`
    insert into listing_versions (site_id, listing_id, source, before, after, created_at)
    select site_id, id, 'owner', jsonb_build_object('tagline', ${MARK}::text), jsonb_build_object('tagline', tagline), ${NOON}
    from listings where site_id = ${second} limit 1`;
  await sql`insert into team_acts (site_id, account_id, act, record, record_id, title, at) values (${second}, ${accounts.there}, 'hide_founder', 'founder', '1', ${MARK}, ${NOON})`;
  await sql`insert into promo_codes (site_id, code, percent, products, active, created_at) values (${second}, ${MARK.toUpperCase()}, 10, '{}', true, ${NOON})`;
  [stranger] = (await makeVoters(sql, [{ email: `person@${MARK.toLowerCase()}.example` }])) as [number];
  await sql`insert into site_members (site_id, account_id, joined_at) values (${second}, ${stranger}, ${NOON})`;
  await sql`insert into saved_replies (site_id, title, body, created_at) values (${second}, ${MARK}, ${MARK}, ${NOON})`;
  await sql`
    insert into approvals (site_id, listing_id, plan, requested_at) select site_id, min(id), 'free', ${NOON} from listings where site_id in (${here.id}, ${second}) group by 1`;
  await sql`
    insert into webhooks (site_id, url, kinds, secret, created_at, updated_at)
    select id, 'https://' || case id when ${second} then ${MARK} else 'ours' end || '.example/changes', '{}', 'whsec_c2VjcmV0', ${NOON}, ${NOON}
    from sites where id in (${here.id}, ${second})`;
  for (const [site_id, name] of [
    [server.site_id, 'ours.csv'],
    [second, `${MARK}.csv`],
  ] as const)
    await sql`insert into imports (site_id, file_name, status, created_at, updated_at) values (${site_id}, ${name}, 'done', ${NOON}, ${NOON})`;
  for (const { id, says } of [
    { id: here.id, says: 'A question' },
    { id: second, says: MARK },
  ])
    await sql`
      insert into contact_messages (site_id, name, email, subject, body, created_at, updated_at)
      values (${id}, ${says}, 'bo@people.example', ${says}, ${says}, ${NOON}, ${NOON})`;
  await until(async () => (await sendRequest(there, null, '/')).status === 200);
});

/** Table of the record that a path's id refers to. */
const TABLES: [RegExp, string][] = [
  [/\/listings\//, 'listings'],
  [/\/import\//, 'imports'],
  [/\/edits\//, 'listing_versions'],
  [/\/categories\//, 'categories'],
  [/\/attributes\//, 'category_attributes'],
  [/\/founders\//, 'founders'],
  [/\/blog\//, 'blog_posts'],
  [/\/questions\//, 'interview_questions'],
  [/\/objections\//, 'objections'],
  [/\/claims\//, 'claims'],
  [/\/mail\//, 'mails'],
  [/\/log\//, 'team_acts'],
  [/\/reviews\//, 'reviews'],
  [/\/promo-codes\//, 'promo_codes'],
  [/\/approvals\//, 'listings'],
  [/\/replies\//, 'saved_replies'],
  [/\/messages\//, 'contact_messages'],
  [/\/webhooks\//, 'webhooks'],
];

/** Id of a record of the site that fits the path. */
const recordIdFor = async (path: string, site: Site): Promise<string> => {
  if (path.includes('/users/')) return String(site === here ? accounts.here : stranger);
  const table = TABLES.find(([pattern]) => pattern.test(path))?.[1];
  if (!table) return '1';
  const [row] = await server.sql<{ id: number }[]>`select id from ${server.sql(table)} where site_id = ${site.id} order by id limit 1`;
  return String(row?.id ?? 1);
};

const fillPath = async (path: string, site: Site): Promise<string> =>
  path
    .replace(':id', await recordIdFor(path, site))
    .replace(':week', '2026-11-23')
    .replace(':number', 'LW-AAAAAAAA')
    .replace(':name', 'revenue')
    .replace(':kind', 'terms');

const TEAM_PAGES = WEB_PAGES.filter((page) => page.for === 'team' || page.for === 'admin');
const TEAM_ACTIONS = FORM_ACTIONS.filter((action) => action.for === 'team' || action.for === 'admin');

describe.each(TEAM_PAGES.map((page) => [page.name, page] as const))('%s', (_name, page) => {
  test('is only for the team of its own site', async () => {
    const [ours, theirs] = [await fillPath(page.path, here), await fillPath(page.path, there)];
    expect(await sendRequest(here, null, ours)).toMatchObject({ status: 303, location: expect.stringMatching(/^\/sign-in/) });
    expect((await sendRequest(here, 'member', ours)).status).toBe(404);
    expect((await sendRequest(there, 'here', theirs)).status).toBe(404);
    expect((await sendRequest(here, 'there', ours)).status).toBe(404);
    const is_loadable = !/:(number)/.test(page.path) && page.name !== 'admin_letter';
    if (page.for === 'admin') expect((await sendRequest(here, 'here', ours)).status).toBe(404);
    else if (is_loadable) expect((await sendRequest(here, 'here', ours)).status).toBe(200);
    if (is_loadable) expect((await sendRequest(here, 'network', ours)).status).toBe(200);
  });

  test('shows no data of another site', async () => {
    if (page.for === 'admin') return;
    const own = await sendRequest(here, 'here', await fillPath(page.path, here));
    expect(own.body.toLowerCase()).not.toContain(MARK.toLowerCase());
    if (!page.path.includes(':id')) return;
    const other = await sendRequest(here, 'here', await fillPath(page.path, there));
    expect(other.status).toBe(404);
    expect(other.body).not.toContain(MARK);
  });
});

/** A valid value for each field. */
const FIELDS: Record<string, string> = {
  cause: 'spam',
  into: 'ledgerly',
  name: 'A name',
  question: 'Why?',
  title: 'A title',
  author_name: 'Mara',
  excerpt: 'Short',
  body_markdown: 'Text',
  way: 'up',
  time_zone: 'UTC',
  email: 'there@zweitseite.example',
  decision: 'remove',
  existing: 'skip',
  reason: 'Because',
  note: 'Because',
  counts: 'yes',
  answer: 'No.',
  room: '70',
  active: 'no',
  role: 'site_admin',
};

describe('every team action', () => {
  let before: Record<string, number>;
  beforeAll(async () => {
    await noteWrites(server);
    before = await stateOf(server, there.id);
  });

  test.each(TEAM_ACTIONS.map((action) => [action.path, action] as const))('%s does not change another site', async (path, action) => {
    const theirs = await fillPath(path, there);
    const fields: Record<string, string> = {};
    for (const name of Object.keys(action.input.properties))
      if (!path.includes(`:${name}`) && FIELDS[name] !== undefined) fields[name] = FIELDS[name];
    for (const name of ['id', 'review_id', 'seq', 'account_id', 'act_id'])
      if (name in action.input.properties && !path.includes(`:${name}`))
        fields[name] = name === 'account_id' ? String(accounts.there) : await recordIdFor(path, there);
    expect((await sendRequest(there, 'here', theirs, fields)).status).toBe(404);
    expect((await sendRequest(here, 'member', theirs, fields)).status).toBe(404);
    const cross_site = await sendRequest(here, 'here', theirs, fields);
    if (/:(id|number)/.test(path) || 'id' in fields) expect(cross_site.status).toBe(404);
    if (action.for === 'admin') expect(cross_site.status).toBe(404);
    expect(cross_site.body).not.toContain(MARK);
    const [was, now] = [before, await stateOf(server, there.id)];
    before = now;
    expect(now).toEqual(was);
  });
});

test('site admins get no links to pages for network admins', async () => {
  const network_links = TEAM_PAGES.filter((page) => page.for === 'admin' && !page.path.includes(':')).map(({ path }) => `href="${path}"`);
  const [own, all] = [(await sendRequest(here, 'here', '/admin')).body, (await sendRequest(here, 'network', '/admin')).body];
  expect(network_links.length).toBeGreaterThan(2);
  for (const link of network_links) expect([own.includes(link), all.includes(link)]).toEqual([false, true]);
});
