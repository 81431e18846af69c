import type { SORTS } from '../modules/listings/schema.ts';
import { countryName } from './wording.ts';

/** What people can narrow a search by. Any other value in the address still works; these are the ones offered. */

export const STAGES = ['idea', 'prototype', 'beta', 'launched', 'growing'];

export const PRICING_MODELS = ['free', 'freemium', 'free-trial', 'subscription', 'one-time', 'usage-based', 'open-source', 'contact-sales'];

export const SORT_NAMES: Record<(typeof SORTS)[number], string> = {
  relevance: 'Best match',
  votes: 'Most voted',
  newest: 'Newest',
  trending: 'Trending',
  most_viewed: 'Most viewed',
  most_followed: 'Most followed',
};

/** Codes that name no country: groups, placeholders, and countries that are no more. */
const NOT_COUNTRIES = new Set(
  'AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ'.split(' '),
);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by name, asked of the runtime once instead of kept as a list that ages. */
export const COUNTRIES: readonly { code: string; name: string }[] = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) => !NOT_COUNTRIES.has(code))
  .map((code) => ({ code, name: countryName(code) }))
  .filter(({ code, name }) => name !== code)
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));
