import type { GuardedFetch } from '../../../integrations/fetch/guarded-fetch.ts';
import type { Model } from '../../../integrations/model/model.ts';
import type { SiteCtx } from '../../../kernel/context.ts';
import type { FulfilmentLine } from './queries.ts';

/** A line for a listing; every product has one. */
export type ListingLine = FulfilmentLine & { listing_id: number };

export interface FulfilmentResult {
  note: string;
  /** Not finished yet: the site's team continues from here. */
  with_the_team?: true;
}

/** Context of `prepare`, which runs outside the transaction. */
export interface PrepareCtx extends SiteCtx {
  fetch: GuardedFetch;
  model: Model | null;
  signal: AbortSignal;
}

export interface Fulfilment<P = undefined> {
  /** Set for products that need a live listing: a launch in the same order is fulfilled first. */
  after_launch?: true;
  /** Set for a launch: on a site whose team approves listings, it waits for that. */
  is_launch?: true;
  /** Network access. May run more than once per line. */
  prepare?(ctx: PrepareCtx, line: ListingLine): Promise<P>;
  /** The fulfilment itself, in the transaction that records it. Throws UndeliverableError if a retry would not help. */
  fulfil(ctx: SiteCtx, line: ListingLine, prepared: P): Promise<FulfilmentResult>;
}

export const fulfilment = <P = undefined>(row: Fulfilment<P>): Fulfilment<P> => row;
