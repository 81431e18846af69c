import { type TextSpan, termsOf } from './terms.ts';

/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI ' +
    'CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR ' +
    'GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU ' +
    'LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL ' +
    'PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
    'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Languages with known country and month names, by script. */
export const SCRIPTS: readonly { written: RegExp; languages: readonly string[] }[] = [
  { written: /\p{sc=Latin}/u, languages: 'en de fr es it pt nl da sv nb fi pl cs sk hu ro tr id vi ca hr sl lt lv et is'.split(' ') },
  { written: /\p{sc=Cyrillic}/u, languages: ['ru', 'uk', 'bg', 'sr'] },
  { written: /\p{sc=Greek}/u, languages: ['el'] },
  { written: /\p{sc=Arabic}/u, languages: ['ar', 'fa'] },
  { written: /\p{sc=Hebrew}/u, languages: ['he'] },
  { written: /\p{sc=Devanagari}/u, languages: ['hi'] },
  { written: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u, languages: ['ja', 'zh', 'zh-Hant'] },
  { written: /\p{sc=Hangul}/u, languages: ['ko'] },
  { written: /\p{sc=Thai}/u, languages: ['th'] },
];

/** Common forms besides the dictionary names, and inflected forms. */
export const COMMON_FORMS: Record<string, string> = {
  US: 'USA, U.S.A., U.S., United States of America, Vereinigte Staaten von Amerika, EE.UU., EEUU, Estados Unidos de América, EUA, E.U.A., США, 美國, アメリカ合衆国, 米国, 미합중국, New Mexico',
  GB: 'UK, U.K., Great Britain, Großbritannien, Grande-Bretagne, Gran Bretaña, Gran Bretagna, Grã-Bretanha, Groot-Brittannië, England, Scotland, Wales, Northern Ireland, Nordirland, Irlanda del Norte, Irlanda del Nord, Irlanda do Norte, Irlande du Nord, Noord-Ierland, Schottland, Inglaterra, Angleterre, Inghilterra',
  AE: 'UAE, U.A.E., Dubai UAE, الإمارات',
  DE: 'Germany, Deutschlands, Bundesrepublik Deutschland, Federal Republic of Germany, Monaco di Baviera, Niemczech, Německu, Германии',
  AT: 'Österreichs, Rakousku',
  CH: 'Schweizerische Eidgenossenschaft, Confoederatio Helvetica, Svizzera, Switzerland',
  NL: 'Holland, The Netherlands, Netherlands, Nederland, Pays-Bas, Países Bajos, Holanda, Paesi Bassi',
  BE: 'België, Belgique, Belgien, Bélgica',
  CZ: 'Czech Republic, Česká republika, České republice, Česku, Tschechische Republik, République tchèque, República Checa, Czechia',
  SK: 'Slovak Republic, Slovenská republika, Slovensku',
  PL: 'Polsce, Rzeczpospolita Polska',
  HU: 'Magyarországon',
  RO: 'România, României',
  FI: 'Suomessa',
  SE: 'Sverige, Ruotsissa',
  EE: 'Eestis',
  LT: 'Lietuvoje',
  LV: 'Latvijā',
  HR: 'Hrvatskoj, Republika Hrvatska',
  SI: 'Sloveniji, Republika Slovenija',
  RS: 'Srbiji, Republika Srbija, Србији',
  IE: 'Republic of Ireland, Éire',
  ES: 'España, Espana',
  PT: 'Portugal',
  BR: 'Brasil',
  TR: 'Türkiye, Turkey, Turkiye',
  RU: 'Russian Federation, Российская Федерация, России, РФ',
  UA: 'України, Україні, Украины, Украине',
  BY: 'Беларусь, Республика Беларусь, Беларуси, Belarus',
  KZ: 'Казахстане, Казахстана',
  GR: 'Ελλάδας, Hellas, Hellenic Republic',
  KR: 'Korea, Republic of Korea, South Korea, Corea, Korea Selatan, 한국, 대한민국, 韓国, 韩国, 韓國',
  KP: 'North Korea, Corea del Norte, Nordkorea, Corée du Nord',
  CN: "People's Republic of China, PRC, 中华人民共和国, 中華人民共和國",
  HK: 'Hong Kong, Hongkong, 香港',
  MO: 'Macau, Macao, 澳门, 澳門',
  TW: 'Taiwan, 台湾, 臺灣, 台灣',
  JP: '日本国',
  VN: 'Viet Nam, Việt Nam',
  MM: 'Myanmar, Burma',
  IR: 'Islamic Republic of Iran',
  IL: 'ישראל',
  CI: "Côte d'Ivoire, Ivory Coast",
  CD: 'Democratic Republic of the Congo, DR Congo',
  MK: 'North Macedonia, Macedonia',
  MD: 'Republica Moldova, Moldova',
  AU: 'New South Wales, Commonwealth of Australia',
  ZA: 'RSA, Suid-Afrika',
};

/** Country names that are also words, first names, streets or fonts, and phrases that only sound like one: they prove nothing. */
export const NOT_A_COUNTRY: ReadonlySet<string> = new Set(
  termsOf(
    'man, chad, jersey, new jersey, georgia, jordan, montserrat, indie, chili, island, swiss, sark, gana, maurice, réunion, reunion, la réunion',
    'mali, palau, malte, norra, viro, congo, kongo, guinea, guinea pig, granada, guadalupe, saint martin, san martín, san martin, sankt martin',
    'santa lucía, santa lucia, santa elena, san bartolomé, saint barthélemy, saint helena, santa helena, sint maarten, new england',
    'little italy, gulf of mexico, golfo de méxico, turki, yaman, togas, malis, gine, nauru, bank of china, air france',
    'bank of america, holland america, new holland, tai, lao',
  ),
);

/** A country's letter before a postal code, as in "D-10179 Berlin". */
const LETTERED: Record<string, string> = {
  DE: '(?:D|DE)[-–]\\d{5}',
  AT: '(?:A|AT)[-–]\\d{4}',
  CH: 'CH[-–]\\d{4}',
  LI: 'FL[-–]\\d{4}',
  LU: 'L[-–]\\d{4}',
  BE: 'BE?[-–]\\d{4}',
  FR: 'FR?[-–]\\d{5}',
  IT: 'IT?[-–]\\d{5}',
  DK: 'DK[-–]\\d{4}',
  SE: 'SE?[-–]\\d{3} ?\\d{2}',
  FI: 'FI(?:N)?[-–]\\d{5}',
  NL: 'NL[-–]\\d{4} ?[A-Z]{2}',
  CZ: 'CZ[-–]\\d{3} ?\\d{2}',
};

/**
 * US states by the start of their postal codes: "VA 21100" is not Virginia but Varese, since Italian provinces have two letters too.
 * Where even the digits match, as for Trento and Memphis, the country stays open. States that are also words need more digits.
 */
const STATES: Record<string, string> = {
  '0': 'CT|MA|ME(?= 0[34])|NH|NJ|RI(?= 02[89])|VT',
  '1': 'DE|NY|PA',
  '2': 'DC|MD|NC|SC|VA(?= 2[0234])|WV',
  '3': 'AL|FL|GA|MS|TN(?= 37)',
  '4': 'IN(?= 4[67])|KY|MI|OH',
  '5': 'IA|MN|MT|ND|SD|WI',
  '6': 'IL|KS|MO|NE',
  '7': 'AR|LA|OK(?= 7[34])|TX',
  '8': 'AZ|CO|ID(?= 83)|NM|NV|UT|WY',
  '9': 'AK|CA|HI(?= 96)|OR(?= 97)|WA',
};
/** Prefixes of British postal codes, without the islands that have country codes of their own. */
const AREAS =
  '[BEGLMNSW]|A[BL]|B[ABDHLNRST]|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]|F[KY]|G[LU]|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]|M[EKL]|N[EGNPRW]|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]|T[ADFNQRSW]|UB|W[ACDFNRSV]|YO|ZE';

/** What follows a city only in this country's addresses: state or province with a postal code, or a postal code with letters. */
export const BEHIND_TOWN: Record<string, string> = {
  US: Object.entries(STATES)
    .map(([digit, states]) => `(?<=\\p{Lu}[\\p{L}.'’-]{1,40},? )(?:${states}) ${digit}\\d{4}(?:-\\d{4})?`)
    .join('|'),
  CA: '(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? [ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d',
  // "Acme SA 5000 Namur" is in Belgium, and "ACT 2018" is a law.
  AU: '(?:(?:NSW,? [12]|VIC,? [38]|QLD,? [49]|SA,? 5|WA,? 6|TAS,? 7|NT,? 0)\\d{3}|ACT,? 2(?:6\\d|9[01])\\d)(?! (?!Australia)\\p{Lu}\\p{Ll})',
  // "M2 8GB" is a computer.
  GB: `(?:${AREAS})\\d[A-Z\\d]? \\d(?!GB|TB)[ABD-HJLNP-UW-Z]{2}`,
  BR: '(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)[\\s,–-]{1,3}(?:CEP:? )?\\d{5}-\\d{3}',
};

/** Other formats that only one country's addresses have. */
const FORMS: Record<string, string> = {
  JP: '〒 ?\\d{3}-?\\d{4}',
  NL: '\\p{L}{0,40}(?:straat|gracht|laan|weg|plein|kade|singel|dijk|steeg|dreef)(?: \\d{1,5} ?[a-zA-Z]?(?:-\\d{1,5})?,? | \\d{1,5}, )\\d{4} ?[A-EGHJ-NPR-TV-XZ]{2} (?=\\p{Lu})',
};

const whole = (form: string, behind = '(?![\\p{L}\\p{N}-])'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${form})${behind}`, 'gu');

const SIGNS: [code: string, sign: RegExp][] = [
  ...Object.entries(LETTERED).map(([code, form]): [string, RegExp] => [code, whole(form, '(?= \\p{Lu})')]),
  ...Object.entries(BEHIND_TOWN).map(([code, form]): [string, RegExp] => [code, whole(form)]),
  ...Object.entries(FORMS).map(([code, form]): [string, RegExp] => [code, whole(form, '')]),
];

/** The countries whose postal codes are in a text. */
export const postCodesIn = (text: string): (TextSpan & { code: string })[] =>
  /\d{3}|\d[A-Z]/.test(text)
    ? SIGNS.flatMap(([code, sign]) =>
        [...text.matchAll(sign)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, code })),
      )
    : [];
