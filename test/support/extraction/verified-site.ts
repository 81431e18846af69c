import type { PageText, TextPiece, TextSource } from '../../../src/modules/extraction/parse/page.ts';
import type { CategoryOption, EvidenceQuote } from '../../../src/modules/extraction/proposal.ts';
import type { Verification } from '../../../src/modules/extraction/verify/ruling.ts';
import { verifyProposal } from '../../../src/modules/extraction/verify/verify.ts';

export const HOME = 'https://acme.test/';
export const ABOUT = 'https://acme.test/about/';

export const makePiece = (text: string, source: TextSource = 'visible'): TextPiece => ({ source, text });
export const makePageText = (url: string, ...pieces: (string | TextPiece)[]): PageText => ({
  url,
  pieces: pieces.map((one) => (typeof one === 'string' ? makePiece(one) : one)),
});
export const makeQuote = (quote: string, url = HOME): EvidenceQuote => ({ quote, url });

export const CATEGORIES: CategoryOption[] = [
  { slug: 'developer-tools', name: 'Developer tools', description: null },
  { slug: 'finance', name: 'Finance & accounting', description: null },
  { slug: 'scheduling', name: 'Scheduling', description: null },
  { slug: 'games', name: 'Games', description: null },
  { slug: 'sleep', name: 'Sleep & rest', description: null },
  { slug: 'work', name: 'Work & teams', description: null },
  { slug: 'buchhaltung', name: 'Buchhaltung', description: null },
  { slug: 'video', name: '動画', description: null },
];

type FieldName = keyof Verification['fields'];

/** The verified value of one field, from a page that consists of the given pieces. */
export const verifyField = (field: FieldName, value: unknown, pieces: (string | TextPiece)[], quotes?: string[]): unknown => {
  const page = makePageText(HOME, ...pieces);
  const evidence = (quotes ?? page.pieces.map(({ text }) => text)).map((quote) => makeQuote(quote));
  return verifyProposal({ fields: { [field]: { value, evidence } } }, [page], CATEGORIES).fields[field]?.value ?? null;
};

/** How often a property is tried; FUZZ=20 runs it twenty times as often. */
export const fuzzRuns = (times: number) => ({ numRuns: times * Number(process.env.FUZZ ?? 1) });
