import type { Job } from './kernel/job.ts';
import { send_mail, sweep_accounts } from './modules/accounts/jobs.ts';
import { forget_vote_origins } from './modules/ballot/jobs.ts';
import { check_claim, sweep_claims } from './modules/claims/jobs.ts';
import { build_draft } from './modules/drafts/build-job.ts';
import { compare_competitor } from './modules/drafts/compare-job.ts';
import { sweep_drafts } from './modules/drafts/jobs.ts';
import { read_draft } from './modules/drafts/read-job.ts';
import { look_for_badge, turn_weeks, watch_badges } from './modules/launches/jobs.ts';
import { tell_followers } from './modules/listings/jobs.ts';
import { refresh_metrics } from './modules/listings/metric-jobs.ts';
import { fulfil_by_reading, fulfil_line, sweep_lines } from './modules/orders/delivery/fulfil-job.ts';
import { check_payment, expire_order, fetch_notices, make_refund, sweep_orders } from './modules/orders/payment/payment-jobs.ts';
import { tell_of_order } from './modules/orders/telling/telling-job.ts';
import { keep_exchange_rates } from './modules/orders/vat/rate-job.ts';
import type { Outside } from './outside/outside.ts';
import { sweep_surfaces } from './surfaces/jobs.ts';

/** Everything that is done later or by the clock. */
export const JOBS: Job<never, Outside>[] = [
  send_mail,
  sweep_accounts,
  tell_followers,
  refresh_metrics,
  sweep_surfaces,
  forget_vote_origins,
  turn_weeks,
  look_for_badge,
  watch_badges,
  read_draft,
  build_draft,
  compare_competitor,
  sweep_drafts,
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
];
