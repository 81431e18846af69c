import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const DATASET_REFUSALS = {
  ...refusals(404, {
    dataset_not_found: 'There is no such file. The dumps of a site and their files are at /data and /data/latest.json.',
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof DATASET_REFUSALS, RefusalText> {}
}
