import { termsOf } from './terms.ts';

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

/** Languages whose names of countries and months are known, by what a text in them is written with. */
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

/** Forms people use beside the names in dictionaries, and cases of languages that bend them. */
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

/** Names of countries that are also words, first names, streets or typefaces, and phrases that only sound like one: they prove nothing. */
export const NO_COUNTRY: ReadonlySet<string> = new Set(
  termsOf(
    'man, chad, jersey, new jersey, georgia, jordan, montserrat, indie, chili, island, swiss, sark, gana, maurice, réunion, reunion, la réunion',
    'mali, palau, malte, norra, viro, congo, kongo, guinea, guinea pig, granada, guadalupe, saint martin, san martín, san martin, sankt martin',
    'santa lucía, santa lucia, santa elena, san bartolomé, saint barthélemy, saint helena, santa helena, sint maarten, new england',
    'little italy, gulf of mexico, golfo de méxico, turki, yaman, togas, malis, gine, nauru, bank of china, air france',
    'bank of america, holland america, new holland, tai, lao',
  ),
);
