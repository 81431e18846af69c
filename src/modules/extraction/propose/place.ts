import { ancestorsOf } from '../parse/dom.ts';
import { countriesIn } from '../verify/countries.ts';
import { COUNTRY_CODES } from '../words/countries.ts';
import {
  blocksOfResponsible,
  CITY,
  type CompanyPlace,
  isStreet,
  looksLikeCity,
  NO_PLACE,
  OTHER_PARTY,
  placeFromAddress,
} from './postal-address.ts';
import {
  blocksOf,
  isIn,
  isOwnStatement,
  lettersOnly,
  type PageBlock,
  type ProductSite,
  quoteFrom,
  type StructuredFact,
  textValue,
  toList,
  toObject,
} from './site.ts';

const SEAT_WORDS =
  /\b(?:based|headquartered|located|proudly (?:made|built)|made with .{0,12}|made|built|designed(?: and built)?|developed|crafted|home(?:d)?) (?:and \w{1,40} )?(?:out of|in)\b|\b(?:headquarters|head office|hq) ?(?:is|are)? ?(?:in|:)|\b(?:mit |hat ihren )?sitz (?:ist )?in\b|\bansässig in\b|\b(?:aus|made in|entwickelt in|hergestellt in)\b(?= \p{Lu})|\b(?:con )?sede en\b|\bubicad[oa]s? en\b|\bhech[oa] (?:con .{0,10} )?en\b|\bbasad[oa]s? en\b|\b(?:basée?s?|situées?|siège(?: social)?|installée?s?) (?:est )?à\b|\bcon sede a\b|\bsede (?:a|em)\b|\bgevestigd in\b|\bmed (?:bas|säte) i\b|\bin the heart of\b|\bim herzen (?:von|der)\b|\bstudio (?:from|in)\b|\bcompany (?:from|in)\b|\b(?:founded|started|established)(?: in \d{4},?)? in\b(?! \d)|\bgegründet(?: \d{4})? in\b(?! \d)/giu;

const STATES = '(?:A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|DC)';
const FOOT_CITY = new RegExp(`(?:^|[.,|·•]\\s)(\\p{Lu}\\p{L}{1,40}(?:\\s\\p{Lu}\\p{L}{1,40}){0,2}),\\s${STATES}(?=[\\s.,|·•]|$)`, 'u');

/** Places that are not the maker's: of customers, data storage, or people's earlier lives. */
const ELSEWHERE =
  /\bcourt\b|\blaws? of\b|jurisdiction|governed|gerichtsstand|customers? in|clients? in|users? in|available in|events?\b|conference|launch(ing|ed)? in|coming to|\bdata\b|\bdaten\b|stored|gespeichert|\b(customers?|clients?|users?|people|companies|businesses|teams|those|residents?|if you|you are|members)\b[^.]{0,40}\b(based|located)|for sale in|teaches?|studied|university|worked|born|lives?\b/i;
const isElsewhere = (text: string): boolean => OTHER_PARTY.test(text) || ELSEWHERE.test(text);

const fromData = (site: ProductSite): CompanyPlace => {
  const place: CompanyPlace = { city: null, country: null };
  const owners = new Map<unknown, StructuredFact>();
  for (const fact of site.facts) for (const address of toList(fact.values.address)) if (!owners.has(address)) owners.set(address, fact);
  for (const { page, types, values, written } of site.facts) {
    if (!types.includes('PostalAddress')) continue;
    const owner = owners.get(values);
    if (owner && /^(Place|Event|Person|Review|JobPosting)$/.test(owner.types[0] ?? '')) continue;
    const city = textValue(values.addressLocality);
    const country = textValue(values.addressCountry) ?? textValue(toObject(values.addressCountry)?.name);
    if (city && !place.city) place.city = { value: city, evidence: [quoteFrom(page, written('addressLocality', city))] };
    if (country && !place.country) {
      const code = COUNTRY_CODES.has(country.toUpperCase()) ? country.toUpperCase() : countriesIn(country)[0]?.code;
      const key = typeof values.addressCountry === 'string' ? 'addressCountry' : 'name';
      if (code) place.country = { value: code, evidence: [quoteFrom(page, written(key, country))] };
    }
  }
  return place;
};

/** "© Acme LLC. Los Angeles, CA" in a footer. */
const fromFoot = (blocks: PageBlock[]): CompanyPlace => {
  for (const block of blocks.filter((one) => isIn(one, 'footer'))) {
    const found = FOOT_CITY.exec(block.text);
    if (found && looksLikeCity(found[1]!))
      return { city: { value: found[1]!, evidence: [quoteFrom(block.page, found[0].replace(/^[\s.,|·•]+/, ''))] }, country: null };
  }
  return NO_PLACE;
};

const AFTER_SEAT = new RegExp(`^[ :]{0,9}(?:the (?:heart|city) of |beautiful |sunny )?${CITY}(?:, ?([^.!?]{2,50}))?`, 'u');

const withoutCountry = (place: string): string => {
  const country = countriesIn(place).find(({ start, end }) => start > 0 && end === place.length);
  return country ? place.slice(0, country.start).trim() : place;
};

const withoutBrackets = (text: string): string => {
  const [from, to] = [text.indexOf('('), text.lastIndexOf(')')];
  return from >= 0 && to > from ? text.slice(0, from) + text.slice(to + 1) : text;
};

const LONGEST_SENTENCE = 300;
/** "Headquartered in Melbourne, Australia". */
const fromSentence = (blocks: PageBlock[]): CompanyPlace => {
  for (const block of blocks) {
    for (const match of block.text.matchAll(SEAT_WORDS)) {
      // Sentences beyond this length are skipped, so search no further.
      const from = Math.max(0, match.index - LONGEST_SENTENCE);
      const start = from + Math.max(block.text.slice(from, match.index + 2).lastIndexOf('. ') + 1, 0);
      const rest = block.text.slice(match.index + match[0].length);
      const stop = /[.!?](?=\s|$)/.exec(rest.slice(0, LONGEST_SENTENCE))?.index ?? rest.length;
      const sentence = block.text.slice(start, match.index + match[0].length + stop).trim();
      if (sentence.length > LONGEST_SENTENCE || isElsewhere(sentence)) continue;
      const found = AFTER_SEAT.exec(rest);
      // "Canberra Australia": the country's name is not part of the city.
      const town = found ? withoutCountry(found[1]!) : '';
      const tail = rest.slice(0, Math.min(stop, 70));
      const country = countriesIn(tail)[0];
      const city = town && looksLikeCity(town) && town.split(/\s+/).length <= 3 ? town.replace(/(?<![.,])[.,]+$/, '') : null;
      // A city without a country may be any capitalized word.
      const sure = country !== undefined || /headquart|based|sitz|sede|basée|heart|herzen/i.test(match[0]);
      if ((city && sure) || country)
        return {
          city: city && sure ? { value: city, evidence: [quoteFrom(block.page, sentence)] } : null,
          country: country ? { value: country.code, evidence: [quoteFrom(block.page, sentence)] } : null,
        };
    }
  }
  return NO_PLACE;
};

const SEAT_KEY =
  /^(?:(?:company |studio |developer |business |our |main )?(?:location|address|headquarters|head office|hq|based in|office)|based|country|city|standort|sitz|firmensitz|hauptsitz|anschrift|ubicación|sede|domicilio|dirección|siège(?: social)?|adresse|localisation|basé à|indirizzo|endereço|localização|locatie|vestiging(?:splaats)?|gevestigd in|adres|siedziba|sídlo|所在地|本社|本社所在地|住所|地址|总部|公司地址|주소|소재지|본사|адрес|местоположение)$/iu;
const WHOLE_CITY = new RegExp(`^${CITY}$`, 'u');
/** Prefecture and municipality, as Japanese addresses begin. */
const JAPANESE =
  /^(?:〒?\d{3}-?\d{4} ?)?((?:東京都|北海道|京都府|大阪府|[\u4e00-\u9fff]{2,3}県)[\u4e00-\u9fff\u3040-\u30ff]{1,6}?[市区町村])/u;

/** "Based in: Lyon, France" in a table or list of facts. */
const fromFacts = (blocks: PageBlock[]): CompanyPlace => {
  for (const { key, value, quote, block } of readFactSheet(blocks)) {
    if (!SEAT_KEY.test(key.trim()) || isElsewhere(value)) continue;
    const japanese = JAPANESE.exec(value)?.[1];
    const country = value.length <= 80 ? countriesIn(value)[0] : undefined;
    const parts = withoutBrackets(value).split(/[,·|/]/);
    const town = japanese ?? (parts.length <= 3 ? withoutCountry(parts[0]!.trimEnd()) : '');
    const sure = japanese !== undefined || (WHOLE_CITY.test(town) && looksLikeCity(town) && !isStreet(town) && !REMOTE.test(town));
    if (!sure && !country) continue;
    const evidence = [quoteFrom(block.page, quote)];
    return { city: sure ? { value: town, evidence } : null, country: country ? { value: country.code, evidence } : null };
  }
  return NO_PLACE;
};
const REMOTE = /^(?:remote|worldwide|online|global|everywhere|earth|anywhere|internet|distributed|unknown|various)/i;

const fromLaw = (blocks: PageBlock[]): CompanyPlace['country'] => {
  for (const block of blocks) {
    const sign = /§ ?\d+/.test(block.text) ? countriesIn(block.text).find(({ start }) => block.text.startsWith('§', start)) : undefined;
    if (sign)
      return {
        value: sign.code,
        evidence: [quoteFrom(block.page, block.text.length <= 200 ? block.text : block.text.slice(Math.max(0, sign.start - 60), sign.end))],
      };
  }
  return null;
};

const isInAddress = ({ tag }: PageBlock): boolean => ancestorsOf(tag, 3).some(({ name }) => name === 'address');

/** The maker's location: from structured data, an address, or a sentence that states it. */
export const proposePlace = (site: ProductSite): CompanyPlace => {
  const own = (block: PageBlock) => isOwnStatement(block, 'customer', 'compare');
  const imprint = blocksOf(site, 'imprint');
  const address = placeFromAddress(
    [
      ...imprint,
      ...blocksOf(site, 'contact', 'about'),
      ...blocksOf(site, 'home', 'other').filter((block) => isIn(block, 'footer')),
      ...blocksOf(site, 'home').filter(isInAddress),
      ...blocksOfResponsible(blocksOf(site, 'privacy', 'terms')),
    ].filter(own),
  );
  const data = fromData(site);
  const from_sentence = fromSentence(blocksOf(site, 'about', 'home', 'press', 'contact', 'imprint').filter(own));
  const from_facts = fromFacts(blocksOf(site, 'press', 'about', 'contact', 'imprint'));
  const places = [data, address, from_facts, from_sentence, fromFoot(blocksOf(site, 'home'))].filter(
    ({ city, country }) => city || country,
  );
  const first = places[0] ?? NO_PLACE;
  const city = first.city ?? places.find((place) => place.city)?.city ?? null;
  // A country from another source counts if it comes with the same city, or if no city was found.
  const isSameCity = (other: CompanyPlace['city']) => !other || !city || lettersOnly(other.value) === lettersOnly(city.value);
  const country = first.country ?? places.find((place) => place.country && isSameCity(place.city))?.country;
  return { city, country: country ?? fromLaw(imprint) };
};

/** A fact from a table, definition list or line: "Based in" and "Lyon, France". */
interface StatedFact {
  key: string;
  value: string;
  quote: string;
  block: PageBlock;
}

const LONGEST_KEY = 40;
const LONGEST_VALUE = 160;
const KEYED = /^([\p{L}][\p{L}\s./&'’-]{1,38}?) ?[:：] ?(\S.{0,199})$/u;

/** Cells and terms with the tag of their value. */
const BESIDE: Record<string, string> = { dt: 'dd', th: 'td', td: 'td' };

const withoutColon = (text: string): string => text.replace(/ ?[:：]$/, '');

const fromBlock = (block: PageBlock): StatedFact[] => {
  const { lines, tag, page, at, text } = block;
  const next = page.blocks[at + 1];
  const key = withoutColon(text);
  if (next && BESIDE[tag.name] === next.tag.name && key.length <= LONGEST_KEY && next.text.length <= LONGEST_VALUE)
    return [{ key, value: next.text, quote: `${text} ${next.text}`, block }];
  const [first, ...rest] = lines;
  // "Location:" in one line, its value in the next.
  if (first && rest[0] && /[:：]$/.test(first) && first.length <= LONGEST_KEY)
    return [{ key: withoutColon(first), value: rest[0], quote: `${first} ${rest[0]}`, block }];
  return lines.flatMap((line) => {
    const found = line.length <= LONGEST_KEY + LONGEST_VALUE ? KEYED.exec(line) : null;
    return found ? [{ key: found[1]!, value: found[2]!, quote: line, block }] : [];
  });
};

/** The facts that a maker states in tables and lists, as in press kits and company pages. */
export const readFactSheet = (blocks: PageBlock[]): StatedFact[] =>
  blocks.filter((block) => isOwnStatement(block, 'customer', 'compare', 'article', 'modal')).flatMap(fromBlock);
