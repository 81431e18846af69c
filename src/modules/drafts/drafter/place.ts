import { countriesIn } from '../judge/countries.ts';
import { COUNTRY_CODES } from '../judge/country-names.ts';
import { CITY, fromAddress, isStreet, looksLikeCity, NOWHERE, ofResponsible, type Place, STRANGER } from './address.ts';
import { statedIn } from './fact-sheet.ts';
import { bare, blocksOf, isOwnWord, type Placed, quoteOn, type Site, said } from './site.ts';

const SEAT =
  /\b(?:based|headquartered|located|proudly (?:made|built)|made with .{0,12}|made|built|designed(?: and built)?|developed|crafted|home(?:d)?)\s+(?:and \w+ )?(?:out of|in)\b|\b(?:headquarters|head office|hq)\s*(?:is|are)?\s*(?:in|:)|\b(?:mit |hat ihren )?sitz (?:ist )?in\b|\bansässig in\b|\b(?:aus|made in|entwickelt in|hergestellt in)\b(?= \p{Lu})|\b(?:con )?sede en\b|\bubicad[oa]s? en\b|\bhech[oa] (?:con .{0,10} )?en\b|\bbasad[oa]s? en\b|\b(?:basée?s?|situées?|siège(?: social)?|installée?s?)\s+(?:est )?à\b|\bcon sede a\b|\bsede (?:a|em)\b|\bgevestigd in\b|\bmed (?:bas|säte) i\b|\bin the heart of\b|\bim herzen (?:von|der)\b|\bstudio (?:from|in)\b|\bcompany (?:from|in)\b/giu;

const STATES = '(?:A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|DC)';
const FOOT_CITY = new RegExp(`(?:^|[.,|·•]\\s)(\\p{Lu}\\p{L}+(?:\\s\\p{Lu}\\p{L}+){0,2}),\\s${STATES}(?=[\\s.,|·•]|$)`, 'u');

/** What is somewhere else than the maker: those it is sold to, what it keeps, what its people did before. */
const ELSEWHERE =
  /\bcourt\b|\blaws? of\b|jurisdiction|governed|gerichtsstand|customers? in|clients? in|users? in|available in|events?\b|conference|launch(ing|ed)? in|coming to|\bdata\b|\bdaten\b|stored|gespeichert|\b(customers?|clients?|users?|people|companies|businesses|teams|those|residents?|if you|you are|members)\b[^.]{0,40}\b(based|located)|for sale in|teaches?|studied|university|worked|born|lives?\b/i;
const isElsewhere = (text: string): boolean => STRANGER.test(text) || ELSEWHERE.test(text);

const fromData = (site: Site): Place => {
  const place: Place = { city: null, country: null };
  for (const { page, types, says, written } of site.facts) {
    if (!types.includes('PostalAddress')) continue;
    const owner = site.facts.find((fact) => fact.page === page && [fact.says.address ?? []].flat().includes(says));
    if (owner && /^(Place|Event|Person|Review|JobPosting)$/.test(owner.types[0] ?? '')) continue;
    const city = said(says.addressLocality);
    const country =
      says.addressCountry && typeof says.addressCountry === 'object' && !Array.isArray(says.addressCountry)
        ? said(says.addressCountry.name)
        : said(says.addressCountry);
    if (city && !place.city) place.city = { value: city, evidence: [quoteOn(page, written('addressLocality', city))] };
    if (country && !place.country) {
      const code = COUNTRY_CODES.has(country.toUpperCase()) ? country.toUpperCase() : countriesIn(country)[0]?.code;
      if (code)
        place.country = {
          value: code,
          evidence: [quoteOn(page, written(typeof says.addressCountry === 'string' ? 'addressCountry' : 'name', country))],
        };
    }
  }
  return place;
};

/** "© Acme LLC. Los Angeles, CA" at the foot of a page. */
const fromFoot = (blocks: Placed[]): Place => {
  for (const block of blocks.filter(({ regions }) => regions.has('footer'))) {
    const found = FOOT_CITY.exec(block.text);
    if (found && looksLikeCity(found[1]!))
      return { city: { value: found[1]!, evidence: [quoteOn(block.page, found[0].replace(/^[\s.,|·•]+/, ''))] }, country: null };
  }
  return NOWHERE;
};

const AFTER_SEAT = new RegExp(`^[\\s:]*(?:the (?:heart|city) of\\s+|beautiful\\s+|sunny\\s+)?${CITY}(?:,\\s*([^.!?]{2,50}))?`, 'u');

const withoutCountry = (place: string): string => {
  const country = countriesIn(place).find(({ start, end }) => start > 0 && end === place.length);
  return country ? place.slice(0, country.start).trim() : place;
};

/** "Headquartered in Melbourne, Australia". */
const fromSentence = (blocks: Placed[]): Place => {
  for (const block of blocks) {
    for (const match of block.text.matchAll(SEAT)) {
      const start = Math.max(block.text.lastIndexOf('. ', match.index) + 1, 0);
      const rest = block.text.slice(match.index + match[0].length);
      const stop = /[.!?](?=\s|$)/.exec(rest)?.index ?? rest.length;
      const sentence = block.text.slice(start, match.index + match[0].length + stop).trim();
      if (isElsewhere(sentence) || sentence.length > 300) continue;
      const found = AFTER_SEAT.exec(rest);
      // "Canberra Australia": the country's name is not the town's.
      const town = found ? withoutCountry(found[1]!) : '';
      const tail = rest.slice(0, Math.min(stop, 70));
      const country = countriesIn(tail)[0];
      const city = town && looksLikeCity(town) && town.split(/\s+/).length <= 3 ? town.replace(/[.,]+$/, '') : null;
      // A town alone, with no country behind it, may be anything that is written with a capital.
      const sure = country !== undefined || /headquart|based|sitz|sede|basée|heart|herzen/i.test(match[0]);
      if ((city && sure) || country)
        return {
          city: city && sure ? { value: city, evidence: [quoteOn(block.page, sentence)] } : null,
          country: country ? { value: country.code, evidence: [quoteOn(block.page, sentence)] } : null,
        };
    }
  }
  return NOWHERE;
};

const SEAT_KEY =
  /^(?:(?:company |studio |developer |business |our |main )?(?:location|address|headquarters|head office|hq|based in|office)|based|country|city|standort|sitz|firmensitz|hauptsitz|anschrift|ubicación|sede|domicilio|dirección|siège(?: social)?|adresse|localisation|basé à|indirizzo|endereço|localização|locatie|vestiging(?:splaats)?|gevestigd in|adres|siedziba|sídlo|所在地|本社|本社所在地|住所|地址|总部|公司地址|주소|소재지|본사|адрес|местоположение)$/iu;
const WHOLE_CITY = new RegExp(`^${CITY}$`, 'u');
/** Prefecture and municipality, as Japanese addresses begin. */
const JAPANESE =
  /^(?:〒?\d{3}-?\d{4}\s*)?((?:東京都|北海道|京都府|大阪府|[\u4e00-\u9fff]{2,3}県)[\u4e00-\u9fff\u3040-\u30ff]{1,6}?[市区町村])/u;

/** "Based in: Lyon, France" in a table or list of facts. */
const fromFacts = (blocks: Placed[]): Place => {
  for (const { key, value, quote, block } of statedIn(blocks)) {
    if (!SEAT_KEY.test(key.trim()) || isElsewhere(value)) continue;
    const japanese = JAPANESE.exec(value)?.[1];
    const country = value.length <= 80 ? countriesIn(value)[0] : undefined;
    const parts = value.replace(/\(.*\)/, '').split(/\s*[,·|/]\s*/);
    const town = japanese ?? (parts.length <= 3 ? withoutCountry(parts[0]!) : '');
    const sure = japanese !== undefined || (WHOLE_CITY.test(town) && looksLikeCity(town) && !isStreet(town) && !REMOTE.test(town));
    if (!sure && !country) continue;
    const evidence = [quoteOn(block.page, quote)];
    return { city: sure ? { value: town, evidence } : null, country: country ? { value: country.code, evidence } : null };
  }
  return NOWHERE;
};
const REMOTE = /^(?:remote|worldwide|online|global|everywhere|earth|anywhere|internet|distributed|unknown|various)/i;

/** An imprint names the law it is made by. */
const fromLaw = (blocks: Placed[]): Place['country'] => {
  for (const block of blocks) {
    const sign = /§ ?\d+/.test(block.text) ? countriesIn(block.text).find(({ start }) => block.text.startsWith('§', start)) : undefined;
    if (sign)
      return {
        value: sign.code,
        evidence: [quoteOn(block.page, block.text.length <= 200 ? block.text : block.text.slice(Math.max(0, sign.start - 60), sign.end))],
      };
  }
  return null;
};

const isInAddress = ({ tag }: Placed): boolean =>
  tag.name === 'address' || tag.parent?.name === 'address' || tag.parent?.parent?.name === 'address';

/** Where the maker sits: its structured address, its imprint, or a sentence that says so. */
export const placeOf = (site: Site): Place => {
  const own = (block: Placed) => isOwnWord(block, 'customer', 'compare');
  const imprint = blocksOf(site, 'imprint');
  const address = fromAddress(
    [
      ...imprint,
      ...blocksOf(site, 'contact', 'about'),
      ...blocksOf(site, 'home', 'other').filter(({ regions }) => regions.has('footer')),
      ...blocksOf(site, 'home').filter(isInAddress),
      ...ofResponsible(blocksOf(site, 'privacy', 'terms')),
    ].filter(own),
  );
  const data = fromData(site);
  const told = fromSentence(blocksOf(site, 'about', 'home', 'press', 'contact', 'imprint').filter(own));
  const stated = fromFacts(blocksOf(site, 'press', 'about', 'contact', 'imprint'));
  const places = [data, address, stated, told, fromFoot(blocksOf(site, 'home'))].filter(({ city, country }) => city || country);
  const first = places[0] ?? NOWHERE;
  const city = first.city ?? places.find((place) => place.city)?.city ?? null;
  let country = first.country ?? null;
  // A country from elsewhere counts if it stands with the same town, or if no town was found.
  if (!country)
    country =
      places.find((place) => place.country && (!place.city || !city || bare(place.city.value) === bare(city.value)))?.country ?? null;
  return { city, country: country ?? fromLaw(imprint) };
};
