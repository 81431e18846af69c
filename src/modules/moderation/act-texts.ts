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
  remove_listing: { text: 'Removed the listing', publicText: (act) => `${listingName(act)} was removed.` },
  bring_back_listing: { text: 'Brought the listing back', publicText: (act) => `${listingName(act)} was brought back.` },
  merge_listing: {
    text: 'Merged the listing into another',
    publicText: (act) => `${listingName(act)} was merged into ${act.after?.merged_into_name ?? 'another listing'}.`,
  },
  launch_listing: { text: 'Made live at once:' },
  waive_badge: { text: 'Scheduled without its badge:' },
  want_badge: { text: 'Wants the badge after all of' },
  move_week: { text: 'Gave another launch week to' },
  send_back_listing: { text: 'Took out of the queue:' },
  queue_listing_again: { text: 'Put into the queue again:' },
  take_back_edit: { text: 'Took back an edit of' },
  let_edit_stand: { text: 'Let an edit stand after all of' },
  give_listing: { text: 'Changed the owner of the listing' },
  show_review: { text: 'Showed a held review of', publicText: (act) => `A review of ${listingName(act)} that was held back is shown.` },
  keep_review: { text: 'Left a reported review of', publicText: (act) => `A review of ${listingName(act)} was reported, and stays.` },
  remove_review: { text: 'Removed a review of', publicText: (act) => `A review of ${listingName(act)} was removed.` },
  reopen_review: {
    text: 'Took a decision back about a review of',
    publicText: (act) => `A decision about a review of ${listingName(act)} was taken back.`,
  },
  count_votes: {
    text: 'Counted held votes for',
    publicText: (act) => `${countVotes(act)} for ${productName(act)} that the rules had held back will count.`,
  },
  leave_out_votes: { text: 'Left out votes for', publicText: (act) => `${countVotes(act)} for ${productName(act)} will not count.` },
  create_category: { text: 'Made the category' },
  edit_category: { text: 'Edited the category' },
  delete_category: { text: 'Deleted the category' },
  edit_founder: { text: 'Edited the founder' },
  hide_founder: { text: 'Hid the founder' },
  show_founder: { text: 'Showed the founder again' },
  merge_founder: { text: 'Merged the founder into another' },
  write_post: { text: 'Wrote the post' },
  edit_post: { text: 'Edited the post' },
  publish_post: { text: 'Published the post' },
  withdraw_post: { text: 'Took the post off the blog' },
  add_question: { text: 'Added the question' },
  edit_question: { text: 'Edited the question' },
  move_question: { text: 'Moved the question' },
  retire_question: { text: 'Stopped asking the question' },
  ask_question_again: { text: 'Asks the question again' },
  set_room: { text: 'Set the room of the week' },
  change_settings: { text: 'Changed the settings of' },
  set_digest: { text: 'Changed the weekly digest' },
  set_metric_source: { text: 'Changed where a figure is read' },
  retry_job: { text: 'Tried the job again' },
  retry_mail: { text: 'Sent a mail again' },
  found_site: { text: 'Made the site' },
  add_site_admin: { text: 'Made admin of this site:' },
  remove_site_admin: { text: 'No longer admin of this site:' },
  set_price: { text: 'Set the price of' },
  set_seller: { text: 'Said who sells here:' },
  retry_refund: { text: 'Tried a refund again of the order' },
  deliver_line: { text: 'Had delivered again:' },
  report_step: { text: 'Reported the step' },
  refund_order: { text: 'Gave money back for the order' },
  finish_line: { text: 'Delivered by hand:' },
  give_up_line: { text: 'Gave up, with its money:' },
  uphold_objection: { text: 'Agreed to an objection about' },
  dismiss_objection: { text: 'Dismissed an objection about' },
  reopen_objection: { text: 'Took a decision back about an objection to the owner of' },
};

/** Names of the record types, in the order of the filter. */
export const RECORD_LABELS: Record<string, string> = {
  listing: 'Listings',
  objection: 'Objections',
  review: 'Reviews',
  vote: 'Votes',
  category: 'Categories',
  founder: 'Founders',
  post: 'Blog',
  question: 'Interview',
  order: 'Orders',
  order_line: 'Deliveries',
  team_task: 'Steps of deliveries',
  product: 'Prices',
  seller: 'Seller',
  week: 'Weeks',
  digest: 'Digest',
  metric: 'Figures',
  account: 'Admins',
  site: 'Settings and sites',
  mail: 'Mail',
  job: 'Jobs',
};

export const PUBLIC_ACTS = Object.entries(ACT_TEXTS).flatMap(([name, { publicText }]) => (publicText ? [name] : []));

export const describeAct = (act: string): string => ACT_TEXTS[act]?.text ?? act.replaceAll('_', ' ');

/** Describes an act for the public log: without who did it, to whom, or the reason. */
export const describeActPublicly = (act: DescribedAct & Pick<PublicAct, 'act'>): string => ACT_TEXTS[act.act]?.publicText?.(act) ?? '';
