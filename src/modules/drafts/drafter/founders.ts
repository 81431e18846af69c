import { foundersIn } from '../page/json-ld.ts';
import type { Proposal } from '../proposal.ts';
import { bare, blocksOf, isOwnWord, type Placed, quoteOn, type Site, said } from './site.ts';

type Founder = Proposal['founders'][number];

const MOST = 6;

/** Words that make a founder of whoever bears them. Owner and managing director do not. */
const FOUNDER =
  /\b(co-?\s?founders?|founders?|founding (ceo|cto|partner)|(mit-?)?(be)?gründer(in|innen)?|co-?gründer(in)?|co-?fundador(a|es|as)?|fundador(a|es|as)?|co-?fondat(eurs?|rices?)|fondat(eurs?|rices?)|co-?fondator[ei]|co-?fondatrice|fondator[ei]|fondatrice|oprichter|medeoprichter|grundare|grunnlegger|grundlægger|założyciel(ka)?|perustaja)\b|創業者|共同創業者|創始人|创始人|联合创始人|창업자/iu;
const FOUNDED_BY =
  /\b(?:(?:co-?)?founded by|gegründet von|wurde von|fundad[oa] por|creada? por sus fundadores|fondée? par|fondat[oa] da|opgericht door|perustivat)\s+/iu;

const WORD = "\\p{Lu}[\\p{L}'’.-]*\\p{L}|\\p{Lu}\\.";
const NAME = new RegExp(`(?:${WORD})(?:\\s+(?:(?:van|von|de|del|der|den|da|di|le|la|dos|bin|al|el|zu|Wium)\\s+)*(?:${WORD})){1,3}`, 'u');
const WHOLE_NAME = new RegExp(`^(?:(?:Dr|Prof|Dipl\\.-\\p{L}+|Ing)\\.?\\s+)*(${NAME.source})(?:,?\\s+(?:PhD|MSc|MBA|MD))?$`, 'u');
const ASIAN_NAME = /^[\u4e00-\u9fff]{1,3}[\s　]?[\u4e00-\u9fff]{1,3}$/u;

/** Capitalised words that are no person's. */
const NOT_A_PERSON =
  /\b(team|company|our|the|story|about|founders?|gründer|ceo|cto|coo|chief|officer|inc|llc|ltd|gmbh|studio|labs?|university|school|institute|group|contact|press|read|meet|head|director|manager|engineer|designer|developer|product|software|marketing|lead|president|chairman|partner|advisor|adviser|investor|customer|apple|google|microsoft|new|first|free|open|source|linkedin|twitter|github|and|und|with|from|january|february|march|april|may|june|july|august|september|october|november|december|germany|berlin|london|paris|san francisco|york)\b/i;

const personIn = (text: string): string | null => {
  const clean = text.trim().replace(/^[\s•·\-–—,]+|[\s•·\-–—,:]+$/g, '');
  const name = WHOLE_NAME.exec(clean)?.[1] ?? (ASIAN_NAME.test(clean) ? clean : null);
  return name && name.length <= 60 && !NOT_A_PERSON.test(name) ? name : null;
};

/** What may follow "Founder," without being a firm. */
const ROLE =
  /^(ceo|cto|coo|cfo|cmo|cpo|chief|head|lead|director|president|managing|product|design|engineer|growth|marketing|developer|software|research|sales|operations|technology|geschäftsführ|entwickl|produkt|&|and|und|y|et|co-?founder)/i;

/** "Founder at Acme" and "Founder, Acme" are founders of something else, unless Acme is ours. */
const isOurs = (role: string, ours: string[]): boolean => {
  const behind = /(?:founders?|gründer(?:in)?|fundador(?:a)?|fondat(?:eur|rice)|ceo)\s*(?:,|\||–|—|-|·|\/)\s*(.+)$/iu.exec(role)?.[1];
  if (behind && /^\p{Lu}/u.test(behind) && !ROLE.test(behind) && !FOUNDER.test(behind) && !ours.some((name) => bare(behind).includes(name)))
    return false;
  const of = /\b(?:of|at|bei|von|de|@|for|der|del|du|di)\s+(?:the\s+)?([\p{Lu}\p{N}][^,;|]*)/u.exec(role)?.[1];
  if (!of) return !/@\s*\S/.test(role);
  const other = bare(of);
  return ours.some((name) => name.length > 2 && (other.includes(name) || (other.length > 3 && name.includes(other))));
};

const ADVICE = /advis|adviser|beirat|investor|customer|mentor|former|ex-|kunde|berater|asesor|conseiller/i;

/** "Founded by Ada Lovelace and Charles Babbage in 1843". */
const fromSentence = (block: Placed): Founder[] => {
  const found = FOUNDED_BY.exec(block.text);
  if (!found) return [];
  const rest = block.text.slice(found.index + found[0].length).split(/[.;!?](?=\s|$)| in \d{4}| im (jahr|januar)| en \d{4}/iu)[0]!;
  const sentence = block.text.slice(found.index, found.index + found[0].length + rest.length);
  if (/^wurde von/i.test(found[0]) && !/gegründet/i.test(block.text.slice(found.index))) return [];
  return rest
    .split(/,|\band\b|\bund\b|\by\b|\bet\b|\be\b|&/u)
    .slice(0, MOST)
    .flatMap((part) => {
      const person = new RegExp(
        `^\\s*(?:(?:\\p{L}+\\s+){0,3}(?:brothers|sisters|siblings|friends|students|graduates|alumni|engineers|developers|entrepreneurs|veterans|the)\\s+)?(${NAME.source})`,
        'u',
      ).exec(part)?.[1];
      return person && !NOT_A_PERSON.test(person)
        ? [{ name: person, title: null, bio: null, evidence: [quoteOn(block.page, sentence.trim())] }]
        : [];
    });
};

/** "Ada Lovelace is the founder of Acme", "built by Ada Lovelace, its founder": whose is said in the same words. */
const STATED = new RegExp(
  `(${NAME.source})(?:\\s+(?:is|was|ist|es|est|è|é)\\s+|,\\s+)(?:the\\s+|an?\\s+|one of the\\s+|der\\s+|die\\s+|el\\s+|la\\s+|le\\s+|il\\s+|o\\s+)?(its|our|their|unser|nuestro|nuestra|notre|nosso)?\\s*([^,.;!?]{0,80})`,
  'gu',
);
/** Looking for names in it takes the square of its length. */
const LONGEST_PROSE = 1500;
const fromStatement = ({ text, page }: Placed, ours: string[]): Founder[] =>
  text.length <= LONGEST_PROSE && FOUNDER.test(text) && !ADVICE.test(text)
    ? [...text.matchAll(STATED)].flatMap(([whole, name = '', whose, rest = '']) => {
        const called = new RegExp(`^(?:${FOUNDER.source})`, 'iu').test(rest.trim());
        const named = /\s(?:of|at|bei|von|de|di|do|da)\s/u.test(rest) && isOurs(rest, ours);
        return called && (whose || named) && !NOT_A_PERSON.test(name)
          ? [{ name, title: null, bio: null, evidence: [quoteOn(page, whole.trim())] }]
          : [];
      })
    : [];

/** Headings under which a site presents its own people. */
const PEOPLE =
  /team|founder|gründer|about|who (we|i)|people|story|behind|über uns|wir\b|nosotros|equipo|fundador|quién|équipe|fondat|à propos|squadra|chi siamo|time\b|quem somos|創業|メンバー|チーム|团队|關於|关于|팀/i;

/** On a homepage a name with a role may be a customer's: it counts only where the site presents its people, and not below speech. */
const isAmongOurs = ({ page, at, regions }: Placed): boolean => {
  const before = page.blocks.slice(Math.max(0, at - 3), at);
  if (before.some(({ text }) => /^["“„«『「]/.test(text) || /["”“»』」]$/.test(text))) return false;
  if (page.kind === 'about' || page.kind === 'press' || page.kind === 'imprint' || regions.has('team')) return true;
  return PEOPLE.test(page.blocks.slice(Math.max(0, at - 25), at).findLast(({ tag }) => /^h[12]$/.test(tag.name))?.text ?? '');
};

/** A role says it soon: "Chief Executive Officer and Co-Founder". Further on a sentence speaks of somebody else. */
const isRole = (text: string): boolean => FOUNDER.test(text.split(/\s+/).slice(0, 6).join(' '));

/** "Ada Lovelace, Founder" in one line, or a name with the role in the line below it. */
const fromLine = (block: Placed, ours: string[]): Founder[] => {
  const { text, page } = block;
  if (!isAmongOurs(block)) return [];
  if (text.length > 160 || !FOUNDER.test(text) || ADVICE.test(text)) return [];
  const split = /^(.+?)\s*(,|\s[–—|·-]\s|\(|:)\s*(.+?)\)?$/u.exec(text);
  if (split) {
    const [, first, between, second] = split as unknown as [string, string, string, string];
    // "Founder, Acme Labs" names a firm; "Founder: Ada Lovelace" a person.
    const orders = between === ':' ? [[second, first] as const, [first, second] as const] : [[first, second] as const];
    for (const [name, role] of orders) {
      const person = personIn(name);
      if (person && isRole(role) && isOurs(role, ours))
        return [{ name: person, title: role.length <= 80 ? role : null, bio: null, evidence: [quoteOn(page, text)] }];
    }
  }
  if (text.length > 80 || !isOurs(text, ours)) return [];
  const above = page.blocks[block.at - 1];
  const below = page.blocks[block.at + 1];
  for (const beside of [above, below]) {
    const person = beside && isOwnWord(beside, 'customer') && beside.text.length <= 60 ? personIn(beside.text) : null;
    if (person) {
      const quote = beside === above ? `${beside!.text} ${text}` : `${text} ${beside!.text}`;
      return [{ name: person, title: text, bio: null, evidence: [quoteOn(page, quote)] }];
    }
  }
  return [];
};

/** "I'm Ada Lovelace, the founder of Acme". */
const SELF = new RegExp(`\\b(?:I['’]?m|I am|my name is|ich bin|soy|je suis|sono)\\s+(${NAME.source})[^.!?]{0,60}`, 'iu');
const fromSelf = (block: Placed, ours: string[]): Founder[] => {
  const found = FOUNDER.test(block.text) ? SELF.exec(block.text) : null;
  const name = found?.[1];
  return found &&
    name &&
    /^\p{Lu}/u.test(name) &&
    FOUNDER.test(found[0]) &&
    isOurs(found[0].slice(found[0].indexOf(name) + name.length), ours) &&
    !NOT_A_PERSON.test(name)
    ? [{ name, title: null, bio: null, evidence: [quoteOn(block.page, found[0].trim())] }]
    : [];
};

const fromData = (site: Site): Founder[] =>
  site.facts.flatMap(({ page, says }) =>
    foundersIn(says).flatMap(({ founders, written }) =>
      founders.flatMap((founder) => {
        const name = founder && typeof founder === 'object' && !Array.isArray(founder) ? founder.name : founder;
        const person = personIn(said(name) ?? '');
        return person ? [{ name: person, title: null, bio: null, evidence: [quoteOn(page, written)] }] : [];
      }),
    ),
  );

/** Pages about other people's companies. */
const OTHERS = /customer|client|case|testimonial|review|partner|speaker|event|podcast|interview|investor|success|kunden|clientes/i;

/** Who founded it, where the site says so in as many words. */
export const foundersOf = (site: Site, names: string[]): Founder[] => {
  const ours = [...names.map(bare), ...site.labels].filter((name) => name.length > 2);
  const blocks = blocksOf(site, 'about', 'home', 'press', 'contact', 'other', 'imprint', 'features').filter(
    (block) => isOwnWord(block, 'customer', 'article', 'compare') && !OTHERS.test(new URL(block.page.url).pathname),
  );
  const told = blocks.flatMap((block) => [
    ...fromSentence(block),
    ...fromStatement(block, ours),
    ...fromLine(block, ours),
    ...fromSelf(block, ours),
  ]);
  const chosen = new Map<string, Founder>();
  for (const founder of [...fromData(site), ...told]) {
    const key = bare(founder.name);
    const known = chosen.get(key);
    if (!known) chosen.set(key, founder);
    else if (!known.title && founder.title) chosen.set(key, founder);
  }
  return [...chosen.values()].slice(0, MOST);
};
