import refusals from './refusals.json' with { type: 'json' };

export type RefusalCode = keyof typeof refusals;

/** Every error the service returns. Programs switch on the code, people read the detail. Listed at /docs/errors. */
export const REFUSALS: Record<RefusalCode, { status: number; title: string; detail: string | null }> = refusals;
