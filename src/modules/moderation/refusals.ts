import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const MODERATION_REFUSALS = {
  ...refusals(400, { edit_overwritten: 'The listing no longer says what this edit made of it. Look at the newer edits first.' }),
  ...refusals(404, {
    act_not_found: 'The log of this site has no such act.',
    job_not_found: 'No failed job has this number. Somebody may have tried it again already.',
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof MODERATION_REFUSALS, RefusalText> {}
}
