import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { removeSiteAdmin, restoreSiteAdmin } from '../accounts/roles.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { createCategory, deleteCategory, editCategory, type TypedCategory } from '../catalog/editing.ts';
import { reopenObjection } from '../claims/decision.ts';
import { giveListing } from '../claims/handover.ts';
import type { PostFacts } from '../content/post-queries.ts';
import { editPost, publishPost, withdrawPost } from '../content/posts.ts';
import { askAgain, editQuestion, moveQuestion, retireQuestion } from '../content/questions.ts';
import { bringBackListing } from '../launches/removal.ts';
import { setRoom } from '../launches/room.ts';
import { moveWeek, type Queued, queueAgain, waiveBadge, wantBadge } from '../launches/steering.ts';
import { type ShownSource, setMetricSource } from '../listings/metric-settings.ts';
import { setTask } from '../orders/delivery/team.ts';
import type { TaskReport } from '../orders/delivery/team-queries.ts';
import { setPrice } from '../orders/pricing.ts';
import type { Price } from '../orders/rules.ts';
import type { Seller } from '../orders/seller.ts';
import { restoreSeller } from '../orders/seller-details.ts';
import { editFounder, hideFounder, showFounder } from '../people/editing.ts';
import type { FounderFacts } from '../people/editing-queries.ts';
import { letEditStand } from './edits.ts';
import { type ActRow, lockAct, writeUndone } from './log-queries.ts';
import { changeSettings } from './settings.ts';
import type { SiteSettings } from './settings-rules.ts';

type Undo = (ctx: Ctx<Caller>, act: ActRow) => Promise<number | null>;

const idOf = ({ record_id }: ActRow): number => Number(record_id);

/** A figure is read where it was before. Headers are secrets, kept nowhere but where they are used: what lost them is set up anew. */
const readAsBefore: Undo = async (ctx, { record_id, before, after }) => {
  const name = record_id as ShownSource['name'];
  if (!before) return setMetricSource(ctx, { name });
  const { url_template, json_path, unit, source, header_names } = before as unknown as ShownSource;
  if (header_names.length > 0 && !isDeepStrictEqual(after?.header_names, header_names))
    throw new Refusal('act_stands', { detail: 'The headers it sent are not kept in the log. Set it up anew among the figures.' });
  return setMetricSource(ctx, { name, url_template, json_path, unit: unit ?? undefined, source });
};

const sellAsBefore: Undo = (ctx, { before }) => {
  if (!before) throw new Refusal('act_stands', { detail: 'Nobody sold here before; take the products off offer instead.' });
  return restoreSeller(ctx, before as unknown as Seller);
};

/** How each act is taken back: by a verb again, which is an act again. What has no row has no way back, or is simply done the other way. */
const UNDO: Record<string, Undo> = {
  remove_listing: (ctx, act) => bringBackListing(ctx, { listing_id: idOf(act) }),
  merge_listing: (ctx, act) => bringBackListing(ctx, { listing_id: idOf(act) }),
  give_listing: (ctx, act) => giveListing(ctx, { listing_id: idOf(act), owner_id: act.before!.owner_id as number | null }),
  waive_badge: (ctx, act) => wantBadge(ctx, { listing_id: idOf(act) }),
  want_badge: (ctx, act) => waiveBadge(ctx, { listing_id: idOf(act) }),
  move_week: (ctx, act) => moveWeek(ctx, { listing_id: idOf(act), week: act.before!.launch_week_on as string }),
  send_back_listing: (ctx, act) => queueAgain(ctx, { listing_id: idOf(act), ...(act.before as Pick<Queued, 'status' | 'launch_week_on'>) }),
  take_back_edit: (ctx, act) => letEditStand(ctx, { listing_id: idOf(act), before: act.before!, after: act.after! }),
  dismiss_objection: (ctx, act) => reopenObjection(ctx, { id: idOf(act) }),
  uphold_objection: (ctx, act) =>
    reopenObjection(ctx, { id: idOf(act), from: act.after?.owner_id as number, to: act.before?.owner_id as number | null }),
  create_category: (ctx, act) => deleteCategory(ctx, { id: idOf(act) }),
  edit_category: (ctx, act) => editCategory(ctx, { id: idOf(act), ...(act.before as unknown as TypedCategory) }),
  delete_category: (ctx, act) => createCategory(ctx, act.before as unknown as TypedCategory),
  edit_founder: (ctx, act) => editFounder(ctx, { id: idOf(act), ...(act.before as unknown as FounderFacts) }),
  hide_founder: (ctx, act) => showFounder(ctx, { id: idOf(act) }),
  show_founder: (ctx, act) => hideFounder(ctx, { id: idOf(act) }),
  merge_founder: (ctx, act) => showFounder(ctx, { id: idOf(act), listing_ids: act.after!.listing_ids as number[] }),
  edit_post: (ctx, act) => editPost(ctx, { id: idOf(act), ...(act.before as unknown as PostFacts) }),
  publish_post: (ctx, act) => withdrawPost(ctx, { id: idOf(act) }),
  withdraw_post: (ctx, act) => publishPost(ctx, { id: idOf(act), at: new Date(act.before!.published_at as string) }),
  add_question: (ctx, act) => retireQuestion(ctx, { id: idOf(act) }),
  edit_question: (ctx, act) => editQuestion(ctx, { id: idOf(act), ...(act.before as { question: string; hint: string | null }) }),
  move_question: (ctx, act) => moveQuestion(ctx, { id: idOf(act), way: act.after!.way === 'up' ? 'down' : 'up' }),
  retire_question: (ctx, act) => askAgain(ctx, { id: idOf(act) }),
  set_room: (ctx, act) => setRoom(ctx, { week: act.record_id, room: act.before!.room as number | null }),
  change_settings: (ctx, act) => changeSettings(ctx, act.before as unknown as SiteSettings),
  set_price: (ctx, act) =>
    setPrice(ctx, { code: act.record_id, ...((act.before ?? { ...act.after, on_offer: false }) as unknown as Price) }),
  set_seller: sellAsBefore,
  set_metric_source: readAsBefore,
  report_step: (ctx, act) => setTask(ctx, idOf(act), () => act.before as unknown as TaskReport),
  add_site_admin: (ctx, act) => removeSiteAdmin(ctx, { account_id: idOf(act) }),
  remove_site_admin: (ctx, act) => restoreSiteAdmin(ctx, { account_id: idOf(act) }),
  ask_question_again: (ctx, act) => retireQuestion(ctx, { id: idOf(act) }),
};

/** Whether an act can be taken back: it stands, and nothing was done to the same thing since. */
export const canUndo = ({ act, undone_by, is_latest }: Pick<ActRow, 'act' | 'undone_by' | 'is_latest'>): boolean =>
  act in UNDO && undone_by === null && is_latest;

/** Takes an act of the team back. For the site's team. */
export const undoAct = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const act = await lockAct(ctx, id);
    if (!act) throw new Refusal('act_not_found');
    if (!canUndo(act)) throw new Refusal('act_stands');
    const by = await UNDO[act.act]!(ctx, act);
    // What it did has been done the other way already.
    if (by === null) throw new Refusal('act_stands');
    await writeUndone(ctx.sql, id, by);
  });
};
