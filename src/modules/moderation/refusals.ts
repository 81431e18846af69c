import type { RefusalText } from '../../kernel/refusals.ts';

export const MODERATION_REFUSALS = {
  edit_overwritten: {
    status: 400,
    title: 'Edit overwritten',
    detail: 'The listing no longer says what this edit made of it. Look at the newer edits first.',
  },
  act_not_found: { status: 404, title: 'Act not found', detail: 'The log of this site has no such act.' },
  job_not_found: {
    status: 404,
    title: 'Job not found',
    detail: 'No failed job has this number. Somebody may have tried it again already.',
  },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof MODERATION_REFUSALS, RefusalText> {}
}
