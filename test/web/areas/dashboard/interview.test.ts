import { expect, test } from 'vitest';
import { Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer();
const readPage = async (path: string): Promise<string> => (await server.get(path)).text();
/** Public pages are cached for up to a second. */
const waitForPage = (path: string, matches: (html: string) => boolean) => until(async () => matches(await readPage(path)));

test('a live listing shows its owner’s interview answers as text; emptied answers are removed', async () => {
  const ines = await new Person(server).signIn('ines@interview.example');
  const [account] = await server.sql<{ id: number }[]>`select id from accounts where email_key = 'ines@interview.example'`;
  const [listing] = await server.sql<{ id: number; slug: string; founder: string }[]>`
    select l.id, l.slug, f.slug as founder from listings l join listing_founders lf on lf.listing_id = l.id join founders f on f.id = lf.founder_id
    where l.status = 'live' order by l.id limit 1`;
  const { id, slug, founder } = listing!;
  await server.sql`update listings set owner_id = ${account!.id} where id = ${id}`;
  const [first, second] = (await server.client.list_interview_questions({})).items;
  const shown = `${first!.id} ${second!.id}`;
  const page = `/listings/${slug}`;
  expect(await readPage(page)).not.toContain('id="interview"');

  const answer = 'A boat <script>ran()</script> aground.\n\nThen another.';
  await ines.send('/dashboard/interview', { shown, [`answer.${first!.id}`]: answer });
  await waitForPage(page, (html) => html.includes('id="interview"'));
  const html = await readPage(page);
  expect(html).toContain(first!.question);
  expect(html).not.toContain(second!.question);
  expect(html).toContain('A boat &lt;script>ran()&lt;/script> aground.');
  expect(html).not.toContain('<script>ran()');
  await waitForPage(`/founders/${founder}`, (html) => html.includes(`href="/listings/${slug}#interview"`));

  await server.sql`update listings set status = 'scheduled' where id = ${id}`;
  await waitForPage(page, (html) => !html.includes('id="interview"'));
  await server.sql`update listings set status = 'live' where id = ${id}`;
  await waitForPage(page, (html) => html.includes('id="interview"'));

  await ines.send('/dashboard/interview', { shown });
  await waitForPage(page, (html) => !html.includes('id="interview"'));
  await waitForPage(`/founders/${founder}`, (html) => !html.includes('#interview'));
});
