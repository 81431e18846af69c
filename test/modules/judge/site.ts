import { judge } from '../../../src/modules/drafts/judge/judge.ts';
import type { Judgement } from '../../../src/modules/drafts/judge/judgement.ts';
import type { PageText, Piece, Source } from '../../../src/modules/drafts/page/page.ts';
import type { CategoryName, Quote } from '../../../src/modules/drafts/proposal.ts';

export const HOME = 'https://acme.test/';
export const ABOUT = 'https://acme.test/about/';

export const piece = (text: string, source: Source = 'visible'): Piece => ({ source, text });
export const pageOf = (url: string, ...pieces: (string | Piece)[]): PageText => ({
  url,
  pieces: pieces.map((one) => (typeof one === 'string' ? piece(one) : one)),
});
export const quoted = (quote: string, url = HOME): Quote => ({ quote, url });

export const CATEGORIES: CategoryName[] = [
  { slug: 'developer-tools', name: 'Developer tools', description: null },
  { slug: 'finance', name: 'Finance & accounting', description: null },
  { slug: 'scheduling', name: 'Scheduling', description: null },
  { slug: 'games', name: 'Games', description: null },
  { slug: 'sleep', name: 'Sleep & rest', description: null },
  { slug: 'work', name: 'Work & teams', description: null },
  { slug: 'buchhaltung', name: 'Buchhaltung', description: null },
  { slug: 'video', name: '動画', description: null },
];

type FieldName = keyof Judgement['fields'];

/** What becomes of one field that is quoted as it stands: one page, of which the pieces given are all. */
export const judged = (field: FieldName, value: unknown, pieces: (string | Piece)[], quotes?: string[]): unknown => {
  const page = pageOf(HOME, ...pieces);
  const evidence = (quotes ?? page.pieces.map(({ text }) => text)).map((quote) => quoted(quote));
  return judge({ fields: { [field]: { value, evidence } } }, [page], CATEGORIES).fields[field]?.value ?? null;
};

/** How often a property is tried; FUZZ=20 looks twenty times as long. */
export const runs = (times: number) => ({ numRuns: times * Number(process.env.FUZZ ?? 1) });
