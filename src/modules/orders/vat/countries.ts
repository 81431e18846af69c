import country_codes from '../../../kernel/data/country-codes.json' with { type: 'json' };

/** Other codes in use: the EU's code for Greece, its prefix for Northern Ireland, and the common one for Britain. */
const CODE_ALIASES: Record<string, string> = { EL: 'GR', UK: 'GB', XI: 'GB' };

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** All countries with their English names from the runtime's Unicode data, sorted by name, for forms. */
export const ISO_COUNTRIES: readonly { code: string; name: string }[] = country_codes
  .map((code) => ({ code, name: NAMES.of(code)! }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

const NAMES_BY_CODE = new Map(ISO_COUNTRIES.map(({ code, name }) => [code, name]));

/** Parses a country code into ISO form; null if there is no such country. */
export const parseCountryCode = (input: string): string | null => {
  const code = input.trim().toUpperCase();
  const iso = CODE_ALIASES[code] ?? code;
  return NAMES_BY_CODE.has(iso) ? iso : null;
};

/** A country's English name; unknown codes are returned unchanged. */
export const isoCountryName = (code: string): string => NAMES_BY_CODE.get(code) ?? code;
