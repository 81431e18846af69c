import type { GuardedFetch } from '../../../outside/guarded-fetch.ts';
import type { Model } from '../../../outside/model.ts';
import type { Delivering } from '../../launches/bought.ts';
import type { BoughtLine } from './line-queries.ts';

/** A line of a listing, as all products have it. */
export type ListedLine = BoughtLine & { listing_id: number };
/** A line of a product that takes a week, which was chosen. */
export type WeekLine = ListedLine & { week_on: string };

/** How a delivery came out, in a sentence for the buyer. */
export interface Delivered {
  note: string;
  /** It is not done yet: the site's team goes on from here. */
  with_the_team?: true;
}

/** What is given to what needs the network, before the transaction. */
export interface Preparing extends Delivering {
  fetch: GuardedFetch;
  model: Model | null;
  signal: AbortSignal;
}

/** What a product's line is delivered by. */
export interface Fulfilment<P = undefined> {
  /** What is shown among live products is delivered after a launch of the same order. */
  after_launch?: true;
  /** What needs the network. It may be done more than once for one line. */
  prepare?(ctx: Preparing, line: ListedLine): Promise<P>;
  /** The delivery itself, in the transaction that also says it was made. Throws an Obstacle where trying again would not help. */
  fulfil(ctx: Delivering, line: ListedLine, prepared: P): Promise<Delivered>;
}

export const fulfilment = <P = undefined>(row: Fulfilment<P>): Fulfilment<P> => row;
