import type { ProposedValue } from '../proposal.ts';
import { countriesIn } from '../verify/countries.ts';
import { BEHIND_TOWN } from '../words/countries.ts';
import { headingAbove, isHeading, type PageBlock, quoteFrom } from './site.ts';

export interface CompanyPlace {
  city: ProposedValue<string> | null;
  country: ProposedValue<string> | null;
}

export const NO_PLACE: CompanyPlace = { city: null, country: null };

/** A city name as written: "Frankfurt am Main", "Stoke-on-Trent", "St. Gallen". */
export const CITY =
  "((?:St\\.?\\s)?\\p{Lu}[\\p{L}'’-]{1,40}(?: (?:(?:am|an der|an|im|in der|bei|ob der|de|del|de la|la|le|les|sur|upon|on|do|da|dos|di) )?\\p{Lu}[\\p{L}'’-]{1,40}){0,3})";
/** Optional country letters, the postal code, the city. */
const POSTAL_CITY = new RegExp(
  `(?<![\\p{L}\\d-])(?:(?:D|DE|A|AT|CH|F|FR|I|IT|L|LU|B|BE|DK|SE|FI|E|ES|PL|CZ|SK|PT)[-– ])?(?:\\d{4} ?[A-Z]{2}(?= )|\\d{4}-\\d{3}|\\d{4,5}|\\d{3} ?\\d{2}|\\d{2}-\\d{3}) ${CITY}`,
  'gu',
);
/** British counties, which may stand between a city and its postal code. */
const COUNTY =
  '(?:(?:North|South|East|West) )?(?:\\p{Lu}\\p{Ll}{1,20}shire|Kent|Essex|Surrey|Sussex|Norfolk|Suffolk|Devon|Cornwall|Dorset|Somerset|Middlesex|Merseyside|Cumbria|Midlands|Greater Manchester|Tyne and Wear|County Durham|Co\\.? \\p{Lu}\\p{Ll}{1,20})';
const CITY_CODE = new RegExp(
  `(?:^|[,\\s–-])(?!${COUNTY}\\b)${CITY}(?: \\d{1,2})?(?:,? ${COUNTY})? ?[,/–-]? ?(?:${Object.values(BEHIND_TOWN).join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);

const WAYS =
  'straße|strasse|str\\.|gasse|weg|platz|allee|ring|ufer|damm|straat|laan|gracht|plein|vej|gade|gatan|vägen|katu|tie|丁目|番地|(?<!\\p{L})(?:street|avenue|ave|road|rd|lane|boulevard|blvd|drive|suite|floor|building|po box|p\\.o\\. box|way|court|square|parkway|highway|crescent|terrace|rue|chemin|quai|place|impasse|route|calle|c/|avenida|av|avda|carrer|plaza|paseo|barrio|camino|carretera|polígono|urbanización|via|viale|piazza|corso|rua|travessa|praça|alameda|ul|al|os)';
const WAY = new RegExp(`(?:${WAYS})(?!\\p{L})`, 'iu');
const STREET = new RegExp(`${WAY.source}|(?<!\\p{L})st(?!\\p{L})`, 'iu');
/** "Unter den Linden 5", alone in its line or before the postal code: street names need not contain a word for street. */
const HOUSE = /^\p{Lu}[\p{L}\s.'’-]{3,40}\s\d{1,4}\s?[a-zA-Z]?(?:[-–/]\d{1,4})?,?$/u;
const HOUSE_BEFORE = /\p{L}{3}\.?\s\d{1,4}\s?[a-zA-Z]?(?:[-–/]\d{1,4})?, ?$/u;
/** Text before a city without a separator: "Wenlock Road London", "Suite B Denver". */
const BEFORE_TOWN = new RegExp(`^(?:.{0,200}\\s(?:${WAYS})\\.?|(?:apt|unit|suite|ste)\\.?\\s\\w{1,4}) (?=\\p{Lu})`, 'iu');

/** Signs that an address belongs to someone else: courts, authorities, and data processors. */
export const OTHER_PARTY =
  /gericht|\b(high|district|supreme|commercial|registry|county) court\b|\bcourt of\b|tribunal|handelsregister|aufsichtsbehörde|authority|autorité|autoridad|autorità|agencia española|landesbeauftragt|schutzbeauftragt|protection officer|\bDPO\b|délégué|delegado|schlichtung|streitbeilegung|verbraucher|commission|ombuds|google|amazon|\baws\b|meta platforms|facebook|hetzner|cloudflare|stripe|paypal|netlify|vercel|microsoft|ionos|strato|\bovh\b|github|mailchimp|hosting|hoster|hosted|gehostet|hébergeur|hébergement|alojamiento|\bserver|processor|auftragsverarbeit|sous-traitant|encargado|data cent(er|re)|rechenzentrum|eu representative|vertreter in der|trademark|fictive|placeholder|muster/i;

export const looksLikeCity = (city: string): boolean =>
  city.length >= 3 &&
  city.length <= 40 &&
  !/\b(GmbH|UG|AG|Inc|LLC|Ltd|Telefon|Tel|Phone|E-?Mail|Email|Fax|Germany|Deutschland|Street|Web|Internet|Kontakt|Contact|The|Our|We|Cloud|House|Love|Public|Java|React|Rust|Europe|EU)\b/.test(
    city,
  ) &&
  countriesIn(city).length === 0;

export const isStreet = (text: string): boolean => WAY.test(text);

/** Words that follow a city in its line without a separator. */
const BEHIND_CITY =
  / (?:Telefon|Tel|Phone|E-?Mail|Email|Fax|Web|Internet|Kontakt|Contact|Deutschland|Germany|Österreich|Austria|Schweiz|Vertreten|Represented|USt|Umsatzsteuer|Handelsregister|Geschäftsführer|Inhaber|Verantwortlich|Angaben)\b/u;
const trimCity = (city: string): string => city.split(BEHIND_CITY, 1)[0]!.replace(/(?<![.,])[.,]+$/, '');

/** Words before a number without a house number: "on the road with 12345 Happy People". */
const IN_SENTENCE = /^[^\d,]*\p{Ll}:?\s*$/u;

interface Line {
  text: string;
  block: PageBlock;
}

/** The city next to a postal code. If the postal code is on a line of its own, the city is in the line above. */
const findTown = (lines: Line[], row: number): { city: string; before: string; from: number } | null => {
  const line = lines[row]!;
  for (const from of [row, row - 1, row - 2]) {
    const rows = lines.slice(Math.max(0, from), row + 1);
    if (from < 0 || rows.some(({ block, text }) => block.page !== line.block.page || text.length > 200)) break;
    const text = rows.map((one) => one.text.replace(/,$/, '')).join(', ');
    for (const pattern of from === row ? [CITY_CODE, POSTAL_CITY] : [CITY_CODE])
      for (const found of text.matchAll(pattern)) {
        const city = trimCity(found[1]!.replace(BEFORE_TOWN, ''));
        if (looksLikeCity(city) && !isStreet(city) && !IN_SENTENCE.test(text.slice(0, found.index)))
          return { city, before: text.slice(0, found.index), from };
      }
  }
  return null;
};

const LONGEST_ADDRESS = 200;
/** Whether a text is a postal address, rather than a sentence that contains one. */
export const isAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS &&
  STREET.test(text) &&
  !/[.!?]$/.test(text) &&
  [CITY_CODE, POSTAL_CITY].some((form) => text.search(form) >= 0);

/** Headings or lines above the address of the party responsible for a legal page. */
const RESPONSIBLE =
  /\b(contact|kontakt|contacto|contatt|contato|get in touch|reach us|(data )?controller|responsible|verantwortlich|anbieter|betreiber|responsable|éditeur|titular|titolare|responsável|verwerkingsverantwoordelijke|administrator(em)? danych|who we are|wer wir sind|quiénes somos|qui sommes|chi siamo|quem somos)|お問い合わせ|運営者|事業者|連絡先|联系/iu;

/** The blocks of legal pages about the responsible party: other addresses there belong to data processors. */
export const blocksOfResponsible = (blocks: PageBlock[]): PageBlock[] =>
  blocks.filter((block) => {
    const above = block.page.blocks.slice(Math.max(0, block.at - 3), block.at).filter(({ text }) => text.length <= 160);
    return RESPONSIBLE.test([headingAbove(block, /^h[1-6]$/), ...above.map(({ text }) => text), block.text.slice(0, 160)].join('\n'));
  });

/** The location from the lines around a postal code, including a country below it. */
export const placeFromAddress = (blocks: PageBlock[]): CompanyPlace => {
  const lines: Line[] = blocks.flatMap((block) => block.lines.map((text) => ({ text, block })));
  const byPage = Map.groupBy(lines, ({ block }) => block.page);
  const places = new Map([...byPage.values()].flatMap((page) => page.map((line, at) => [line, at] as const)));
  for (const [row, { text: line, block }] of lines.entries()) {
    if (!/\d{3}|\d\p{Lu}/u.test(line) || /©|copyright/i.test(line)) continue;
    const found = findTown(lines, row);
    if (!found) continue;
    const page = byPage.get(block.page)!;
    const at = places.get(lines[row]!)!;
    const above = page.slice(Math.max(0, at - 4), at).map(({ text }) => text.slice(-100));
    // On an imprint, a line with only a postal code and city needs no street above it.
    const alone = block.page.kind === 'imprint' && /^\d{5} \p{Lu}/u.test(line) && line.length <= 40;
    const has_house_number = HOUSE.test(above.at(-1) ?? '') || HOUSE_BEFORE.test(found.before);
    if (!alone && !has_house_number && !STREET.test([...above.slice(-3), line].join(' '))) continue;
    const heading = block.regions.has('footer') ? '' : headingAbove(block, /^h[1-6]$/);
    if (OTHER_PARTY.test([heading, ...above, line].join(' '))) continue;
    const quote = lines.slice(found.from, row + 1).map(({ text }) => text);
    // The lines below may contain the country, or someone else's address.
    const below = page.slice(at + 1, at + 3);
    const end = below.findIndex((one) => isHeading(one.block) || OTHER_PARTY.test(one.text));
    const after = [quote.join(' '), ...below.slice(0, end < 0 ? undefined : end).map(({ text }) => text.slice(0, 60))];
    const country = after.flatMap((text) => countriesIn(text).map(({ code }) => ({ code, text })))[0];
    return {
      city: { value: found.city, evidence: [quoteFrom(block.page, quote.join(' '))] },
      country: country ? { value: country.code, evidence: [quoteFrom(block.page, country.text)] } : null,
    };
  }
  return NO_PLACE;
};
