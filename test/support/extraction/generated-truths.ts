import fc from 'fast-check';
import type { PageText, TextPiece, TextSource } from '../../../src/modules/extraction/parse/page.ts';
import { EMPTY_PROPOSAL, type EvidenceQuote, type Proposal } from '../../../src/modules/extraction/proposal.ts';
import { plain } from './verbatim.ts';

/** Sites generated from facts, with the proposal an honest extraction would make. */

export const WORDS = [
  ...[
    'Acme',
    'finds',
    'large',
    'files',
    'don’t',
    'naïve',
    'C++',
    '7-Zip',
    '(beta)',
    '$19.99',
    '2015',
    'A/B',
    'e\u0301te\u0301',
    'Straße,',
    'Größe',
  ],
  ...[
    '東京で',
    '予約を',
    '한국',
    '안녕하세요',
    'Москва',
    'файлы',
    'مرحبا',
    'بكم',
    'नमस्ते',
    'ภาษาไทย',
    'Ελλάδα',
    'שלום',
    '🚀',
    '👩‍🚀',
    '100%',
    '“quoted”',
    '—',
    'İstanbul',
  ],
];
export const GAPS = [' ', '\u00a0', '\n', ' \t ', '\u2009', '\u3000', '\u202f '];
export const HIDDEN_MARKS = ['\u00ad', '\u200b', '\u2060'];

const sentence = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }), fc.nat(999_999))
  // A number at the end makes each sentence unique.
  .map(([words, id]) => `${words.join(' ')} word${id}x`);

interface Fact {
  pieces: TextPiece[];
  put: (proposal: Proposal, url: string) => void;
}

const visible = (text: string): TextPiece => ({ source: 'visible', text });
const from = (source: TextSource, text: string): TextPiece => ({ source, text });
const quotes = (url: string, ...texts: string[]): EvidenceQuote[] => texts.map((quote) => ({ quote, url }));

type FieldName = keyof Proposal['fields'];
const field =
  (name: FieldName) =>
  ([value, ...pieces]: [string | string[], ...(string | TextPiece)[]]): Fact => {
    const made = pieces.map((one) => (typeof one === 'string' ? visible(one) : one));
    return { pieces: made, put: ({ fields }, url) => (fields[name] = { value, evidence: quotes(url, ...made.map(({ text }) => text)) }) };
  };
const known = (name: FieldName, ...rows: [string | string[], ...(string | TextPiece)[]][]) => fc.constantFrom(...rows).map(field(name));

/** A run of words from a longer sentence. */
const within = (name: FieldName) =>
  fc.tuple(sentence, sentence, sentence).map(([before, value, after]) => field(name)([plain(value), `${before} ${value} ${after}`]));

const lists = (name: FieldName) =>
  fc
    .uniqueArray(sentence, { minLength: 1, maxLength: 6 })
    .map((items) => field(name)([items.map(plain), ...items] as [string[], ...string[]]));

const paragraphs = fc.uniqueArray(sentence, { minLength: 1, maxLength: 4 });

const story = fc.tuple(fc.constantFrom('story', 'problem', 'journey', 'lessons'), paragraphs).map(
  ([section, parts]): Fact => ({
    pieces: parts.map(visible),
    put: (proposal, url) =>
      (proposal.story[section as 'story'] = { value: parts.map(plain).join('\n\n'), evidence: quotes(url, ...parts) }),
  }),
);

const faq = fc.tuple(sentence, paragraphs).map(
  // Begins with a word: a number directly after another piece's number could be one number cut in two, which is refused.
  ([question, parts]): Fact => ({
    pieces: [`Why ${question}?`, ...parts].map(visible),
    put: ({ faqs }, url) => {
      const answer = parts.map(plain).join('\n\n');
      faqs.push({ question: plain(`Why ${question}?`), answer, evidence: quotes(url, `Why ${question}?`, ...parts) });
    },
  }),
);

const PEOPLE = [
  'Ann Lee',
  'Jörg Müller-Lüdenscheidt',
  'María José García',
  'Иван Петров',
  '山田 太郎',
  'Γιώργος Παπάς',
  'Anna von der Heide',
];
const founder = fc
  .tuple(
    fc.constantFrom(...PEOPLE),
    fc.constantFrom('CEO & Founder', 'Mitgründerin', 'cofundadora', 'основатель', '創業者', 'ιδρυτής'),
    fc.option(sentence),
  )
  .map(
    ([name, title, bio]): Fact => ({
      pieces: [`${name}, ${title}`, ...(bio ? [bio] : [])].map(visible),
      put: ({ founders }, url) => {
        if (founders.some((known) => known.name === plain(name)) || founders.length >= 6) return;
        founders.push({ name, title, bio: bio && plain(bio), evidence: quotes(url, `${name}, ${title}`, ...(bio ? [bio] : [])) });
      },
    }),
  );

const DAYS: [date: string, written: string][] = [
  ['2015-10-01', '1 October 2015'],
  ['2019-03-31', '31.03.2019'],
  ['2021-02-05', '2021年2月5日'],
  ['2020-12-24', '24 de diciembre de 2020'],
];
const milestone = fc.tuple(fc.constantFrom(...DAYS), sentence, fc.option(sentence)).map(
  ([[date, written], title, description]): Fact => ({
    pieces: [`${written}: ${title}`, ...(description ? [description] : [])].map(visible),
    put: ({ milestones }, url) =>
      milestones.push({
        date,
        title: plain(title),
        description: description && plain(description),
        url: null,
        evidence: quotes(url, `${written}: ${title}`, ...(description ? [description] : [])),
      }),
  }),
);

const social = fc
  .constantFrom(
    ['x', 'https://x.com/acme'],
    ['github', 'https://github.com/acme/app'],
    ['youtube', 'https://www.youtube.com/@acme'],
    ['facebook', 'https://www.facebook.com/acme'],
    ['custom', 'https://fosstodon.org/@acme'],
  )
  .chain(([platform, value]) =>
    fc.constantFrom('company_socials', 'founder_socials').map(
      (part): Fact => ({
        pieces: [from('attribute', value!)],
        put: (proposal, url) => (proposal[part as 'company_socials'][platform as 'x'] = { value: value!, evidence: quotes(url, value!) }),
      }),
    ),
  );

const fact: fc.Arbitrary<Fact> = fc.oneof(
  known('name', ['Acme', 'Acme finds files'], ['Überflug', 'Mit Überflug fliegen'], ['東京ノート', '東京ノートは便利']),
  within('tagline'),
  within('short_description'),
  paragraphs.map((parts) => field('description')([parts.map(plain).join('\n\n'), ...parts])),
  lists('features'),
  lists('tags'),
  lists('keywords'),
  lists('usps'),
  paragraphs.map((parts) => field('pricing_summary')([parts.map(plain).join(' · '), ...parts])),
  known('stage', ['beta', 'BETA'], ['beta', 'Jetzt in der Betaphase'], ['launched', 'Now available']),
  known(
    'categories',
    [['Games'], 'An arcade game'],
    [['Scheduling', 'Games'], 'Termine buchen', 'ゲーム'],
    [['Developer tools'], 'for developers'],
  ),
  known(
    'pricing_model',
    ['free', 'It is free.'],
    ['freemium', 'Kostenlos starten', '9,90 € im Monat'],
    ['subscription', '月額 980円'],
    ['open-source', 'BSD 3-Clause'],
  ),
  known(
    'country',
    ['AU', 'Melbourne, Australia'],
    ['DE', '10115 Berlin, Deutschland'],
    ['JP', '日本、東京'],
    ['DE', from('json_ld', '"addressCountry": "DE"')],
  ),
  known('city', ['Berlin', '10115 Berlin'], ['東京', '東京都港区'], ['São Paulo', 'em São Paulo']),
  known(
    'founded_year',
    ['2015', 'Founded in 2015'],
    ['2015', '設立：2015年4月'],
    ['2015', 'Die Firma wurde 2015 gegründet.'],
    ['1999', from('json_ld', '"foundingDate": "1999-10-01"')],
  ),
  known(
    'contact_email',
    ['hi@acme.test', 'Write to hi@acme.test.'],
    ['hi@acme.test', from('attribute', 'mailto:hi%40acme.test')],
    ['hi@acme.test', 'hi [at] acme [punkt] test'],
  ),
  known('demo_video_url', ['https://youtu.be/gkQs7uWFUlQ', from('attribute', 'https://www.youtube.com/embed/gkQs7uWFUlQ')]),
  known(
    'logo_url',
    ['https://cdn.test/logo.svg', from('attribute', 'https://cdn.test/logo.svg')],
    ['https://cdn.test/l.png', from('meta', 'https://cdn.test/l.png')],
  ),
  story,
  faq,
  founder,
  milestone,
  social,
);

export const URLS = ['https://acme.test/', 'https://acme.test/about/', 'https://acme.test/precios?x=1'];

/** Text as untidy as real pages: other white space, zero-width characters, decomposed letters. */
const roughened = (text: string, seed: number): string => {
  let at = seed;
  const next = (most: number): number => {
    at = (at * 1_103_515_245 + 12_345) & 0x7fffffff;
    return at % most;
  };
  const rough = text
    .replace(/ /g, () => GAPS[next(GAPS.length)]!)
    .replace(/(?<=\p{Ll})(?=\p{Ll})/gu, () => (next(9) === 0 ? HIDDEN_MARKS[next(3)]! : ''));
  return next(2) === 0 ? rough : rough.normalize('NFD');
};

export interface Truth {
  pages: PageText[];
  proposal: Proposal;
}

const empty = (): Proposal => structuredClone(EMPTY_PROPOSAL);

/** A site of up to three pages with facts, noise and hidden text, and a proposal that quotes it truthfully. */
export const truths: fc.Arbitrary<Truth> = fc
  .tuple(
    fc.array(fc.tuple(fact, fc.nat(2), fc.nat()), { maxLength: 12 }),
    fc.array(fc.tuple(sentence, fc.constantFrom<TextSource>('visible', 'hidden', 'template', 'attribute'), fc.nat(2), fc.nat(12)), {
      maxLength: 8,
    }),
  )
  .map(([facts, noise]) => {
    const proposal = empty();
    const pages = URLS.map((url): PageText => ({ url, pieces: [] }));
    for (const [i, [{ pieces, put }, on, seed]] of facts.entries()) {
      const page = pages[on]!;
      for (const [text, source, where, before] of noise) if (where === on && before === i) page.pieces.push({ source, text });
      page.pieces.push(...pieces.map(({ source, text }) => ({ source, text: source === 'visible' ? roughened(text, seed) : text })));
      put(proposal, page.url);
    }
    return { pages, proposal };
  });
