import { t } from '../../../kernel/language/messages.ts';
import type { Warning } from '../../../kernel/schema.ts';
import { fold } from '../../../kernel/words.ts';
import { isShownPicture } from '../addresses.ts';
import { PRICING_MODELS, STAGES } from '../schema.ts';

const KNOWN_VALUES: Record<string, readonly string[]> = { stage: STAGES, pricing_model: PRICING_MODELS };

/** Values that are kept but that no filter of the site finds. */
export const findUnknownValues = (values: Record<string, unknown>, path: (name: string) => string): Warning[] =>
  Object.entries(KNOWN_VALUES).flatMap(([name, known]) => {
    const value = values[name];
    if (typeof value !== 'string' || known.includes(value)) return [];
    const message = t('"{value}" was saved, but people who filter by {name} won’t find it. Known values: {known}.', {
      value: value.slice(0, 60),
      name,
      known: known.join(', '),
    });
    return [{ code: `unknown_${name}`, path: path(name), message }];
  });

export const findHiddenLogo = (logo_url: unknown, path: string): Warning[] =>
  typeof logo_url !== 'string' || isShownPicture(logo_url)
    ? []
    : [
        {
          code: 'logo_not_shown',
          path,
          message: t('The logo isn’t shown, because its address begins with http://. Give an https:// address.'),
        },
      ];

/** A listing has one primary category; others are bought. */
export const findDroppedCategories = (names: readonly string[], published: readonly string[], path: string): Warning[] => {
  const dropped = names.slice(1).filter((name) => !published.some((one) => fold(one) === fold(name)));
  if (dropped.length === 0) return [];
  const message = t(
    'The listing is shown in {category} only, not in {others}. Add up to three more with create_checkout and the product extra_categories.',
    { category: names[0]!, others: dropped.join(', ') },
  );
  return [{ code: 'categories_not_included', path, message }];
};
