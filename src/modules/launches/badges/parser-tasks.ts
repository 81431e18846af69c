import { parserTask } from '../../../kernel/parsing/task.ts';

export const BADGE_PAGE_BYTES = 2 * 1024 * 1024;

interface BadgePageInput {
  body: Uint8Array;
  page_url: string;
  site_root: string;
  slug: string;
}

/** Whether a page shows the badge of a listing. */
export const check_badge = parserTask<BadgePageInput, boolean>('check_badge', {
  cpu_ms: 3000,
  wall_ms: 30_000,
  input_bytes: BADGE_PAGE_BYTES + 64 * 1024,
});
