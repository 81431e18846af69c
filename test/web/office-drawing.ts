import { framed } from '../../src/web/parts/admin-frame.tsx';
import { ownDrawing } from './page-drawing.ts';

export const WAITING = {
  held_votes: 3,
  reviews: 1,
  objections: 2,
  lines: 1,
  refunds: 1,
  figures: 2,
  awaiting_badge: 4,
  scheduled: 8,
  live: 1204,
  failed_mails: 1,
  failed_jobs: 2,
};
export const NOTHING = Object.fromEntries(Object.keys(WAITING).map((name) => [name, 0])) as typeof WAITING;

/** A page's data as the frame of the back office has it. */
export const inOffice = <D>(data: D, admin = true, waiting = WAITING) => ({ data, admin, waiting });

/** A page of the site's team in its frame, under a place of the navigation. */
export const officeDrawing = <D>(
  page: Parameters<typeof framed<D>>[0],
  place: string,
  data: D,
  admin?: boolean,
  waiting?: typeof WAITING,
) => ownDrawing(framed(page, place), inOffice(data, admin, waiting));
