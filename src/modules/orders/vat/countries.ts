/** The countries of ISO 3166-1. Their names come from the runtime's Unicode data. */
const COUNTRY_CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** Other codes in use: the EU's code for Greece, its prefix for Northern Ireland, and the common one for Britain. */
const CODE_ALIASES: Record<string, string> = { EL: 'GR', UK: 'GB', XI: 'GB' };

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** All countries with their English names, sorted by name, for forms. */
export const ISO_COUNTRIES: readonly { code: string; name: string }[] = COUNTRY_CODES.map((code) => ({ code, name: NAMES.of(code)! })).sort(
  (a, b) => a.name.localeCompare(b.name, 'en'),
);

const NAMES_BY_CODE = new Map(ISO_COUNTRIES.map(({ code, name }) => [code, name]));

/** Parses a country code into ISO form; null if there is no such country. */
export const parseCountryCode = (input: string): string | null => {
  const code = input.trim().toUpperCase();
  const iso = CODE_ALIASES[code] ?? code;
  return NAMES_BY_CODE.has(iso) ? iso : null;
};

/** A country's English name; unknown codes are returned unchanged. */
export const isoCountryName = (code: string): string => NAMES_BY_CODE.get(code) ?? code;
