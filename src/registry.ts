import type { Operation } from './kernel/operation.ts';
import type { SentInput, Static, TSchema, TUnion } from './kernel/schema.ts';
import { get_account } from './modules/accounts/operations.ts';
import { list_categories } from './modules/catalog/operations.ts';
import { claim_listing, list_my_claims, verify_claim } from './modules/claims/operations.ts';
import { answer_interview, get_blog_post, list_blog_posts, list_interview_questions } from './modules/content/operations.ts';
import { get_draft, invite_cofounder, list_my_drafts, submit_draft, submit_listing, update_draft } from './modules/drafts/operations.ts';
import { choose_free_listing, get_badges, get_launch_week, list_awards, list_launches } from './modules/launches/operations.ts';
import {
  add_milestone,
  delete_milestone,
  get_my_listing,
  list_my_listings,
  post_listing_update,
  set_founder_story,
  update_my_listing,
} from './modules/listings/owner/operations.ts';
import { compare_listings, get_category, get_listing, list_alternatives, search_listings } from './modules/listings/profile/operations.ts';
import { TEAM_OPERATIONS } from './modules/operators/operations.ts';
import { create_checkout, get_order, list_my_orders, list_products, quote_order } from './modules/orders/operations.ts';
import { get_founder, list_founders } from './modules/people/operations.ts';
import { get_site } from './modules/sites/operations.ts';
import { get_leaderboard } from './modules/votes/boards/operations.ts';

const ROWS = [
  get_site,
  search_listings,
  get_listing,
  list_alternatives,
  compare_listings,
  list_categories,
  get_category,
  get_launch_week,
  list_launches,
  get_leaderboard,
  list_founders,
  get_founder,
  list_blog_posts,
  get_blog_post,
  list_awards,
  get_badges,
  get_account,
  submit_listing,
  list_my_drafts,
  get_draft,
  update_draft,
  invite_cofounder,
  submit_draft,
  list_my_listings,
  get_my_listing,
  update_my_listing,
  post_listing_update,
  add_milestone,
  delete_milestone,
  set_founder_story,
  list_interview_questions,
  answer_interview,
  choose_free_listing,
  claim_listing,
  verify_claim,
  list_my_claims,
  list_products,
  quote_order,
  create_checkout,
  list_my_orders,
  get_order,
] as const;

type Row = (typeof ROWS)[number];

/** A client's methods: one per operation, with input and output types from its schemas. */
export type Client = {
  [R in Row as R['id']]: Method<SentInput<R['input']>, R['output']>;
};

interface CallOptions {
  idempotency_key?: string;
}

/** An operation with two views answers with the short one when it is asked for. */
type Method<Input, Output> =
  Output extends TUnion<[infer Full extends TSchema, infer Short extends TSchema]>
    ? {
        (input: Input & { view: 'status' }, options?: CallOptions): Promise<Static<Short>>;
        (input: Input & { view?: 'full' | null }, options?: CallOptions): Promise<Static<Full>>;
      }
    : Output extends TSchema
      ? (input: Input, options?: CallOptions) => Promise<Static<Output>>
      : never;

export type OperationId = Row['id'];

/** All operations. REST, OpenAPI, MCP, the reference and the client are derived from them. */
export const OPERATIONS: readonly Operation[] = ROWS;

/** The operations of the site's team, for the operators' API: never part of the public API or its documents. */
export const ADMIN_OPERATIONS: readonly Operation[] = TEAM_OPERATIONS;
