import { msg, texts } from '../../../kernel/language/messages.ts';
import { parseCountryCode } from '../../../modules/orders/vat/countries.ts';
import { countryOptions, humanize } from '../format.tsx';

const NAMES: Record<string, string> = texts({
  style: msg('Style'),
  title: msg('Title'),
  oak: msg('Oak'),
  glass: msg('Glass'),
  night: msg('Night'),
});

/** The name of an option of a product, or of one of its values. */
export const optionName = (name: string): string => NAMES[name] ?? humanize(name);

/** Hints for options; others have the description of the API. */
export const OPTION_HINTS: Record<string, string> = texts({
  style: msg('How the cabinet looks.'),
  title: msg('The title above the cabinet. Default: the product’s name.'),
});

/** The countries that a buyer or a seller can be in, by name. */
export const billingCountries = () => countryOptions().filter(({ value }) => parseCountryCode(value) === value);
