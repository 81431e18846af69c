import type { PublicAct } from './queries.ts';

const number_format = new Intl.NumberFormat('en');

type DescribedAct = Pick<PublicAct, 'title' | 'after'>;

interface ActText {
  /** What was done, for the team. The record's title is shown after it. */
  text: string;
  /** The text in the public log; absent if the act is not public. */
  publicText?: (act: DescribedAct) => string;
}

const listingName = ({ title }: DescribedAct): string => title ?? 'A listing';
const productName = ({ title }: DescribedAct): string => title ?? 'several products';
const countVotes = ({ after }: DescribedAct): string => {
  const n = Number(after?.votes ?? 1);
  return n === 1 ? '1 vote' : `${number_format.format(n)} votes`;
};

/** Every act of a site's team. To add one, add a row. */
const ACT_TEXTS: Record<string, ActText> = {
  remove_listing: { text: 'Removed', publicText: (act) => `${listingName(act)} was removed.` },
  bring_back_listing: { text: 'Restored', publicText: (act) => `${listingName(act)} was restored.` },
  merge_listing: {
    text: 'Merged into another listing',
    publicText: (act) => `${listingName(act)} was merged into ${act.after?.merged_into_name ?? 'another listing'}.`,
  },
  approve_listing: { text: 'Approved' },
  return_listing: { text: 'Returned for changes:' },
  reject_listing: { text: 'Rejected' },
  reopen_approval: { text: 'Put back into review:' },
  launch_listing: { text: 'Published immediately:' },
  waive_badge: { text: 'Waived the badge for' },
  want_badge: { text: 'Requires the badge again for' },
  move_week: { text: 'Changed the launch week of' },
  send_back_listing: { text: 'Removed from the queue:' },
  queue_listing_again: { text: 'Put back into the queue:' },
  feature_listing: { text: 'Featured' },
  stop_featuring: { text: 'Stopped featuring' },
  edit_listing: { text: 'Edited' },
  take_back_edit: { text: 'Reverted an edit of' },
  let_edit_stand: { text: 'Restored an edit of' },
  give_listing: { text: 'Changed the owner of' },
  show_review: { text: 'Approved a held review of', publicText: (act) => `A review of ${listingName(act)} was approved.` },
  keep_review: { text: 'Kept a reported review of', publicText: (act) => `A review of ${listingName(act)} was reported and kept.` },
  remove_review: { text: 'Removed a review of', publicText: (act) => `A review of ${listingName(act)} was removed.` },
  reopen_review: {
    text: 'Undid a decision on a review of',
    publicText: (act) => `A decision on a review of ${listingName(act)} was undone.`,
  },
  show_comment: { text: 'Approved a held comment on', publicText: (act) => `A comment on ${listingName(act)} was approved.` },
  keep_comment: { text: 'Kept a reported comment on', publicText: (act) => `A comment on ${listingName(act)} was reported and kept.` },
  remove_comment: { text: 'Removed a comment on', publicText: (act) => `A comment on ${listingName(act)} was removed.` },
  reopen_comment: {
    text: 'Undid a decision on a comment on',
    publicText: (act) => `A decision on a comment on ${listingName(act)} was undone.`,
  },
  count_votes: {
    text: 'Counted held votes for',
    publicText: (act) => `${countVotes(act)} for ${productName(act)} held by the rules now count.`,
  },
  leave_out_votes: { text: 'Rejected votes for', publicText: (act) => `${countVotes(act)} for ${productName(act)} don’t count.` },
  import_listings: { text: 'Imported listings from' },
  stop_import: { text: 'Stopped the import of' },
  leave_out_drafts: { text: 'Left out drafts of' },
  publish_drafts: { text: 'Published drafts of' },
  undo_import: { text: 'Undid the import of' },
  create_category: { text: 'Created the category' },
  edit_category: { text: 'Edited the category' },
  delete_category: { text: 'Deleted the category' },
  create_attribute: { text: 'Created the attribute' },
  edit_attribute: { text: 'Edited the attribute' },
  archive_attribute: { text: 'Archived the attribute' },
  restore_attribute: { text: 'Restored the attribute' },
  edit_founder: { text: 'Edited the founder' },
  hide_founder: { text: 'Hid the founder' },
  show_founder: { text: 'Unhid the founder' },
  merge_founder: { text: 'Merged the founder into another' },
  write_post: { text: 'Wrote the post' },
  edit_post: { text: 'Edited the post' },
  set_post_cover: { text: 'Changed the cover of the post' },
  publish_post: { text: 'Published the post' },
  withdraw_post: { text: 'Unpublished the post' },
  publish_legal_page: { text: 'Published' },
  withdraw_legal_page: { text: 'Withdrew the newest version of' },
  restore_legal_page: { text: 'Restored the newest version of' },
  answer_message: { text: 'Answered' },
  close_message: { text: 'Closed' },
  reopen_message: { text: 'Reopened' },
  add_question: { text: 'Added the question' },
  edit_question: { text: 'Edited the question' },
  move_question: { text: 'Moved the question' },
  retire_question: { text: 'Deactivated the question' },
  ask_question_again: { text: 'Activated the question' },
  set_room: { text: 'Changed the capacity of the week' },
  publish_brand: { text: 'Published the brand of' },
  change_settings: { text: 'Changed the settings of' },
  set_sign_in_provider: { text: 'Changed a sign-in provider' },
  remove_sign_in_provider: { text: 'Removed a sign-in provider' },
  rotate_ledger_key: { text: 'Replaced the key of the ledger', publicText: () => 'The key that signs the vote ledger was replaced.' },
  add_ledger_witness: { text: 'Added the witness' },
  remove_ledger_witness: { text: 'Removed the witness' },
  set_digest: { text: 'Changed the weekly digest' },
  set_metric_source: { text: 'Changed a metric source' },
  retry_job: { text: 'Retried the job' },
  retry_mail: { text: 'Resent an email' },
  found_site: { text: 'Created the site' },
  add_site_admin: { text: 'Added the admin' },
  remove_site_admin: { text: 'Removed the admin' },
  accept_reports: { text: 'Accepted reports about' },
  dismiss_reports: { text: 'Dismissed reports about' },
  reopen_reports: { text: 'Reopened reports about' },
  accept_items: { text: 'Approved in the inbox:' },
  reject_items: { text: 'Rejected in the inbox:' },
  reopen_items: { text: 'Undid a decision in the inbox:' },
  save_reply: { text: 'Saved the reply' },
  delete_reply: { text: 'Deleted the reply' },
  ban_account: { text: 'Banned' },
  lift_ban: { text: 'Lifted the ban of' },
  sign_out_account: { text: 'Signed out everywhere:' },
  export_account: { text: 'Exported the data of' },
  delete_account: { text: 'Deleted the account of' },
  set_price: { text: 'Set the price of' },
  create_promo_code: { text: 'Created the promo code' },
  activate_promo_code: { text: 'Activated the promo code' },
  deactivate_promo_code: { text: 'Deactivated the promo code' },
  set_seller: { text: 'Changed the seller:' },
  retry_refund: { text: 'Retried a refund of the order' },
  deliver_line: { text: 'Retried the delivery of' },
  report_step: { text: 'Updated the step' },
  refund_order: { text: 'Refunded the order' },
  finish_line: { text: 'Delivered manually:' },
  give_up_line: { text: 'Cancelled and refunded:' },
  uphold_objection: { text: 'Accepted an ownership dispute about' },
  dismiss_objection: { text: 'Rejected an ownership dispute about' },
  reopen_objection: { text: 'Undid a decision on an ownership dispute about' },
};

/** Names of the record types, in the order of the filter. */
export const RECORD_LABELS: Record<string, string> = {
  listing: 'Listings',
  objection: 'Ownership disputes',
  review: 'Reviews',
  comment: 'Comments',
  vote: 'Votes',
  report: 'Reports',
  inbox: 'Inbox',
  import: 'Imports',
  category: 'Categories',
  attribute: 'Attributes',
  founder: 'Founders',
  post: 'Blog',
  legal_page: 'Legal pages',
  contact_message: 'Messages',
  question: 'Interview',
  order: 'Orders',
  order_line: 'Deliveries',
  team_task: 'Delivery steps',
  product: 'Prices',
  promo_code: 'Promo codes',
  seller: 'Seller',
  week: 'Weeks',
  digest: 'Digest',
  metric: 'Metrics',
  account: 'People',
  brand: 'Brand',
  reply: 'Saved replies',
  site: 'Settings and sites',
  mail: 'Email',
  job: 'Jobs',
};

export const PUBLIC_ACTS = Object.entries(ACT_TEXTS).flatMap(([name, { publicText }]) => (publicText ? [name] : []));

export const describeAct = (act: string): string => ACT_TEXTS[act]?.text ?? act.replaceAll('_', ' ');

/** Describes an act for the public log: without who did it, to whom, or the reason. */
export const describeActPublicly = (act: DescribedAct & Pick<PublicAct, 'act'>): string => ACT_TEXTS[act.act]?.publicText?.(act) ?? '';
