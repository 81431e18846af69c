import { listJsonLdFounders } from '../parse/json-ld.ts';
import type { Proposal, ProposedValue } from '../proposal.ts';
import { foundingYearsIn } from '../verify/dates.ts';
import {
  blocksOf,
  isOwnStatement,
  lettersOnly,
  type PageBlock,
  type ProductSite,
  quoteFrom,
  type SitePage,
  textValue,
  toObject,
} from './site.ts';

type Founder = Proposal['founders'][number];

const MAX_FOUNDERS = 6;

/** Words that call someone a founder. Owner and managing director do not. */
const FOUNDER =
  /\b(co-?\s?founders?|founders?|founding (ceo|cto|partner)|(mit-?)?(be)?gründer(in|innen)?|co-?gründer(in)?|co-?fundador(a|es|as)?|fundador(a|es|as)?|co-?fondat(eurs?|rices?)|fondat(eurs?|rices?)|co-?fondator[ei]|co-?fondatrice|fondator[ei]|fondatrice|oprichter|medeoprichter|grundare|grunnlegger|grundlægger|założyciel(ka)?|perustaja)\b|創業者|共同創業者|創始人|创始人|联合创始人|창업자/iu;
const FOUNDED_BY =
  /\b(?:(?:co-?)?founded( in [^.;!?]{1,60}?)? by|gegründet von|wurde von|fundad[oa] por|creada? por sus fundadores|fondée? par|fondat[oa] da|opgericht door|perustivat) /iu;

const WORD = "\\p{Lu}[\\p{L}'’.-]{0,40}\\p{L}|\\p{Lu}\\.";
const NAME = new RegExp(`(?:${WORD})(?: (?:(?:van|von|de|del|der|den|da|di|le|la|dos|bin|al|el|zu|Wium) ){0,3}(?:${WORD})){1,3}`, 'u');
const WHOLE_NAME = new RegExp(`^(?:(?:Dr|Prof|Dipl\\.-\\p{L}{1,20}|Ing)\\.? ){0,4}(${NAME.source})(?:,? (?:PhD|MSc|MBA|MD))?$`, 'u');
const ASIAN_NAME = /^[\u4e00-\u9fff]{1,3}[\s　]?[\u4e00-\u9fff]{1,3}$/u;

/** Capitalized words that are not person names. */
const NOT_A_PERSON =
  /\b(team|company|our|the|story|about|founders?|gründer|ceo|cto|coo|chief|officer|inc|llc|ltd|gmbh|studio|labs?|university|school|institute|group|contact|press|read|meet|head|director|manager|engineer|designer|developer|product|software|marketing|lead|president|chairman|partner|advisor|adviser|investor|customer|apple|google|microsoft|new|first|free|open|source|linkedin|twitter|github|and|und|with|from|january|february|march|april|may|june|july|august|september|october|november|december|germany|berlin|london|paris|san francisco|york)\b/i;

const toFounder = (name: string, page: SitePage, quote: string, title: string | null = null): Founder => ({
  name,
  title,
  bio: null,
  evidence: [quoteFrom(page, quote)],
});

const findPerson = (text: string): string | null => {
  const clean = text
    .trim()
    .replace(/^[\s•·\-–—,]+/, '')
    .replace(/(?<![\s•·\-–—,:])[\s•·\-–—,:]+$/, '');
  const name = WHOLE_NAME.exec(clean)?.[1] ?? (ASIAN_NAME.test(clean) ? clean : null);
  return name && name.length <= 60 && !NOT_A_PERSON.test(name) ? name : null;
};

/** Job titles that may follow "Founder," and are not a company. */
const ROLE =
  /^(ceo|cto|coo|cfo|cmo|cpo|chief|head|lead|director|president|managing|product|design|engineer|growth|marketing|developer|software|research|sales|operations|technology|geschäftsführ|entwickl|produkt|&|and|und|y|et|co-?founder)/i;

/** "Founder at Acme" and "Founder, Acme" refer to another company, unless Acme is the product. */
const isOurs = (role: string, own_names: string[]): boolean => {
  const behind = /(?:founders?|gründer(?:in)?|fundador(?:a)?|fondat(?:eur|rice)|ceo) ?(?:,|\||–|—|-|·|\/) ?(\S.{0,200})$/iu.exec(role)?.[1];
  if (
    behind &&
    /^\p{Lu}/u.test(behind) &&
    !ROLE.test(behind) &&
    !FOUNDER.test(behind) &&
    !own_names.some((name) => lettersOnly(behind).includes(name))
  )
    return false;
  const of = /\b(?:of|at|bei|von|de|@|for|der|del|du|di) (?:the )?([\p{Lu}\p{N}][^,;|]{0,200})/u.exec(role)?.[1];
  if (!of) return !/@ ?\S/.test(role);
  const other = lettersOnly(of);
  return own_names.some((name) => name.length > 2 && (other.includes(name) || (other.length > 3 && name.includes(other))));
};

const ADVICE = /advis|adviser|beirat|investor|customer|mentor|former|ex-|kunde|berater|asesor|conseiller/i;

const FOUNDING_PERSON = new RegExp(
  `^ ?(?:(?:\\p{L}{1,40} ){0,3}(?:brothers|sisters|siblings|friends|students|graduates|alumni|engineers|developers|entrepreneurs|veterans|the) )?(${NAME.source})`,
  'u',
);
/** "founded in 1843 in London by": other words between may say that somebody else did something else. */
const namesOnlyTimeAndPlace = (between = ''): boolean =>
  between.split(/[\s,]+/).every((word) => /^(?:|in|the|of|\d{4}|\p{Lu}.*)$/u.test(word));

/** "Founded by Ada Lovelace and Charles Babbage in 1843". */
const fromSentence = (block: PageBlock): Founder[] => {
  const found = FOUNDED_BY.exec(block.text);
  if (!found || !namesOnlyTimeAndPlace(found[1])) return [];
  const rest = block.text.slice(found.index + found[0].length).split(/[.;!?](?=\s|$)| in \d{4}| im (jahr|januar)| en \d{4}/iu)[0]!;
  const sentence = block.text.slice(found.index, found.index + found[0].length + rest.length);
  if (/^wurde von/i.test(found[0]) && !/gegründet/i.test(block.text.slice(found.index))) return [];
  return rest
    .split(/,|\band\b|\bund\b|\by\b|\bet\b|\be\b|&/u)
    .slice(0, MAX_FOUNDERS)
    .flatMap((part) => {
      const person = FOUNDING_PERSON.exec(part)?.[1];
      return person && !NOT_A_PERSON.test(person) ? [toFounder(person, block.page, sentence.trim())] : [];
    });
};

/** "Ada Lovelace is the founder of Acme", "built by Ada Lovelace, its founder": the same sentence must say of what. */
const STATES_FOUNDER = new RegExp(
  `(${NAME.source})(?: (?:is|was|ist|es|est|è|é) |, )(?:the |an? |one of the |der |die |el |la |le |il |o )?(its|our|their|unser|nuestro|nuestra|notre|nosso)? ?([^,.;!?]{0,80})`,
  'gu',
);
const CALLED_FOUNDER = new RegExp(`^(?:${FOUNDER.source})`, 'iu');
/** Matching takes quadratic time in the length. */
const LONGEST_PROSE = 1500;
const fromStatement = ({ text, page }: PageBlock, own_names: string[]): Founder[] =>
  text.length <= LONGEST_PROSE && FOUNDER.test(text) && !ADVICE.test(text)
    ? [...text.matchAll(STATES_FOUNDER)].flatMap(([whole, name = '', whose, rest = '']) => {
        const is_founder = CALLED_FOUNDER.test(rest.trim());
        const names_product = /\s(?:of|at|bei|von|de|di|do|da)\s/u.test(rest) && isOurs(rest, own_names);
        return is_founder && (whose || names_product) && !NOT_A_PERSON.test(name) ? [toFounder(name, page, whole.trim())] : [];
      })
    : [];

const PEOPLE =
  /team|founder|gründer|about|who (we|i)|people|story|behind|über uns|wir\b|nosotros|equipo|fundador|quién|équipe|fondat|à propos|squadra|chi siamo|time\b|quem somos|創業|メンバー|チーム|团队|關於|关于|팀/i;

/** On a homepage a name with a role may be a customer's: it counts only where the site presents its people, and not below a quote. */
const isAmongOurs = ({ page, at, regions }: PageBlock): boolean => {
  const before = page.blocks.slice(Math.max(0, at - 3), at);
  if (before.some(({ text }) => /^["“„«『「]/.test(text) || /["”“»』」]$/.test(text))) return false;
  if (page.kind === 'about' || page.kind === 'press' || page.kind === 'imprint' || regions.has('team')) return true;
  return PEOPLE.test(page.blocks.slice(Math.max(0, at - 25), at).findLast(({ tag }) => /^h[12]$/.test(tag.name))?.text ?? '');
};

/** A role names it within a few words: "Chief Executive Officer and Co-Founder". Later words are about someone else. */
const isRole = (text: string): boolean => FOUNDER.test(text.split(/\s+/).slice(0, 6).join(' '));

/** "Ada Lovelace, Founder" in one line, or a name with the role in the line above or below. */
const fromLine = (block: PageBlock, own_names: string[]): Founder[] => {
  const { text, page } = block;
  if (!isAmongOurs(block)) return [];
  if (text.length > 160 || !FOUNDER.test(text) || ADVICE.test(text)) return [];
  const split = /^(.{1,160}?) ?(,| [–—|·-] |\(|:) ?(.{1,160}?)\)?$/u.exec(text);
  if (split) {
    const [, first = '', between, second = ''] = split;
    // "Founder, Acme Labs" names a company; "Founder: Ada Lovelace" a person.
    const name_first = { name: first, role: second };
    for (const { name, role } of between === ':' ? [{ name: second, role: first }, name_first] : [name_first]) {
      const person = findPerson(name);
      if (person && isRole(role) && isOurs(role, own_names)) return [toFounder(person, page, text, role.length <= 80 ? role : null)];
    }
  }
  if (text.length > 80 || !isOurs(text, own_names)) return [];
  const above = page.blocks[block.at - 1];
  const below = page.blocks[block.at + 1];
  for (const beside of [above, below]) {
    const person = beside && isOwnStatement(beside, 'customer') && beside.text.length <= 60 ? findPerson(beside.text) : null;
    if (person) return [toFounder(person, page, beside === above ? `${beside!.text} ${text}` : `${text} ${beside!.text}`, text)];
  }
  return [];
};

/** "I'm Ada Lovelace, the founder of Acme". */
const INTRODUCES_SELF = new RegExp(`\\b(?:I['’]?m|I am|my name is|ich bin|soy|je suis|sono) (${NAME.source})[^.!?]{0,60}`, 'iu');
const fromIntroduction = (block: PageBlock, own_names: string[]): Founder[] => {
  const found = FOUNDER.test(block.text) ? INTRODUCES_SELF.exec(block.text) : null;
  const name = found?.[1];
  if (!found || !name || !/^\p{Lu}/u.test(name) || !FOUNDER.test(found[0]) || NOT_A_PERSON.test(name)) return [];
  const role = found[0].slice(found[0].indexOf(name) + name.length);
  return isOurs(role, own_names) ? [toFounder(name, block.page, found[0].trim())] : [];
};

const fromData = (site: ProductSite): Founder[] =>
  site.facts.flatMap(({ page, values }) =>
    listJsonLdFounders(values).flatMap(({ founders, written }) =>
      founders.flatMap((founder) => {
        const person = findPerson(textValue(toObject(founder)?.name) ?? textValue(founder) ?? '');
        return person ? [toFounder(person, page, written)] : [];
      }),
    ),
  );

const OTHERS = /customer|client|case|testimonial|review|partner|speaker|event|podcast|interview|investor|success|kunden|clientes/i;

export const proposeFounders = (site: ProductSite, own_names: string[]): Founder[] => {
  const blocks = blocksOf(site, 'about', 'home', 'press', 'contact', 'other', 'imprint', 'features').filter(
    (block) => isOwnStatement(block, 'customer', 'article', 'compare') && !OTHERS.test(new URL(block.page.url).pathname),
  );
  const found_in_text = blocks.flatMap((block) => [
    ...fromSentence(block),
    ...fromStatement(block, own_names),
    ...fromLine(block, own_names),
    ...fromIntroduction(block, own_names),
  ]);
  const chosen = new Map<string, Founder>();
  for (const founder of [...fromData(site), ...found_in_text]) {
    const key = lettersOnly(founder.name);
    const known = chosen.get(key);
    if (!known || (!known.title && founder.title)) chosen.set(key, founder);
  }
  return [...chosen.values()].slice(0, MAX_FOUNDERS);
};

const YEAR = /\b(18\d{2}|19\d{2}|20[0-4]\d)\b/;
/** Words by which a sentence refers to the maker itself. */
const SELF_REFERENCE =
  /\b(we|our|us|i|my|it|its|company|startup|studio|team|firm|project|wir|uns|unser\w{0,30}|unternehmen|firma|projekt|nosotros|nuestr[oa]|empresa|compañía|nous|notre|entreprise|société|azienda|noi|empresa|nós)\b|弊社|当社|会社|设立|設立|創業|公司|회사/iu;
const ENDS = /[.!?。！？]/g;
const WIDE_ENDS = /[。！？]/g;

/** Finds the next match, searching each position once: `from` must not decrease. */
const nextOf = (sign: RegExp, text: string): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) {
      sign.lastIndex = from;
      found = sign.exec(text)?.index ?? text.length;
    }
    return found;
  };
};

/** A sentence ends with a wide mark, or a mark and a space. Text before a mark inside a word ("v1.2") goes to the next wide mark. */
export const sentencesIn = (text: string): string[] => {
  const sentences: string[] = [];
  const [endFrom, wideFrom] = [nextOf(ENDS, text), nextOf(WIDE_ENDS, text)];
  for (let at = 0; at < text.length; ) {
    const end = endFrom(at);
    const wide = wideFrom(at);
    let stop = at;
    if (end > at && (end === text.length || end === text.length - 1 || /\s/.test(text[end + 1]!))) stop = end + 1;
    else if (wide > at && wide < text.length) stop = wide + 1;
    if (stop > at) sentences.push(text.slice(at, stop));
    at = stop > at ? stop : end + 1;
  }
  return sentences;
};

/** The founding year, where the site says "founded" or similar next to it. Copyright years do not count. */
export const proposeFoundedYear = (site: ProductSite, names: string[]): ProposedValue<string> | null => {
  for (const { page, values, written } of site.facts) {
    const date = textValue(values.foundingDate) ?? (typeof values.foundingDate === 'number' ? String(values.foundingDate) : null);
    const year = date ? YEAR.exec(date)?.[0] : null;
    if (year) return { value: year, evidence: [quoteFrom(page, written('foundingDate', date!))] };
  }
  const own_names = names.map(lettersOnly).filter((name) => name.length > 2);
  for (const block of blocksOf(site, 'about', 'press', 'home', 'imprint', 'contact')) {
    if (!isOwnStatement(block, 'customer', 'article', 'compare')) continue;
    // In a fact table the word is in one cell and the year in the next.
    const next = /^(th|td|dt|div|p)$/.test(block.tag.name) && block.text.length <= 20 ? block.page.blocks[block.at + 1] : undefined;
    const text = next && next.text.length <= 40 && !YEAR.test(block.text) ? `${block.text} ${next.text}` : block.text;
    if (!YEAR.test(text)) continue;
    for (const sentence of sentencesIn(text)) {
      const [found] = /©|copyright/i.test(sentence) ? [] : foundingYearsIn(sentence);
      const is_about_maker =
        SELF_REFERENCE.test(sentence) || own_names.some((name) => lettersOnly(sentence).includes(name)) || sentence.length < 60;
      if (found && is_about_maker) return { value: found.year, evidence: [quoteFrom(block.page, sentence.trim())] };
    }
  }
  return null;
};
