import type { Facts } from '../../kernel/acts.ts';

const numbers = new Intl.NumberFormat('en');

interface Said {
  title: string | null;
  after: Facts | null;
}

interface ActWords {
  /** What was done, for the team; what it was done to is said beside it. */
  says: string;
  /** What everybody may read of it, where anybody may. */
  told?: (act: Said) => string;
}

const what = ({ title }: Said): string => title ?? 'A listing';
const whom = ({ title }: Said): string => title ?? 'several products';
const votes = ({ after }: Said): string => {
  const n = Number(after?.votes ?? 1);
  return n === 1 ? '1 vote' : `${numbers.format(n)} votes`;
};

/** Everything a site's team can do. Adding an act is adding a row. */
const ACTS: Record<string, ActWords> = {
  remove_listing: { says: 'Removed the listing', told: (act) => `${what(act)} was removed.` },
  bring_back_listing: { says: 'Brought the listing back', told: (act) => `${what(act)} was brought back.` },
  merge_listing: {
    says: 'Merged the listing into another',
    told: (act) => `${what(act)} was merged into ${act.after?.merged_into_name ?? 'another listing'}.`,
  },
  launch_listing: { says: 'Made live at once:' },
  waive_badge: { says: 'Scheduled without its badge:' },
  want_badge: { says: 'Wants the badge after all of' },
  move_week: { says: 'Gave another launch week to' },
  send_back_listing: { says: 'Took out of the queue:' },
  queue_listing_again: { says: 'Put into the queue again:' },
  take_back_edit: { says: 'Took back an edit of' },
  let_edit_stand: { says: 'Let an edit stand after all of' },
  give_listing: { says: 'Changed the owner of the listing' },
  show_review: { says: 'Showed a held review of', told: (act) => `A review of ${what(act)} that was held back is shown.` },
  keep_review: { says: 'Left a reported review of', told: (act) => `A review of ${what(act)} was reported, and stays.` },
  remove_review: { says: 'Removed a review of', told: (act) => `A review of ${what(act)} was removed.` },
  reopen_review: {
    says: 'Took a decision back about a review of',
    told: (act) => `A decision about a review of ${what(act)} was taken back.`,
  },
  count_votes: { says: 'Counted held votes for', told: (act) => `${votes(act)} for ${whom(act)} that the rules had held back will count.` },
  leave_out_votes: { says: 'Left out votes for', told: (act) => `${votes(act)} for ${whom(act)} will not count.` },
  create_category: { says: 'Made the category' },
  edit_category: { says: 'Edited the category' },
  delete_category: { says: 'Deleted the category' },
  edit_founder: { says: 'Edited the founder' },
  hide_founder: { says: 'Hid the founder' },
  show_founder: { says: 'Showed the founder again' },
  merge_founder: { says: 'Merged the founder into another' },
  write_post: { says: 'Wrote the post' },
  edit_post: { says: 'Edited the post' },
  publish_post: { says: 'Published the post' },
  withdraw_post: { says: 'Took the post off the blog' },
  add_question: { says: 'Added the question' },
  edit_question: { says: 'Edited the question' },
  move_question: { says: 'Moved the question' },
  retire_question: { says: 'Stopped asking the question' },
  ask_question_again: { says: 'Asks the question again' },
  set_room: { says: 'Set the room of the week' },
  change_settings: { says: 'Changed the settings of' },
  set_metric_source: { says: 'Changed where a figure is read' },
  retry_job: { says: 'Tried the job again' },
  retry_mail: { says: 'Sent a mail again' },
  found_site: { says: 'Made the site' },
  add_site_admin: { says: 'Made admin of this site:' },
  remove_site_admin: { says: 'No longer admin of this site:' },
  set_price: { says: 'Set the price of' },
  set_seller: { says: 'Said who sells here:' },
  retry_refund: { says: 'Tried a refund again of the order' },
  deliver_line: { says: 'Had delivered again:' },
  report_step: { says: 'Reported the step' },
  refund_order: { says: 'Gave money back for the order' },
  finish_line: { says: 'Delivered by hand:' },
  give_up_line: { says: 'Gave up, with its money:' },
  uphold_objection: { says: 'Agreed to an objection about' },
  dismiss_objection: { says: 'Dismissed an objection about' },
  reopen_objection: { says: 'Took a decision back about an objection to the owner of' },
};

/** Things acts are about, in words, in the order they are offered to choose from. */
export const RECORDS: Record<string, string> = {
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
  metric: 'Figures',
  account: 'Admins',
  site: 'Settings and sites',
  mail: 'Mail',
  job: 'Jobs',
};

/** Acts of which everybody may read. */
export const PUBLIC_ACTS = Object.entries(ACTS).flatMap(([name, { told }]) => (told ? [name] : []));

/** What the team did, in words. */
export const sayAct = (act: string): string => ACTS[act]?.says ?? act.replaceAll('_', ' ');

/** The same for everybody: nothing of who did it, to whom, or in which words. */
export const tellAct = (act: Said & { act: string }): string => ACTS[act.act]?.told?.(act) ?? '';
