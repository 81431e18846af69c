import { isDeepStrictEqual } from 'node:util';
import { type AuditFacts, markUndone } from '../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { removeSiteAdmin, requireTeam, restoreSiteAdmin } from '../accounts/team.ts';
import { banAccount, liftBan } from '../accounts/users/bans.ts';
import type { AttributeDetails } from '../catalog/attributes/queries.ts';
import { type CategoryInput, createCategory, deleteCategory, editCategory } from '../catalog/categories.ts';
import { reopenObjection } from '../claims/disputes.ts';
import { transferListing } from '../claims/ownership.ts';
import { commentModeration } from '../comments/moderation.ts';
import { editPost, publishPost, withdrawPost } from '../content/blog.ts';
import { restoreBrand } from '../content/brand/brand.ts';
import type { SiteBrand } from '../content/brand/rules.ts';
import { closeMessage, reopenMessage } from '../content/contact/contact.ts';
import { writeCover } from '../content/covers.ts';
import { editQuestion, moveQuestion, reinstateQuestion, retireQuestion } from '../content/interview.ts';
import { setLegalVersionWithdrawn } from '../content/legal/legal.ts';
import type { PostCover, PostDetails } from '../content/queries.ts';
import { setDatasetSettings } from '../datasets/datasets.ts';
import type { DatasetSettings } from '../datasets/rules.ts';
import { setDigestSettings } from '../digest/digest.ts';
import type { DigestSettings } from '../digest/rules.ts';
import { undoImport } from '../imports/imports.ts';
import { type ImportPlan, planImport } from '../imports/text-import.ts';
import { reopenApproval } from '../launches/approval/decisions.ts';
import { setFeaturedUntil } from '../launches/team/featuring.ts';
import { bringBackListing } from '../launches/team/removal.ts';
import { moveWeek, type QueuedListing, requeueListing, requireBadge, waiveBadge } from '../launches/team/team-scheduling.ts';
import { setWeekCapacity } from '../launches/team/week-capacity.ts';
import { archiveAttribute, editAttribute, restoreAttribute } from '../listings/attributes/definitions.ts';
import { type SourceSummary, setMetricSource } from '../listings/metrics/sources.ts';
import { reviewModeration } from '../listings/reviews/moderation.ts';
import type { TaskReport } from '../orders/fulfilment/queries.ts';
import { setTask } from '../orders/fulfilment/team-tasks.ts';
import { setPromoCodeActive } from '../orders/promo-codes/promo-codes.ts';
import { setPrice } from '../orders/quote/prices.ts';
import { restoreSeller, type Seller } from '../orders/quote/seller.ts';
import type { ProductPrice } from '../orders/rules.ts';
import { editFounder, hideFounder, showFounder } from '../people/founders.ts';
import type { FounderDetails } from '../people/queries.ts';
import { addWitness, dismissWitness } from '../votes/checkpoints/witnesses.ts';
import { undoVoteDecision } from '../votes/team/decisions.ts';
import { deleteWebhook, type EndpointInput, setWebhookPaused, writeWebhook } from '../webhooks/endpoints.ts';
import { changeSettings } from './administration.ts';
import { type ItemKey, undoInbox } from './inbox/inbox.ts';
import { reinstateEdit, undoTeamEdit } from './listing-edits.ts';
import { type ActRow, findActAbout, lockAct } from './queries.ts';
import { deleteReply, saveReply } from './replies/replies.ts';
import { undoReportDecision } from './reports/reports.ts';
import type { SiteSettings } from './settings-rules.ts';

type Undo = (ctx: Ctx<Caller>, act: ActRow) => Promise<number | null>;

/** The log holds JSON: what an act recorded has the type that its operation wrote. */
const factsAs = <T>(facts: AuditFacts | null): T => facts as T;

const idOf = ({ record_id }: ActRow): number => Number(record_id);

/** Restores where a metric is read from. Headers are secrets and not in the log: a source that lost them has to be set up again. */
const restoreMetricSource: Undo = async (ctx, { record_id, before, after }) => {
  const name = record_id as SourceSummary['name'];
  if (!before) return setMetricSource(ctx, { name });
  const { url_template, json_path, unit, source, header_names } = factsAs<SourceSummary>(before);
  if (header_names.length > 0 && !isDeepStrictEqual(after?.header_names, header_names))
    throw new Refusal('act_stands', { detail: t('The log doesn’t store request headers. Set up the metric source again.') });
  return setMetricSource(ctx, { name, url_template, json_path, unit: unit ?? undefined, source });
};

/** Only what the act changed: the name, which brands change too, may have changed since. */
const changedSettings = ({ before, after }: ActRow): Partial<SiteSettings> =>
  Object.fromEntries(Object.entries(before ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, after?.[name])));

const withdrawLegal = (ctx: Ctx<Caller>, { record_id, after }: ActRow, withdrawn: boolean): Promise<number | null> =>
  setLegalVersionWithdrawn(ctx, { kind: record_id, number: after!.number as number, withdrawn });

const restorePreviousSeller: Undo = (ctx, { before }) => {
  if (!before) throw new Refusal('act_stands', { detail: t('There was no seller before. Take the products off sale instead.') });
  return restoreSeller(ctx, factsAs<Seller>(before));
};

const restoreFeatured: Undo = (ctx, act) => setFeaturedUntil(ctx, { listing_id: idOf(act), until: act.before!.until as string | null });

/** Votes that the act changed; acts of earlier versions name one vote only. */
const undoVotes: Undo = (ctx, act) =>
  undoVoteDecision(ctx, {
    seq: idOf(act),
    seqs: (act.before?.changed as number[] | undefined) ?? [idOf(act)],
    counted: act.act === 'count_votes',
    title: act.title,
  });

/** Decisions about reviews and comments. */
const undoDecision =
  (moderation: { undo(ctx: Ctx<Caller>, content: { id: number }): Promise<number> }): Undo =>
  (ctx, act) =>
    moderation.undo(ctx, { id: idOf(act) });

/**
 * How each act is undone: by an operation, which is recorded as an act itself. Acts without a row cannot be undone, or are simply done the
 * other way round.
 */
const UNDO_ACTIONS: Record<string, Undo> = {
  remove_listing: (ctx, act) => bringBackListing(ctx, { listing_id: idOf(act) }),
  merge_listing: (ctx, act) => bringBackListing(ctx, { listing_id: idOf(act) }),
  approve_listing: (ctx, act) => reopenApproval(ctx, { listing_id: idOf(act) }),
  return_listing: (ctx, act) => reopenApproval(ctx, { listing_id: idOf(act) }),
  reject_listing: (ctx, act) => reopenApproval(ctx, { listing_id: idOf(act) }),
  give_listing: (ctx, act) => transferListing(ctx, { listing_id: idOf(act), owner_id: act.before!.owner_id as number | null }),
  waive_badge: (ctx, act) => requireBadge(ctx, { listing_id: idOf(act) }),
  want_badge: (ctx, act) => waiveBadge(ctx, { listing_id: idOf(act) }),
  move_week: (ctx, act) => moveWeek(ctx, { listing_id: idOf(act), week: act.before!.launch_week_on as string }),
  send_back_listing: (ctx, act) =>
    requeueListing(ctx, { listing_id: idOf(act), ...(act.before as Pick<QueuedListing, 'status' | 'launch_week_on'>) }),
  take_back_edit: (ctx, act) => reinstateEdit(ctx, { listing_id: idOf(act), before: act.before!, after: act.after! }),
  feature_listing: restoreFeatured,
  stop_featuring: restoreFeatured,
  edit_listing: (ctx, act) => undoTeamEdit(ctx, { listing_id: idOf(act), before: act.before!, after: act.after! }),
  show_review: undoDecision(reviewModeration),
  keep_review: undoDecision(reviewModeration),
  remove_review: undoDecision(reviewModeration),
  show_comment: undoDecision(commentModeration),
  keep_comment: undoDecision(commentModeration),
  remove_comment: undoDecision(commentModeration),
  count_votes: undoVotes,
  leave_out_votes: undoVotes,
  dismiss_objection: (ctx, act) => reopenObjection(ctx, { id: idOf(act) }),
  uphold_objection: (ctx, act) =>
    reopenObjection(ctx, { id: idOf(act), from: act.after?.owner_id as number, to: act.before?.owner_id as number | null }),
  map_import: (ctx, act) => planImport(ctx, { id: idOf(act), ...factsAs<Omit<ImportPlan, 'id'>>(act.before) }),
  import_listings: (ctx, act) => undoImport(ctx, { id: idOf(act) }),
  create_category: (ctx, act) => deleteCategory(ctx, { id: idOf(act) }),
  edit_category: (ctx, act) => editCategory(ctx, { id: idOf(act), ...factsAs<CategoryInput>(act.before) }),
  delete_category: (ctx, act) => createCategory(ctx, factsAs<CategoryInput>(act.before)),
  create_attribute: (ctx, act) => archiveAttribute(ctx, { id: idOf(act) }),
  edit_attribute: (ctx, act) => editAttribute(ctx, { id: idOf(act), hides_values: true, ...factsAs<AttributeDetails>(act.before) }),
  archive_attribute: (ctx, act) => restoreAttribute(ctx, { id: idOf(act) }),
  restore_attribute: (ctx, act) => archiveAttribute(ctx, { id: idOf(act) }),
  edit_founder: (ctx, act) => editFounder(ctx, { id: idOf(act), ...factsAs<FounderDetails>(act.before) }),
  hide_founder: (ctx, act) => showFounder(ctx, { id: idOf(act) }),
  show_founder: (ctx, act) => hideFounder(ctx, { id: idOf(act) }),
  merge_founder: (ctx, act) => showFounder(ctx, { id: idOf(act), listing_ids: act.after!.listing_ids as number[] }),
  edit_post: (ctx, act) => editPost(ctx, { id: idOf(act), ...factsAs<PostDetails>(act.before) }),
  set_post_cover: (ctx, act) => writeCover(ctx, { id: idOf(act), cover: act.before!.cover as PostCover | null }),
  publish_post: (ctx, act) => withdrawPost(ctx, { id: idOf(act) }),
  withdraw_post: (ctx, act) => publishPost(ctx, { id: idOf(act), at: new Date(act.before!.published_at as string) }),
  publish_legal_page: (ctx, act) => withdrawLegal(ctx, act, true),
  withdraw_legal_page: (ctx, act) => withdrawLegal(ctx, act, false),
  close_message: (ctx, act) => reopenMessage(ctx, { id: idOf(act) }),
  reopen_message: (ctx, act) => closeMessage(ctx, { id: idOf(act) }),
  add_question: (ctx, act) => retireQuestion(ctx, { id: idOf(act) }),
  edit_question: (ctx, act) => editQuestion(ctx, { id: idOf(act), ...(act.before as { question: string; hint: string | null }) }),
  move_question: (ctx, act) => moveQuestion(ctx, { id: idOf(act), way: act.after!.way === 'up' ? 'down' : 'up' }),
  retire_question: (ctx, act) => reinstateQuestion(ctx, { id: idOf(act) }),
  set_room: (ctx, act) => setWeekCapacity(ctx, { week: act.record_id, room: act.before!.room as number | null }),
  change_settings: (ctx, act) => changeSettings(ctx, changedSettings(act)),
  publish_brand: (ctx, act) => restoreBrand(ctx, factsAs<SiteBrand>(act.before)),
  set_price: (ctx, act) =>
    setPrice(ctx, { code: act.record_id, ...factsAs<ProductPrice>(act.before ?? { ...act.after, on_offer: false }) }),
  create_promo_code: (ctx, act) => setPromoCodeActive(ctx, { id: idOf(act), active: false }),
  activate_promo_code: (ctx, act) => setPromoCodeActive(ctx, { id: idOf(act), active: false }),
  deactivate_promo_code: (ctx, act) => setPromoCodeActive(ctx, { id: idOf(act), active: true }),
  set_seller: restorePreviousSeller,
  set_dataset: (ctx, act) => setDatasetSettings(ctx, factsAs<DatasetSettings>(act.before)),
  set_digest: (ctx, act) => setDigestSettings(ctx, factsAs<DigestSettings>(act.before)),
  set_metric_source: restoreMetricSource,
  report_step: (ctx, act) => setTask(ctx, idOf(act), () => factsAs<TaskReport>(act.before)),
  add_site_admin: (ctx, act) => removeSiteAdmin(ctx, { account_id: idOf(act) }),
  remove_site_admin: (ctx, act) => restoreSiteAdmin(ctx, { account_id: idOf(act) }),
  add_ledger_witness: (ctx, act) => dismissWitness(ctx, { name: act.record_id }),
  remove_ledger_witness: (ctx, act) => addWitness(ctx, { key: act.before!.key as string }),
  create_webhook: (ctx, act) => deleteWebhook(ctx, { owner: 'team', id: idOf(act) }),
  edit_webhook: (ctx, act) => writeWebhook(ctx, { owner: 'team', id: idOf(act), ...factsAs<EndpointInput>(act.before) }),
  pause_webhook: (ctx, act) => setWebhookPaused(ctx, { owner: 'team', id: idOf(act), is_paused: false }),
  resume_webhook: (ctx, act) => setWebhookPaused(ctx, { owner: 'team', id: idOf(act), is_paused: true }),
  accept_reports: (ctx, act) => undoReportDecision(ctx, act.after as Parameters<typeof undoReportDecision>[1], act.title),
  dismiss_reports: (ctx, act) => undoReportDecision(ctx, act.after as Parameters<typeof undoReportDecision>[1], act.title),
  accept_items: (ctx, act) => undoInbox(ctx, act.after!.items as ItemKey[], true),
  reject_items: (ctx, act) => undoInbox(ctx, act.after!.items as ItemKey[], false),
  save_reply: (ctx, act) => deleteReply(ctx, { id: idOf(act) }),
  delete_reply: (ctx, act) => saveReply(ctx, act.before as { title: string; body: string }),
  ban_account: (ctx, act) => liftBan(ctx, { account_id: idOf(act) }),
  lift_ban: (ctx, act) => banAccount(ctx, { account_id: idOf(act), reason: act.before!.reason as string }),
  ask_question_again: (ctx, act) => retireQuestion(ctx, { id: idOf(act) }),
};

/** Whether an act can be undone: it was not undone yet, and nothing later was done to the same record. */
export const canUndo = ({ act, undone_by, is_latest }: Pick<ActRow, 'act' | 'undone_by' | 'is_latest'>): boolean =>
  act in UNDO_ACTIONS && undone_by === null && is_latest;

export const undoAct = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  await requireTeam(ctx);
  await inTransaction(ctx, async (ctx) => {
    const act = await lockAct(ctx, id);
    if (!act) throw new Refusal('act_not_found');
    if (!canUndo(act)) throw new Refusal('act_stands');
    const undo_act_id = await UNDO_ACTIONS[act.act]!(ctx, act);
    // Nothing was left to change: it has already been done the other way round.
    if (undo_act_id === null) throw new Refusal('act_stands');
    await markUndone(ctx.sql, id, undo_act_id);
  });
};

/** Restores the text a post had after an act, as a new edit. For the site's team. */
export const restorePost = async (ctx: Ctx<Caller>, { id, act_id }: { id: number; act_id: number }): Promise<number | null> => {
  await requireTeam(ctx);
  const act = await findActAbout(ctx, 'post', String(id), act_id);
  if (typeof act?.after?.body_markdown !== 'string') throw new Refusal('act_not_found');
  return editPost(ctx, { id, ...factsAs<PostDetails>(act.after) });
};
