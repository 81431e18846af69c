import { fillText, msg, type RichText, t, texts } from '../../kernel/language/messages.ts';
import type { PublicAct } from './queries.ts';

type DescribedAct = Pick<PublicAct, 'title' | 'after'>;

interface ActText {
  /** What was done, for the team. */
  text: string;
  /** The text in the public log; absent if the act is not public. */
  public_text?: string;
}

/** Every act of a site's team. To add one, add a row. */
const ACT_TEXTS: Record<string, ActText> = {
  remove_listing: { text: msg('Removed {title}'), public_text: msg('{title} was removed.') },
  bring_back_listing: { text: msg('Restored {title}'), public_text: msg('{title} was restored.') },
  merge_listing: {
    text: msg('Merged into another listing: {title}'),
    public_text: msg('{title} was merged into {target}.'),
  },
  approve_listing: { text: msg('Approved {title}') },
  return_listing: { text: msg('Returned for changes: {title}') },
  reject_listing: { text: msg('Rejected {title}') },
  reopen_approval: { text: msg('Put back into review: {title}') },
  launch_listing: { text: msg('Published immediately: {title}') },
  waive_badge: { text: msg('Waived the badge for {title}') },
  want_badge: { text: msg('Requires the badge again for {title}') },
  move_week: { text: msg('Changed the launch week of {title}') },
  send_back_listing: { text: msg('Removed from the queue: {title}') },
  queue_listing_again: { text: msg('Put back into the queue: {title}') },
  feature_listing: { text: msg('Featured {title}') },
  stop_featuring: { text: msg('Stopped featuring {title}') },
  edit_listing: { text: msg('Edited {title}') },
  take_back_edit: { text: msg('Reverted an edit of {title}') },
  let_edit_stand: { text: msg('Restored an edit of {title}') },
  give_listing: { text: msg('Changed the owner of {title}') },
  show_review: { text: msg('Approved a held review of {title}'), public_text: msg('A review of {title} was approved.') },
  keep_review: {
    text: msg('Kept a reported review of {title}'),
    public_text: msg('A review of {title} was reported and kept.'),
  },
  remove_review: { text: msg('Removed a review of {title}'), public_text: msg('A review of {title} was removed.') },
  reopen_review: {
    text: msg('Undid a decision on a review of {title}'),
    public_text: msg('A decision on a review of {title} was undone.'),
  },
  show_comment: { text: msg('Approved a held comment on {title}'), public_text: msg('A comment on {title} was approved.') },
  keep_comment: {
    text: msg('Kept a reported comment on {title}'),
    public_text: msg('A comment on {title} was reported and kept.'),
  },
  remove_comment: { text: msg('Removed a comment on {title}'), public_text: msg('A comment on {title} was removed.') },
  reopen_comment: {
    text: msg('Undid a decision on a comment on {title}'),
    public_text: msg('A decision on a comment on {title} was undone.'),
  },
  count_votes: {
    text: msg('Counted held votes for {title}'),
    public_text: msg(
      '{n, plural, one {# vote for {title} held by the rules now counts.} other {# votes for {title} held by the rules now count.}}',
    ),
  },
  leave_out_votes: {
    text: msg('Rejected votes for {title}'),
    public_text: msg('{n, plural, one {# vote for {title} doesn’t count.} other {# votes for {title} don’t count.}}'),
  },
  upload_import: { text: msg('Uploaded for import: {title}') },
  map_import: { text: msg('Mapped the columns of {title}') },
  import_listings: { text: msg('Imported listings from {title}') },
  stop_import: { text: msg('Stopped the import of {title}') },
  leave_out_drafts: { text: msg('Left out drafts of {title}') },
  publish_drafts: { text: msg('Published drafts of {title}') },
  undo_import: { text: msg('Undid the import of {title}') },
  create_category: { text: msg('Created the category {title}') },
  edit_category: { text: msg('Edited the category {title}') },
  delete_category: { text: msg('Deleted the category {title}') },
  create_attribute: { text: msg('Created the attribute {title}') },
  edit_attribute: { text: msg('Edited the attribute {title}') },
  archive_attribute: { text: msg('Archived the attribute {title}') },
  restore_attribute: { text: msg('Restored the attribute {title}') },
  edit_founder: { text: msg('Edited the founder {title}') },
  hide_founder: { text: msg('Hid the founder {title}') },
  show_founder: { text: msg('Unhid the founder {title}') },
  merge_founder: { text: msg('Merged the founder into another: {title}') },
  write_post: { text: msg('Wrote the post {title}') },
  edit_post: { text: msg('Edited the post {title}') },
  set_post_cover: { text: msg('Changed the cover of the post {title}') },
  publish_post: { text: msg('Published the post {title}') },
  withdraw_post: { text: msg('Unpublished the post {title}') },
  publish_legal_page: { text: msg('Published {title}') },
  withdraw_legal_page: { text: msg('Withdrew the newest version of {title}') },
  restore_legal_page: { text: msg('Restored the newest version of {title}') },
  answer_message: { text: msg('Answered {title}') },
  close_message: { text: msg('Closed {title}') },
  reopen_message: { text: msg('Reopened {title}') },
  add_question: { text: msg('Added the question {title}') },
  edit_question: { text: msg('Edited the question {title}') },
  move_question: { text: msg('Moved the question {title}') },
  retire_question: { text: msg('Deactivated the question {title}') },
  ask_question_again: { text: msg('Activated the question {title}') },
  set_room: { text: msg('Changed the capacity of the week {title}') },
  publish_brand: { text: msg('Published the brand of {title}') },
  change_settings: { text: msg('Changed the settings of {title}') },
  set_sign_in_provider: { text: msg('Changed a sign-in provider: {title}') },
  remove_sign_in_provider: { text: msg('Removed a sign-in provider: {title}') },
  set_dataset: { text: msg('Changed the publication of the data') },
  write_dataset: { text: msg('Started a dump of the data') },
  delete_dataset: { text: msg('Deleted a dump of the data') },
  set_digest: { text: msg('Changed the weekly digest') },
  set_metric_source: { text: msg('Changed a metric source: {title}') },
  retry_job: { text: msg('Retried the job {title}') },
  retry_mail: { text: msg('Resent an email') },
  found_site: { text: msg('Created the site {title}') },
  add_site_admin: { text: msg('Added the admin {title}') },
  remove_site_admin: { text: msg('Removed the admin {title}') },
  accept_reports: { text: msg('Accepted reports about {title}') },
  dismiss_reports: { text: msg('Dismissed reports about {title}') },
  reopen_reports: { text: msg('Reopened reports about {title}') },
  accept_items: { text: msg('Approved in the inbox: {title}') },
  reject_items: { text: msg('Rejected in the inbox: {title}') },
  reopen_items: { text: msg('Undid a decision in the inbox: {title}') },
  save_reply: { text: msg('Saved the reply {title}') },
  delete_reply: { text: msg('Deleted the reply {title}') },
  ban_account: { text: msg('Banned {title}') },
  lift_ban: { text: msg('Lifted the ban of {title}') },
  sign_out_account: { text: msg('Signed out everywhere: {title}') },
  export_account: { text: msg('Exported the data of {title}') },
  delete_account: { text: msg('Deleted the account of {title}') },
  set_price: { text: msg('Set the price of {title}') },
  create_promo_code: { text: msg('Created the promo code {title}') },
  activate_promo_code: { text: msg('Activated the promo code {title}') },
  deactivate_promo_code: { text: msg('Deactivated the promo code {title}') },
  set_seller: { text: msg('Changed the seller: {title}') },
  retry_refund: { text: msg('Retried a refund of the order {title}') },
  deliver_line: { text: msg('Retried the delivery of {title}') },
  report_step: { text: msg('Updated the step {title}') },
  refund_order: { text: msg('Refunded the order {title}') },
  finish_line: { text: msg('Delivered manually: {title}') },
  give_up_line: { text: msg('Cancelled and refunded: {title}') },
  uphold_objection: { text: msg('Accepted an ownership dispute about {title}') },
  dismiss_objection: { text: msg('Rejected an ownership dispute about {title}') },
  reopen_objection: { text: msg('Undid a decision on an ownership dispute about {title}') },
  rotate_ledger_key: { text: msg('Replaced the key of the ledger'), public_text: msg('The key that signs the vote ledger was replaced.') },
  add_ledger_witness: { text: msg('Added the witness {title}') },
  remove_ledger_witness: { text: msg('Removed the witness {title}') },
  create_webhook: { text: msg('Added the webhook {title}') },
  edit_webhook: { text: msg('Edited the webhook {title}') },
  pause_webhook: { text: msg('Paused the webhook {title}') },
  resume_webhook: { text: msg('Resumed the webhook {title}') },
  rotate_webhook_secret: { text: msg('Made a new secret for the webhook {title}') },
  resend_webhook_message: { text: msg('Sent a message again to the webhook {title}') },
  replay_webhook: { text: msg('Replayed messages to the webhook {title}') },
  delete_webhook: { text: msg('Deleted the webhook {title}') },
};

/** Names of the record types, in the order of the filter. */
export const RECORD_LABELS: Record<string, string> = texts({
  listing: msg('Listings'),
  objection: msg('Ownership disputes'),
  review: msg('Reviews'),
  comment: msg('Comments'),
  vote: msg('Votes'),
  report: msg('Reports'),
  inbox: msg('Inbox'),
  import: msg('Imports'),
  category: msg('Categories'),
  attribute: msg('Attributes'),
  founder: msg('Founders'),
  post: msg('Blog'),
  legal_page: msg('Legal pages'),
  contact_message: msg('Messages'),
  question: msg('Interview'),
  order: msg('Orders'),
  order_line: msg('Deliveries'),
  team_task: msg('Delivery steps'),
  product: msg('Prices'),
  promo_code: msg('Promo codes'),
  seller: msg('Seller'),
  week: msg('Weeks'),
  digest: msg('Digest'),
  dataset: msg('Dataset'),
  metric: msg('Metrics'),
  account: msg('People'),
  brand: msg('Brand'),
  reply: msg('Saved replies'),
  site: msg('Settings and sites'),
  mail: msg('Email'),
  job: msg('Jobs'),
  webhook: msg('Webhooks'),
});

export const PUBLIC_ACTS = Object.entries(ACT_TEXTS).flatMap(([name, { public_text }]) => (public_text ? [name] : []));

/** Describes an act for the team, with the title of its record, which may be an element. */
export const describeAct = (act: string, title: RichText): RichText[] =>
  fillText(ACT_TEXTS[act]?.text ?? `${act.replaceAll('_', ' ')} {title}`, { title });

/** Describes an act for the public log: without who did it, to whom, or the reason. */
export const describeActPublicly = ({ act, title, after }: DescribedAct & Pick<PublicAct, 'act'>): string => {
  const n = Number(after?.votes ?? 1);
  const target = String(after?.merged_into_name ?? t('another listing'));
  return fillText(ACT_TEXTS[act]?.public_text ?? '', { title: title ?? t('several products'), target, n }).join('');
};
