import { ACCOUNT_ACTIONS, APPLICATION_ACTIONS, KEY_ACTIONS, MAIL_ACTIONS, SIGN_IN_ACTIONS } from '../areas/account/actions.ts';
import {
  ADMIN_CATEGORY_ACTIONS,
  ADMIN_FOUNDER_ACTIONS,
  ADMIN_POST_ACTIONS,
  ADMIN_QUESTION_ACTIONS,
} from '../areas/admin/content/actions.ts';
import { ADMIN_ATTRIBUTE_ACTIONS } from '../areas/admin/content/attribute-actions.ts';
import { ADMIN_LEGAL_ACTIONS } from '../areas/admin/content/legal-actions.ts';
import { ADMIN_MESSAGE_ACTIONS } from '../areas/admin/content/message-actions.ts';
import { ADMIN_IMPORT_ACTIONS } from '../areas/admin/imports/actions.ts';
import { ADMIN_LISTING_ACTIONS } from '../areas/admin/listings/actions.ts';
import { ADMIN_ORDER_ACTIONS } from '../areas/admin/orders/actions.ts';
import { ADMIN_SETUP_ACTIONS } from '../areas/admin/overview/setup-actions.ts';
import { ADMIN_USER_ACTIONS } from '../areas/admin/people/actions.ts';
import { ADMIN_QUEUE_ACTIONS } from '../areas/admin/queues/actions.ts';
import { ADMIN_SITE_ACTIONS } from '../areas/admin/settings/actions.ts';
import { ADMIN_BRAND_ACTIONS } from '../areas/admin/settings/brand-actions.ts';
import { CLAIM_ACTIONS } from '../areas/claims/actions.ts';
import { CONTACT_ACTIONS } from '../areas/contact/actions.ts';
import { LAUNCH_ACTIONS, OWN_CONTENT_ACTIONS, OWN_LISTING_ACTIONS, OWN_PAGE_ACTIONS } from '../areas/dashboard/actions.ts';
import { DIGEST_ACTIONS } from '../areas/digest/actions.ts';
import { DRAFT_ACTIONS } from '../areas/drafts/actions.ts';
import { LANGUAGE_ACTIONS } from '../areas/home/actions.ts';
import { BADGE_ACTIONS, COMMENT_ACTIONS, FOLLOW_ACTIONS, REVIEW_ACTIONS, SHARE_ACTIONS, VOTE_ACTIONS } from '../areas/listing/actions.ts';
import { ORDER_ACTIONS } from '../areas/orders/actions.ts';
import { REPORT_ACTIONS } from '../areas/reports/actions.ts';
import { CATEGORY_ACTIONS } from '../areas/search/actions.ts';
import { accountPaths, adminPaths } from '../paths.ts';
import { webhookActions } from '../ui/webhooks/actions.ts';
import { type Action, memberAction, teamAction } from './form-action.ts';

export const FORM_ACTIONS: Action[] = [
  ...LANGUAGE_ACTIONS,
  ...SIGN_IN_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...APPLICATION_ACTIONS,
  ...KEY_ACTIONS,
  ...MAIL_ACTIONS,
  ...webhookActions('account', accountPaths, memberAction),
  ...DIGEST_ACTIONS,
  ...DRAFT_ACTIONS,
  ...CLAIM_ACTIONS,
  ...BADGE_ACTIONS,
  ...VOTE_ACTIONS,
  ...LAUNCH_ACTIONS,
  ...REVIEW_ACTIONS,
  ...COMMENT_ACTIONS,
  ...OWN_LISTING_ACTIONS,
  ...OWN_CONTENT_ACTIONS,
  ...OWN_PAGE_ACTIONS,
  ...FOLLOW_ACTIONS,
  ...SHARE_ACTIONS,
  ...REPORT_ACTIONS,
  ...CATEGORY_ACTIONS,
  ...ADMIN_LISTING_ACTIONS,
  ...ADMIN_QUEUE_ACTIONS,
  ...ADMIN_IMPORT_ACTIONS,
  ...ADMIN_CATEGORY_ACTIONS,
  ...ADMIN_ATTRIBUTE_ACTIONS,
  ...ADMIN_FOUNDER_ACTIONS,
  ...ADMIN_POST_ACTIONS,
  ...ADMIN_QUESTION_ACTIONS,
  ...ADMIN_LEGAL_ACTIONS,
  ...ADMIN_MESSAGE_ACTIONS,
  ...CONTACT_ACTIONS,
  ...ADMIN_SITE_ACTIONS,
  ...webhookActions('team', adminPaths, teamAction),
  ...ADMIN_SETUP_ACTIONS,
  ...ADMIN_BRAND_ACTIONS,
  ...ADMIN_USER_ACTIONS,
  ...ADMIN_ORDER_ACTIONS,
  ...ORDER_ACTIONS,
];
