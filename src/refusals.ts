import type { Problem, Refusal } from './kernel/errors.ts';
import { GENERAL_REFUSALS, type RefusalCode, type RefusalText } from './kernel/refusals.ts';
import { ACCOUNT_REFUSALS } from './modules/accounts/refusals.ts';
import { CATALOG_REFUSALS } from './modules/catalog/refusals.ts';
import { CHANGE_REFUSALS } from './modules/changes/refusals.ts';
import { CLAIM_REFUSALS } from './modules/claims/refusals.ts';
import { COMMENT_REFUSALS } from './modules/comments/refusals.ts';
import { CONTENT_REFUSALS } from './modules/content/refusals.ts';
import { DATASET_REFUSALS } from './modules/datasets/refusals.ts';
import { DRAFT_REFUSALS } from './modules/drafts/refusals.ts';
import { LAUNCH_REFUSALS } from './modules/launches/refusals.ts';
import { LISTING_REFUSALS } from './modules/listings/refusals.ts';
import { MODERATION_REFUSALS } from './modules/moderation/refusals.ts';
import { ORDER_REFUSALS } from './modules/orders/refusals.ts';
import { PEOPLE_REFUSALS } from './modules/people/refusals.ts';
import { RECHECK_REFUSALS } from './modules/rechecks/refusals.ts';
import { VOTE_REFUSALS } from './modules/votes/refusals.ts';

/** Codes in the order in which they were published: OpenAPI and /docs/errors keep it. New ones follow in the order of the modules. */
const PUBLISHED = `
  invalid_input unknown_property repeated_parameter malformed_json unsupported_content_type body_too_large malformed_request
  invalid_idempotency_key idempotency_key_reused missing_credentials invalid_credentials insufficient_scope rate_limited too_many_keys
  wrong_sign_in link_not_valid address_taken sign_in_needed cross_site_request too_many_attempts foreign_origin not_found unknown_site
  only_on_the_site listing_not_live vote_not_found board_not_found badge_not_found launch_week_not_found launch_already_chosen weeks_full
  week_not_finished listing_not_found milestone_not_found too_many_milestones section_locked too_many_pictures picture_not_found
  too_many_alternatives address_not_verified own_listing already_reviewed review_not_found review_removed review_settled too_many_reviews
  too_many_reports version_not_found edit_overwritten category_not_found founder_not_found blog_post_not_found draft_not_found
  listing_exists claim_not_found already_owned claim_not_pending too_many_claims draft_not_ready draft_incomplete too_many_invites
  too_many_founders order_not_possible checkout_unavailable invoice_not_found too_many_held_places week_full order_not_found
  order_not_pending act_not_found act_stands listing_moved_on category_in_use question_not_found job_not_found last_site_admin
  objection_not_found objection_settled order_line_not_found order_line_settled order_line_obstacle team_task_not_found team_tasks_open
  notice_not_signed notice_not_readable billing_needed payment_unavailable payment_declined nothing_to_refund session_not_found
  mail_not_found key_not_found method_not_allowed consent_expired fault busy clock_differs read_only not_ready`;

const MODULE_REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...CATALOG_REFUSALS,
  ...PEOPLE_REFUSALS,
  ...LISTING_REFUSALS,
  ...VOTE_REFUSALS,
  ...LAUNCH_REFUSALS,
  ...DRAFT_REFUSALS,
  ...RECHECK_REFUSALS,
  ...CLAIM_REFUSALS,
  ...ORDER_REFUSALS,
  ...CONTENT_REFUSALS,
  ...COMMENT_REFUSALS,
  ...MODERATION_REFUSALS,
  ...CHANGE_REFUSALS,
  ...DATASET_REFUSALS,
};

declare module './kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof MODULE_REFUSALS, RefusalText> {}
}

const TEXTS: Record<RefusalCode, RefusalText> = { ...GENERAL_REFUSALS, ...MODULE_REFUSALS };

const published = PUBLISHED.trim().split(/\s+/) as RefusalCode[];

/** Every error the service returns. Programs switch on the code, people read the detail. Listed at /docs/errors. */
export const REFUSALS: Record<RefusalCode, RefusalText> = {
  ...(Object.fromEntries(published.map((code) => [code, TEXTS[code]])) as typeof TEXTS),
  ...TEXTS,
};

/** Status, title and detail of a refusal. Its own detail goes before that of its code. Read in the current language. */
export const describeRefusal = ({ code, detail }: Refusal): RefusalText => ({ ...REFUSALS[code], ...(detail !== null && { detail }) });

/**
 * A refusal's text for pages. The same texts serve API clients, so they name operations and properties such as list_categories:
 * sentences and clauses with such a name are left out.
 */
export const withoutApiNames = (text: string): string =>
  text
    .split(/(?<=[.;:]) /)
    .filter((part) => !/[a-z]_[a-z]/.test(part))
    .join(' ')
    .replace(/[;:]$/, '');

export const problemOf = (refusal: Refusal, root: string, request_id: string): Problem => {
  const { code, errors } = refusal;
  const { title, status, detail } = describeRefusal(refusal);
  return { type: `${root}/docs/errors#${code}`, title, status, code, detail, errors, request_id };
};
