import { countriesIn } from '../judge/countries.ts';
import { BEHIND_TOWN } from '../judge/post-codes.ts';
import type { Proposed } from '../proposal.ts';
import { headingOver, isHeading, type Placed, quoteOn } from './site.ts';

/** What a site says of where its maker sits. */
export interface Place {
  city: Proposed<string> | null;
  country: Proposed<string> | null;
}

export const NOWHERE: Place = { city: null, country: null };

/** A town's name as it is written: "Frankfurt am Main", "Stoke-on-Trent", "St. Gallen". */
export const CITY =
  "((?:St\\.?\\s)?\\p{Lu}[\\p{L}'’-]+(?:\\s+(?:(?:am|an der|an|im|in der|bei|ob der|de|del|de la|la|le|les|sur|upon|on|do|da|dos|di)\\s+)?\\p{Lu}[\\p{L}'’-]+){0,3})";
/** Letters before a post code; the post code; the town. */
const POSTAL_CITY = new RegExp(
  `(?<![\\p{L}\\d-])(?:(?:D|DE|A|AT|CH|F|FR|I|IT|L|LU|B|BE|DK|SE|FI|E|ES|PL|CZ|SK|PT)[-– ])?(?:\\d{4} ?[A-Z]{2}(?= )|\\d{4}-\\d{3}|\\d{4,5}|\\d{3} ?\\d{2}|\\d{2}-\\d{3})\\s+${CITY}`,
  'gu',
);
/** Between a British town and its post code. */
const COUNTY =
  '(?:(?:North|South|East|West) )?(?:\\p{Lu}\\p{Ll}+shire|Kent|Essex|Surrey|Sussex|Norfolk|Suffolk|Devon|Cornwall|Dorset|Somerset|Middlesex|Merseyside|Cumbria|Midlands|Greater Manchester|Tyne and Wear|County Durham|Co\\.? \\p{Lu}\\p{Ll}+)';
const CITY_CODE = new RegExp(
  `(?:^|[,\\s–-])(?!${COUNTY}\\b)${CITY}(?: \\d{1,2})?(?:,? ${COUNTY})?\\s*[,/–-]?\\s*(?:${Object.values(BEHIND_TOWN).join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);

const WAYS =
  'straße|strasse|str\\.|gasse|weg|platz|allee|ring|ufer|damm|straat|laan|gracht|plein|vej|gade|gatan|vägen|katu|tie|丁目|番地|(?<!\\p{L})(?:street|avenue|ave|road|rd|lane|boulevard|blvd|drive|suite|floor|building|po box|p\\.o\\. box|way|court|square|parkway|highway|crescent|terrace|rue|chemin|quai|place|impasse|route|calle|c/|avenida|av|avda|carrer|plaza|paseo|barrio|camino|carretera|polígono|urbanización|via|viale|piazza|corso|rua|travessa|praça|alameda|ul|al|os)';
const WAY = new RegExp(`(?:${WAYS})(?!\\p{L})`, 'iu');
const STREET = new RegExp(`${WAY.source}|(?<!\\p{L})st(?!\\p{L})`, 'iu');
/** "Unter den Linden 5", alone in its line or before the post code: a street need not be called one. */
const HOUSE = /^\p{Lu}[\p{L}\s.'’-]{3,40}\s\d{1,4}\s?[a-zA-Z]?(?:[-–/]\d{1,4})?,?$/u;
const HOUSE_BEFORE = /\p{L}{3,}\.?\s\d{1,4}\s?[a-zA-Z]?(?:[-–/]\d{1,4})?,\s*$/u;
/** What stands before the town where nothing parts them: "Wenlock Road London", "Suite B Denver". */
const BEFORE_TOWN = new RegExp(`^(?:.*\\s(?:${WAYS})\\.?|(?:apt|unit|suite|ste)\\.?\\s\\w{1,4})\\s+(?=\\p{Lu})`, 'iu');

/** Whose address it is, if not the maker's: courts, offices, and firms the data goes to. */
export const STRANGER =
  /gericht|\b(high|district|supreme|commercial|registry|county) court\b|\bcourt of\b|tribunal|handelsregister|aufsichtsbehörde|authority|autorité|autoridad|autorità|agencia española|landesbeauftragt|schutzbeauftragt|protection officer|\bDPO\b|délégué|delegado|schlichtung|streitbeilegung|verbraucher|commission|ombuds|google|amazon|\baws\b|meta platforms|facebook|hetzner|cloudflare|stripe|paypal|netlify|vercel|microsoft|ionos|strato|\bovh\b|github|mailchimp|hosting|hoster|hosted|gehostet|hébergeur|hébergement|alojamiento|\bserver|processor|auftragsverarbeit|sous-traitant|encargado|data cent(er|re)|rechenzentrum|eu representative|vertreter in der|trademark|fictive|placeholder|muster/i;

export const looksLikeCity = (city: string): boolean =>
  city.length >= 3 &&
  city.length <= 40 &&
  !/\b(GmbH|UG|AG|Inc|LLC|Ltd|Telefon|Tel|Phone|E-?Mail|Email|Fax|Germany|Deutschland|Street|Web|Internet|Kontakt|Contact|The|Our|We|Cloud|House|Love|Public|Java|React|Rust|Europe|EU)\b/.test(
    city,
  ) &&
  countriesIn(city).length === 0;

export const isStreet = (text: string): boolean => WAY.test(text);

const trimmed = (city: string): string =>
  city
    .replace(
      /\s+(Telefon|Tel|Phone|E-?Mail|Email|Fax|Web|Internet|Kontakt|Contact|Deutschland|Germany|Österreich|Austria|Schweiz|Vertreten|Represented|USt|Umsatzsteuer|Handelsregister|Geschäftsführer|Inhaber|Verantwortlich|Angaben)\b.*$/u,
      '',
    )
    .replace(/[.,]+$/, '');

/** Words that lead up to a figure, with no house number among them: "on the road with 12345 Happy People". */
const IN_SENTENCE = /^[^\d,]*\p{Ll}:?\s*$/u;

interface Line {
  text: string;
  block: Placed;
}

/** The town beside a post code. The line above may hold it, where the post code stands in one of its own. */
const townIn = (lines: Line[], row: number): { city: string; before: string; from: number } | null => {
  const line = lines[row]!;
  for (const from of [row, row - 1, row - 2]) {
    const rows = lines.slice(Math.max(0, from), row + 1);
    if (from < 0 || rows.some(({ block, text }) => block.page !== line.block.page || text.length > 200)) break;
    const text = rows.map((one) => one.text.replace(/,$/, '')).join(', ');
    for (const pattern of from === row ? [CITY_CODE, POSTAL_CITY] : [CITY_CODE])
      for (const found of text.matchAll(pattern)) {
        const city = trimmed(found[1]!.replace(BEFORE_TOWN, ''));
        if (looksLikeCity(city) && !isStreet(city) && !IN_SENTENCE.test(text.slice(0, found.index)))
          return { city, before: text.slice(0, found.index), from };
      }
  }
  return null;
};

const LONGEST_ADDRESS = 200;
/** Whether a text is an address, with whose it is, rather than a sentence that has one in it. */
export const isAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS &&
  STREET.test(text) &&
  !/[.!?]$/.test(text) &&
  [CITY_CODE, POSTAL_CITY].some((form) => text.search(form) >= 0);

/** Over or right above the address of whoever a page of law speaks for. */
const RESPONSIBLE =
  /\b(contact|kontakt|contacto|contatt|contato|get in touch|reach us|(data )?controller|responsible|verantwortlich|anbieter|betreiber|responsable|éditeur|titular|titolare|responsável|verwerkingsverantwoordelijke|administrator(em)? danych|who we are|wer wir sind|quiénes somos|qui sommes|chi siamo|quem somos)|お問い合わせ|運営者|事業者|連絡先|联系/iu;

/** Of pages of law, what tells whom they speak for: other addresses there are those the data goes to. */
export const ofResponsible = (blocks: Placed[]): Placed[] =>
  blocks.filter((block) => {
    const above = block.page.blocks.slice(Math.max(0, block.at - 3), block.at).filter(({ text }) => text.length <= 160);
    return RESPONSIBLE.test([headingOver(block, /^h[1-6]$/), ...above.map(({ text }) => text), block.text.slice(0, 160)].join('\n'));
  });

/** The lines around a post code, up to the country below it. */
export const fromAddress = (blocks: Placed[]): Place => {
  const lines: Line[] = blocks.flatMap((block) => block.lines.map((text) => ({ text, block })));
  for (const [row, { text: line, block }] of lines.entries()) {
    if (!/\d{3}|\d\p{Lu}/u.test(line) || /©|copyright/i.test(line)) continue;
    const found = townIn(lines, row);
    if (!found) continue;
    const page = lines.filter((one) => one.block.page === block.page);
    const at = page.indexOf(lines[row]!);
    const above = page.slice(Math.max(0, at - 4), at).map(({ text }) => text.slice(-100));
    // On an imprint a line that is nothing but a post code and a town needs no street above it.
    const alone = block.page.kind === 'imprint' && /^\d{5} \p{Lu}/u.test(line) && line.length <= 40;
    const housed = HOUSE.test(above.at(-1) ?? '') || HOUSE_BEFORE.test(found.before);
    if (!alone && !housed && !STREET.test([...above.slice(-3), line].join(' '))) continue;
    const heading = block.regions.has('footer') ? '' : headingOver(block, /^h[1-6]$/);
    if (STRANGER.test([heading, ...above, line].join(' '))) continue;
    const quote = lines.slice(found.from, row + 1).map(({ text }) => text);
    // What stands below may be the country, or somebody else's address.
    const below = page.slice(at + 1, at + 3);
    const end = below.findIndex((one) => isHeading(one.block) || STRANGER.test(one.text));
    const after = [quote.join(' '), ...below.slice(0, end < 0 ? undefined : end).map(({ text }) => text.slice(0, 60))];
    const country = after.flatMap((text) => countriesIn(text).map(({ code }) => ({ code, text })))[0];
    return {
      city: { value: found.city, evidence: [quoteOn(block.page, quote.join(' '))] },
      country: country ? { value: country.code, evidence: [quoteOn(block.page, country.text)] } : null,
    };
  }
  return NOWHERE;
};
