import { recordAuditEntry } from '../../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { requireTeam } from '../../accounts/team.ts';
import { listCommentsToModerate, moderateComment, undoCommentModeration } from '../../comments/moderation.ts';
import { listPendingApprovals, reopenApproval } from '../../launches/approval/decisions.ts';
import { listReviewsToModerate, moderateReview, undoModeration } from '../../listings/reviews/moderation.ts';
import { decideVote, listHeldVotes } from '../../votes/team/decisions.ts';
import { approve, reject } from '../approvals.ts';

/** One thing that waits for a decision, as the inbox lists it. */
export interface InboxItem {
  kind: InboxKind;
  id: number;
  title: string;
  /** Why it waits, if its kind does not say so. */
  why: string | null;
  /** What it says. */
  text: string;
  since: Date;
}

interface InboxQueue {
  list(ctx: Ctx<Caller>, limit: number): Promise<Omit<InboxItem, 'kind'>[]>;
  /** Decides in favour of what waits, or against it. */
  decide(ctx: Ctx<Caller>, id: number, accept: boolean, reason: string): Promise<unknown>;
  undo(ctx: Ctx<Caller>, id: number, accepted: boolean): Promise<unknown>;
}

const countItems = (n: number): string => t('{n, plural, one {# item} other {# items}}', { n });
const firstPage = (limit: number) => ({ page: 1, per_page: limit });
const whyItWaits = (held: string | null, reports: { reason: string }[]): string | null => {
  if (held) return t('Held: {why}', { why: held });
  return reports.length === 0 ? null : t('Reported: {why}', { why: reports.map(({ reason }) => reason).join(' · ') });
};

/** The queues whose items can be decided in the inbox, in its order. */
const QUEUES = {
  approval: {
    list: async (ctx, limit) =>
      (await listPendingApprovals(ctx, firstPage(limit))).approvals.map(({ listing_id, name, domain, requested_at }) => ({
        id: listing_id,
        title: name,
        why: null,
        text: domain,
        since: requested_at,
      })),
    decide: (ctx, id, accept, reason) => (accept ? approve(ctx, { listing_id: id }) : reject(ctx, { listing_id: id, reason })),
    undo: (ctx, id) => reopenApproval(ctx, { listing_id: id }),
  },
  comment: {
    list: async (ctx, limit) =>
      (await listCommentsToModerate(ctx, firstPage(limit))).items.map(({ id, name, body, created_at, explanation, reports }) => ({
        id,
        title: name,
        why: whyItWaits(explanation, reports),
        text: body,
        since: created_at,
      })),
    decide: (ctx, comment_id, accept, reason) => moderateComment(ctx, { comment_id, decision: accept ? 'accept' : 'remove', reason }),
    undo: (ctx, comment_id) => undoCommentModeration(ctx, { comment_id }),
  },
  review: {
    list: async (ctx, limit) =>
      (await listReviewsToModerate(ctx, firstPage(limit))).items.map(({ id, name, body, created_at, explanation, reports }) => ({
        id,
        title: name,
        why: whyItWaits(explanation, reports),
        text: body,
        since: created_at,
      })),
    decide: (ctx, review_id, accept, reason) => moderateReview(ctx, { review_id, decision: accept ? 'accept' : 'remove', reason }),
    undo: (ctx, review_id) => undoModeration(ctx, { review_id }),
  },
  vote: {
    list: async (ctx, limit) =>
      (await listHeldVotes(ctx, firstPage(limit))).items.map(({ seq, name, explanation, cast_at }) => ({
        id: seq,
        title: name,
        why: null,
        text: explanation,
        since: cast_at,
      })),
    decide: (ctx, seq, accept, note) => decideVote(ctx, { seq, counts: accept, note, include_similar: false }),
    undo: (ctx, seq, accepted) => decideVote(ctx, { seq, counts: !accepted, note: t('Undone'), include_similar: false }),
  },
} satisfies Record<string, InboxQueue>;

export const INBOX_KINDS = Object.keys(QUEUES) as InboxKind[];
export type InboxKind = keyof typeof QUEUES;

/** More than anybody decides at once. */
const MAX_SHOWN = 50;

/** What waits for the team and can be decided here, each kind oldest first. */
export const listInbox = async (ctx: Ctx<Caller>): Promise<InboxItem[]> => {
  await requireTeam(ctx);
  const lists = await Promise.all(
    INBOX_KINDS.map(async (kind) => (await QUEUES[kind].list(ctx, MAX_SHOWN)).map((item) => ({ kind, ...item }))),
  );
  return lists.flat();
};

export interface ItemKey {
  kind: InboxKind;
  id: number;
}

/** Runs work that may be refused without what it has written so far. */
const attempt = async (ctx: Ctx<Caller>, work: (ctx: Ctx<Caller>) => Promise<unknown>): Promise<boolean> => {
  if (!('savepoint' in ctx.sql)) throw new Error('This needs a transaction.');
  try {
    await ctx.sql.savepoint((sql) => work({ ...ctx, sql }));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
};

interface BulkDecision {
  items: ItemKey[];
  accept: boolean;
  reason?: string;
}

/** Decides several things at once, as one act with one undo. What somebody else has decided meanwhile is left out. For the site's team. */
export const decideInbox = async (
  ctx: Ctx<Caller>,
  { items, accept, reason }: BulkDecision,
): Promise<{ decided: number; act_id: number }> => {
  await requireTeam(ctx);
  if (!accept && !reason) throw invalidInput({ path: 'reason', code: 'required', message: t('is required to reject or remove') });
  if (items.length === 0) throw invalidInput({ path: 'reason', code: 'required', message: t('needs a selection above') });
  return inTransaction(ctx, async (ctx) => {
    const done: ItemKey[] = [];
    for (const { kind, id } of items)
      if (await attempt(ctx, (ctx) => QUEUES[kind].decide(ctx, id, accept, reason ?? t('Decided with others in the inbox.'))))
        done.push({ kind, id });
    const [first] = done;
    if (!first) throw new Refusal('inbox_settled');
    const act_id = await recordAuditEntry(ctx, {
      act: accept ? 'accept_items' : 'reject_items',
      record: 'inbox',
      record_id: `${first.kind}-${first.id}`,
      title: countItems(done.length),
      after: { items: done },
      reason: reason ?? null,
    });
    return { decided: done.length, act_id };
  });
};

/** Undoes a decision about several things; all of it or nothing. For the site's team. */
export const undoInbox = async (ctx: Ctx<Caller>, items: ItemKey[], accepted: boolean): Promise<number | null> => {
  await requireTeam(ctx);
  return inTransaction(ctx, async (ctx) => {
    for (const { kind, id } of items) await QUEUES[kind].undo(ctx, id, accepted);
    const [first] = items;
    return recordAuditEntry(ctx, {
      act: 'reopen_items',
      record: 'inbox',
      record_id: `${first!.kind}-${first!.id}`,
      title: countItems(items.length),
    });
  });
};
