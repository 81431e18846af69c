import { ai_review } from './ai-review.ts';
import type { Fulfilment } from './delivery.ts';
import { done_for_you } from './done-for-you.ts';
import { launch, relaunch, skip_queue } from './launch.ts';
import { billboard_min, extra_categories, featured, trophy_cabinet } from './shown.ts';

/** How each product is delivered. A bundle is not: its lines are those of what it holds. */
export const FULFILMENTS: Readonly<Record<string, Fulfilment<unknown>>> = {
  launch,
  skip_queue,
  featured,
  done_for_you,
  extra_categories,
  relaunch,
  ai_review,
  billboard_min,
  trophy_cabinet,
};
