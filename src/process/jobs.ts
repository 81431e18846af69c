import type { Job } from '../kernel/jobs.ts';
import { send_mail } from '../modules/accounts/mail/jobs.ts';
import { fold_changes } from '../modules/changes/jobs.ts';
import { check_claim, sweep_claims } from '../modules/claims/jobs.ts';
import { write_sitemaps } from '../modules/content/sitemaps/jobs.ts';
import { write_datasets } from '../modules/datasets/jobs.ts';
import { send_digest, start_digests } from '../modules/digest/jobs.ts';
import { compare_competitor } from '../modules/drafts/competitor.ts';
import { build_draft, read_draft, sweep_drafts } from '../modules/drafts/jobs.ts';
import { draft_import, invite_owners, publish_drafts, read_import, read_logos, run_import, undo_import } from '../modules/imports/jobs.ts';
import { update_credentials } from '../modules/launches/credentials/jobs.ts';
import { check_listing_badge, enqueue_badge_checks, roll_over_weeks } from '../modules/launches/jobs.ts';
import { fold_filter_changes } from '../modules/listings/browse/bitmaps/jobs.ts';
import { notify_category_followers } from '../modules/listings/follows/category-follows.ts';
import { notify_followers, notify_launch_followers } from '../modules/listings/follows/jobs.ts';
import { sweep_media } from '../modules/listings/media/jobs.ts';
import { refresh_metrics } from '../modules/listings/metrics/jobs.ts';
import { refresh_search_index } from '../modules/listings/search/jobs.ts';
import { fulfil_by_reading, fulfil_line, sweep_lines } from '../modules/orders/fulfilment/jobs.ts';
import { tell_of_order } from '../modules/orders/notifications/jobs.ts';
import { check_payment, expire_order, fetch_notices, make_refund, sweep_orders } from '../modules/orders/payment/jobs.ts';
import { keep_exchange_rates } from '../modules/orders/vat/jobs.ts';
import { enqueue_rechecks, recheck_listing } from '../modules/rechecks/jobs.ts';
import { send_weekly_stats, start_weekly_stats } from '../modules/stats/jobs.ts';
import { sign_ledgers } from '../modules/votes/checkpoints/jobs.ts';
import { count_vote_days } from '../modules/votes/days/jobs.ts';
import { review_votes } from '../modules/votes/review/jobs.ts';
import { deliver_webhook, deliver_webhooks } from '../modules/webhooks/jobs.ts';
import { apply_retention } from '../retention/jobs.ts';

export const JOBS: Job<never>[] = [
  send_mail,
  notify_followers,
  notify_launch_followers,
  notify_category_followers,
  refresh_metrics,
  refresh_search_index,
  fold_filter_changes,
  write_sitemaps,
  apply_retention,
  sweep_media,
  roll_over_weeks,
  sign_ledgers,
  count_vote_days,
  fold_changes,
  write_datasets,
  update_credentials,
  review_votes,
  check_listing_badge,
  enqueue_badge_checks,
  read_draft,
  build_draft,
  compare_competitor,
  sweep_drafts,
  enqueue_rechecks,
  recheck_listing,
  check_claim,
  sweep_claims,
  check_payment,
  make_refund,
  expire_order,
  sweep_orders,
  fetch_notices,
  tell_of_order,
  fulfil_line,
  fulfil_by_reading,
  sweep_lines,
  keep_exchange_rates,
  start_weekly_stats,
  send_weekly_stats,
  start_digests,
  send_digest,
  read_import,
  run_import,
  draft_import,
  invite_owners,
  read_logos,
  publish_drafts,
  undo_import,
  deliver_webhook,
  deliver_webhooks,
];
