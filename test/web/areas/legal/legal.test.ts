import { beforeAll, expect, test } from 'vitest';
import { LEGAL_KINDS, type LegalKind, placeholdersIn } from '../../../../src/modules/content/legal/kinds.ts';
import { type LegalFacts, RETENTION_DAYS } from '../../../../src/modules/content/legal/templates/facts.ts';
import { writeTemplate } from '../../../../src/modules/content/legal/templates/templates.ts';
import { RETENTION_RULES } from '../../../../src/retention/rules.ts';
import { LANGUAGE_COOKIE } from '../../../../src/web/server/language.ts';
import { BROWSER_COOKIE, cookieName, KNOWN_COOKIE, POSITION_COOKIE } from '../../../../src/web/server/sessions.ts';
import { Person } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { useServer } from '../../../support/server.ts';
import { siteOf } from '../../../support/voters.ts';

const server = useServer();
let team: Person;

const signInAsTeam = async (email: string) => {
  const person = await new Person(server).signIn(email);
  await server.sql`
    insert into account_roles (account_id, site_id, role)
    select id, ${server.site_id}, 'site_admin' from accounts where email = ${email}`;
  return person;
};

beforeAll(async () => {
  team = await signInAsTeam('law@team.example');
});

const visitor = () => new Person(server);
const textOf = async (person: Person, path: string) => (await person.get(path)).text();
const publish = (kind: string, body_markdown: string, title = `The ${kind}`) =>
  team.send(`/admin/legal/${kind}`, { act: 'publish', title, body_markdown });
const accepted = (email: string) => server.sql`
  select a.kind, a.number from legal_acceptances a join accounts c on c.id = a.account_id where c.email = ${email} order by a.kind, a.number`;

test.each([
  { language: 'en', model: 'language model', days: 'days' },
  { language: 'de', model: 'Sprachmodell', days: 'Tage' },
  { language: 'es', model: 'modelo de lenguaje', days: 'días' },
] as const)('templates ($language) state what the site does, and leave places to fill in', async ({ language, model, days }) => {
  const facts = {
    site: { ...(await siteOf(server.sql, server.site_id)), language },
    seller: null,
    providers: [],
    pays_by: null,
    has_model: false,
    checks_vat: false,
  };
  const write = (kind: LegalKind, more: Partial<LegalFacts> = {}) => writeTemplate(kind, { ...facts, ...more }).body_markdown;
  for (const cookie of [cookieName('', 'lw_session'), BROWSER_COOKIE, KNOWN_COOKIE, POSITION_COOKIE, LANGUAGE_COOKIE])
    expect(write('privacy')).toContain(`\`${cookie}\``);
  for (const [table, number] of Object.entries(RETENTION_DAYS)) {
    expect(RETENTION_RULES.filter((rule) => rule.table === table).map(({ keep_hours }) => keep_hours / 24)).toContain(number);
    expect(write('privacy')).toContain(`: ${number} ${days}.`);
  }
  for (const name of ['Stripe', model, 'VIES', 'Acme ID']) expect(write('privacy')).not.toContain(name);
  const seller = { name: 'Quay Ltd', lines: ['Rua 1'], country: 'PT', vat_number: 'PT123456789', email: 'hello@quay.example' };
  const complete = { seller, providers: ['Acme ID'], pays_by: 'stripe' as const, has_model: true, checks_vat: true };
  for (const name of ['Stripe', model, 'VIES', 'Acme ID', 'Quay Ltd', 'Portugal', 'hello@quay.example'])
    expect(write('privacy', complete)).toContain(name);
  expect(write('imprint', complete)).toContain('PT123456789');
  const kinds = Object.keys(LEGAL_KINDS) as LegalKind[];
  for (const kind of kinds) {
    const text = write(kind, complete);
    expect(placeholdersIn(text).length).toBeGreaterThan(0);
    // What is in brackets is found, whatever its length.
    expect(placeholdersIn(text)).toHaveLength(new Set(text.match(/\[\[.*?\]\]/g)).size);
  }
  const links = kinds.flatMap((kind) => [...write(kind, complete).matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path!));
  for (const path of new Set(links.filter((path) => !/^\/(legal|contact)/.test(path))))
    expect((await visitor().get(path)).status).toBeLessThan(400);
});

test('a page is drafted, previewed and published in versions that stay readable; undo brings the former back', async () => {
  expect((await visitor().get('/legal/imprint')).status).toBe(404);
  expect(await textOf(team, '/admin')).toContain('This site sells without an imprint.');
  const editor = await textOf(team, '/admin/legal/imprint');
  expect(editor).toContain('not legal advice');
  expect(editor).toContain('[[Name and address of the person responsible]]');
  const refused = await publish('imprint', 'We are [[Your name]].');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('still has to be filled in: [[Your name]]')]);
  const previewed = await (
    await team.send('/admin/legal/imprint', { act: 'preview', title: 'Imprint', body_markdown: 'We are **Quay**.' })
  ).text();
  expect(previewed).toContain('We are <strong>Quay</strong>.');
  await team.send('/admin/legal/imprint', { act: 'save', title: 'Imprint', body_markdown: 'A draft.' });
  expect(await textOf(team, '/admin/legal/imprint')).toContain('A draft.');
  expect((await visitor().get('/legal/imprint')).status).toBe(404);

  expect((await publish('imprint', 'We are **Quay**. <script>alert(1)</script>', 'Imprint')).headers.get('location')).toBe(
    '/admin/legal/imprint?done=published',
  );
  const page = await textOf(visitor(), '/legal/imprint');
  expect(page).toContain('We are <strong>Quay</strong>. &lt;script');
  await expect.poll(() => textOf(visitor(), '/')).toContain('<a href="/legal/imprint" dir="auto">Imprint</a>');
  expect(await textOf(visitor(), '/sitemaps/pages-1.xml')).toContain('/legal/imprint</loc>');
  const overview = await textOf(team, '/admin');
  expect(overview).not.toContain('without an imprint');
  expect(overview).toContain('href="/admin/legal/terms"');
  expect((await publish('imprint', 'We are **Quay**. <script>alert(1)</script>', 'Imprint')).headers.get('location')).toContain(
    'done=same',
  );

  await publish('imprint', 'We moved.', 'Imprint');
  expect(await textOf(visitor(), '/legal/imprint')).toContain('We moved.');
  expect(await textOf(visitor(), '/legal/imprint/versions/1')).toContain('This is an earlier version.');
  const undoLast = async () => {
    const [act] = await server.sql<{ id: number }[]>`select id from team_acts where record = 'legal_page' order by id desc limit 1`;
    await team.send('/admin/log/undo', { id: String(act!.id) });
  };
  await undoLast();
  expect(await textOf(visitor(), '/legal/imprint')).toContain('We are <strong>Quay');
  expect(await textOf(visitor(), '/legal/imprint/versions/2')).toContain('It was withdrawn.');
  await undoLast();
  expect(await textOf(visitor(), '/legal/imprint')).toContain('We moved.');
  for (const path of ['/legal/imprint/versions/3', '/legal/other', '/legal/imprint/versions/x'])
    expect((await visitor().get(path)).status).toBe(404);
});

test('signing in accepts the versions in force, and the export says which', async () => {
  const email = 'reader@people.example';
  await new Person(server).signIn(email);
  expect(await accepted(email)).toEqual([]);
  await publish('terms', 'Be kind.');
  await publish('privacy', 'We keep little.');
  await expect.poll(() => textOf(visitor(), '/sign-in')).toContain('By signing in you accept: <a href="/legal/terms"');
  expect(await textOf(visitor(), '/sign-up')).toContain('href="/legal/privacy"');
  await new Person(server).signIn(email);
  const first = [
    { kind: 'privacy', number: 1 },
    { kind: 'terms', number: 1 },
  ];
  expect(await accepted(email)).toEqual(first);
  await publish('terms', 'Be very kind.');
  const reader = await new Person(server).signIn(email);
  expect(await accepted(email)).toEqual([...first, { kind: 'terms', number: 2 }]);
  const exported = (await (await reader.send('/account/export')).json()) as { legal_acceptances: object[] };
  expect(exported.legal_acceptances).toContainEqual(expect.objectContaining({ kind: 'terms', number: 2 }));
  expect((await reader.send('/account/delete', { email })).status).toBe(303);
  expect(await accepted(email)).toEqual([]);
});

test('an order keeps the versions its buyer saw; changed terms are shown before payment', async () => {
  const { sql, site_id } = server;
  const buyer = await new Person(server).signIn('buyer@people.example');
  const [account] = await sql<{ id: number }[]>`select id from accounts where email = 'buyer@people.example'`;
  const { id: listing_id } = await saveListing(sql, site_id, { owner_id: account!.id });
  await sql`update listings set status = 'live', plan = 'free', launch_week_on = '2026-11-09', launched_at = now() where id = ${listing_id}`;
  await publish('refunds', 'Ask us.');
  const order = { site_id, account_id: account!.id, lines: [{ product: 'featured', listing_id }], status: 'pending' as const };
  const { number } = await makeOrder(sql, order);
  await expect.poll(() => textOf(buyer, `/checkout/${number}`)).toContain('value="terms 2, refunds 1"');
  const html = await textOf(buyer, `/checkout/${number}`);
  expect(html).toContain('By ordering you accept: <a href="/legal/terms"');
  const BILLING = { name: 'Bo', address: '1 Street', city: 'Springfield', country: 'US', email: 'buyer@people.example' };
  const [, cents] = /name="shown_cents" value="(\d+)"/.exec(html)!;
  const pay = (shown_terms: string) =>
    buyer.send(`/checkout/${number}/billing`, { ...BILLING, act: 'pay', shown_cents: cents!, shown_terms });
  await publish('terms', 'Be kind and quick.');
  const stale = await pay('terms 2, refunds 1');
  expect([stale.status, await stale.text()]).toEqual([400, expect.stringContaining('The terms have changed.')]);
  const stored = async () =>
    (await sql`select terms_version, refunds_version, terms_accepted_at is not null as has_time from orders where number = ${number}`)[0];
  expect(await stored()).toEqual({ terms_version: null, refunds_version: null, has_time: false });
  expect((await pay('terms 3, refunds 1')).status).toBe(303);
  expect(await stored()).toEqual({ terms_version: 3, refunds_version: 1, has_time: true });
  expect(await textOf(team, `/admin/orders/${number}`)).toContain('Terms, version 3');
});
