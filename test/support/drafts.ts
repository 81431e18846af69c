import type { Db } from '../../src/kernel/context.ts';
import { emptyContent, NOTHING_FOUND, withDrafted } from '../../src/modules/drafts/content.ts';
import type { Proposal } from '../../src/modules/drafts/proposal.ts';
import { writeContent, writeKept } from '../../src/modules/drafts/queries.ts';
import { completenessOf } from '../../src/modules/drafts/rules.ts';
import type { Client } from '../../src/registry.ts';
import { ProblemAnswer } from '../../src/surfaces/client.ts';
import { type Member, NOON, type TestServer } from './server.ts';
import { until } from './until.ts';

type Draft = Awaited<ReturnType<Client['get_draft']>>;

/** Asks for a draft until nothing is being read or drafted any more. */
export const settled = (client: Client, id: string): Promise<Draft> =>
  until(async () => {
    const draft = await client.get_draft({ id });
    const waits = ['crawling', 'drafting'].includes(draft.status) || draft.redrafting.length > 0 || draft.competitor?.status === 'reading';
    return !waits && draft;
  });

const HOME = 'https://acme.example/';
const quoted = <V>(value: V, quote = String(value)) => ({ value, evidence: [{ quote, url: HOME }] });

/** What a drafter found on a site that says enough for a listing. */
export const FOUND: Proposal = {
  ...NOTHING_FOUND,
  fields: {
    name: quoted('Acme Notes'),
    tagline: quoted('Notes that find themselves'),
    description: quoted('Acme Notes keeps the notes of small teams and finds them again by what they are about.'),
    categories: quoted(['Accounting'], 'for your accounting'),
    country: quoted('PT', 'Lisbon, Portugal'),
    founded_year: quoted('2021', 'founded in 2021'),
    features: quoted(['Search by meaning', 'Shared notebooks']),
    logo_url: quoted('https://acme.example/logo.png'),
  },
  faqs: [{ question: 'Is it free?', answer: 'For three people.', evidence: [{ quote: 'Is it free?', url: HOME }] }],
  founders: [{ name: 'Ines Duarte', title: 'Founder', bio: null, evidence: [{ quote: 'Ines Duarte, Founder', url: HOME }] }],
  company_socials: { github: quoted('https://github.com/acme-notes-example') },
};

let numbers = 0;

/** A draft as it is once it has been read and drafted, without waiting for it. Each is of a website of its own. */
export const readyDraft = async (
  { sql }: Pick<TestServer, 'sql'>,
  { client }: Pick<Member, 'client'>,
  { url = `https://acme-${++numbers}.example`, found = FOUND }: { url?: string; found?: Proposal } = {},
): Promise<Draft> => {
  const { id } = await client.submit_listing({ url });
  await writeFound(sql, id, found);
  return client.get_draft({ id });
};

/** Writes what a drafter found into a draft, as the jobs would have. */
export const writeFound = async (sql: Db, id: string, found: Proposal): Promise<void> => {
  const content = withDrafted(emptyContent(), found);
  await writeContent(sql, id, content, completenessOf(content), NOON);
  await writeKept(sql, id, {
    original: found,
    drafter: { name: 'built-in', note: null },
    robots: { found: true, allowed: true, rules: [] },
  });
  await sql`insert into draft_pages (site_id, draft_id, position, url, status, read_at) select site_id, id, 0, ${HOME}, 200, ${NOON} from drafts where id = ${id}`;
  await sql`update drafts set status = 'ready' where id = ${id}`;
};

/** What a call is refused with. */
export const problemOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemAnswer) return error.problem;
    throw error;
  }
  throw new Error('It was not refused.');
};
