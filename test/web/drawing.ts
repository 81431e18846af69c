import { ACCOUNT_DRAWINGS } from './account-drawing.ts';
import { ADMIN_DRAWINGS } from './admin-drawing.ts';
import { DOCS_DRAWINGS } from './docs-drawing.ts';
import { DRAFT_DRAWINGS } from './draft-drawing.ts';
import { OPENED_DRAWINGS } from './opened-drawing.ts';
import { ORDER_DRAWINGS } from './order-drawing.ts';
import { OWN_DRAWINGS } from './own-drawing.ts';
import type { Drawing } from './page-drawing.ts';
import { PUBLIC_DRAWINGS } from './public-drawing.ts';
import { REFUSED_DRAWINGS } from './refused-drawing.ts';
import { STATE_DRAWINGS } from './state-drawing.tsx';

export { draw } from './page-drawing.ts';

/** Every page there is, drawn as it is served, with something in every place. Further states of a page are named after a comma. */
export const DRAWINGS: Record<string, Drawing> = {
  ...PUBLIC_DRAWINGS,
  ...DOCS_DRAWINGS,
  ...DRAFT_DRAWINGS,
  ...OWN_DRAWINGS,
  ...ACCOUNT_DRAWINGS,
  ...ADMIN_DRAWINGS,
  ...ORDER_DRAWINGS,
  ...REFUSED_DRAWINGS,
  ...STATE_DRAWINGS,
  ...OPENED_DRAWINGS,
};
