import type { Db } from '../../../src/kernel/context.ts';
import { emptyContent, withProposal } from '../../../src/modules/drafts/content.ts';
import { updateDraftContent, updateDraftState } from '../../../src/modules/drafts/queries.ts';
import { computeCompleteness } from '../../../src/modules/drafts/rules.ts';
import { EMPTY_PROPOSAL, type Proposal } from '../../../src/modules/extraction/proposal.ts';
import type { Client } from '../../../src/registry.ts';
import { ProblemError } from '../client.ts';
import { type Member, NOON, type TestServer } from '../server.ts';
import { until } from '../until.ts';

type Draft = Awaited<ReturnType<Client['get_draft']>>;

/** Polls a draft until crawling and drafting are done. */
export const waitForDraft = (client: Client, id: string): Promise<Draft> =>
  until(async () => {
    const draft = await client.get_draft({ id });
    const waits = ['crawling', 'drafting'].includes(draft.status) || draft.redrafting.length > 0 || draft.competitor?.status === 'reading';
    return !waits && draft;
  });

const HOME = 'https://acme.example/';
const quoted = <V>(value: V, quote = String(value)) => ({ value, evidence: [{ quote, url: HOME }] });

/** A proposal with enough for a listing. */
export const COMPLETE_PROPOSAL: Proposal = {
  ...EMPTY_PROPOSAL,
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

/** A ready draft without waiting for jobs. Each has a website of its own. */
export const readyDraft = async (
  { sql }: Pick<TestServer, 'sql'>,
  { client }: Pick<Member, 'client'>,
  { url = `https://acme-${++numbers}.example`, found = COMPLETE_PROPOSAL }: { url?: string; found?: Proposal } = {},
): Promise<Draft> => {
  const { id } = await client.submit_listing({ url });
  await writeFound(sql, id, found);
  return client.get_draft({ id });
};

/** Writes a proposal into a draft, as the jobs would. */
export const writeFound = async (sql: Db, id: string, found: Proposal): Promise<void> => {
  const content = withProposal(emptyContent(), found);
  await updateDraftContent(sql, id, content, computeCompleteness(content), NOON);
  await updateDraftState(sql, id, {
    original: found,
    drafter: { name: 'built-in', note: null },
    robots: { found: true, allowed: true, rules: [] },
  });
  await sql`insert into draft_pages (site_id, draft_id, position, url, status, read_at) select site_id, id, 0, ${HOME}, 200, ${NOON} from drafts where id = ${id}`;
  await sql`update drafts set status = 'ready' where id = ${id}`;
};

/** The problem a call is refused with. */
export const getProblem = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('It was not refused.');
};
