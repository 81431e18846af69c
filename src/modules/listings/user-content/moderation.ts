import { markEntryUndone, recordAuditEntry } from '../../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { RefusalCode } from '../../../kernel/refusals.ts';
import { COUNT_LIMIT, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import { getOwnAccount } from '../../accounts/account.ts';
import { notifyAll } from '../../accounts/notifications.ts';
import type { AccountRow } from '../../accounts/queries.ts';
import { requireTeam } from '../../accounts/team.ts';
import { listingPath } from '../../sites/addresses.ts';
import {
  type ContentName,
  countEligibleReports,
  countPending,
  countReportsSince,
  findLastMove,
  insertReport,
  type LastMove,
  type Pending,
  reopenReports,
  settleReports,
} from './queries.ts';
import { type ContentDecision, HOLD_REASONS, MAX_REPORTS_PER_DAY, REPORTS_TO_HOLD } from './rules.ts';
import type { ContentMove } from './states.ts';

const DAY_MS = 24 * 3_600_000;
export const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY_MS);

/** Only people signed in on the site with a verified email address may write or report. */
export const requireAuthor = async (ctx: Ctx<Caller>, detail: string): Promise<AccountRow> => {
  if (ctx.caller.kind !== 'session') throw new Refusal('only_on_the_site', { detail });
  const account = await getOwnAccount(ctx);
  if (!account.email_verified_at) throw new Refusal('address_not_verified');
  return account;
};

/** A text about a listing, locked until the transaction ends. */
interface LockedContent {
  listing_id: number;
  slug: string;
  name: string;
  account_id: number | null;
  status: string;
}

type MoveCtx = Pick<Ctx, 'sql' | 'clock'>;

interface ContentKind<L extends LockedContent> {
  record: ContentName;
  moves: {
    try(ctx: MoveCtx, id: number, name: ContentMove, details: { account_id: number | null; reason: string | null }): Promise<boolean>;
  };
  not_found: RefusalCode;
  /** Somebody decided meanwhile. */
  settled: RefusalCode;
  lock(ctx: Ctx, id: number): Promise<L | undefined>;
  /** The page of the text. */
  url(content: L, id: number): string;
  /** Titles of the notifications to the author. */
  author_titles: Partial<Record<ContentDecision, string>>;
  /** What those who reported the text are told. */
  reporter_titles: Record<ContentDecision, string>;
  /** What else happens when the team shows a held text. */
  onShown?(ctx: Ctx<Caller>, content: L, id: number): Promise<void>;
}

export interface ModerationInput {
  id: number;
  /** `accept` shows a held text and keeps one that was reported. */
  decision: ContentDecision | 'accept';
  /** Shown to the author if the text is removed. */
  reason: string;
}

/** The move that undoes a decision. */
const UNDO_MOVES: Partial<Record<string, (last: LastMove) => ContentMove>> = {
  show: () => 'hold',
  keep: () => 'reopen',
  remove: ({ from_status }) => (from_status === 'held' ? 'bring_back_held' : 'bring_back_shown'),
};

/** Reports, decisions of the team and their undo for one kind of text. */
export const defineModeration = <L extends LockedContent>(kind: ContentKind<L>) => {
  const { record, moves, not_found, settled } = kind;

  /** Changes the status in the current transaction. Refuses if the text is no longer in a status that allows it. */
  const move = async (ctx: MoveCtx, id: number, name: ContentMove, account_id: number | null, reason: string | null = null) => {
    if (!(await moves.try(ctx, id, name, { account_id, reason }))) throw new Refusal(settled);
  };

  const notifyAuthor = async (ctx: Ctx, content: L, id: number, decision: ContentDecision, body: string) => {
    if (content.account_id === null || !kind.author_titles[decision]) return;
    await notifyAll(ctx, [content.account_id], () => ({
      kind: record,
      key: `${record} ${id} ${decision} ${ctx.clock.now().toISOString()}`,
      title: kind.author_titles[decision]!,
      body,
      url: kind.url(content, id),
    }));
  };

  /** Tells those who reported a text what the team decided; not why, which is between the team and the author. */
  const notifyReporters = (ctx: Ctx, account_ids: number[], content: L, id: number, decision: ContentDecision) =>
    notifyAll(ctx, account_ids, () => ({
      kind: 'report',
      key: `reported ${record} ${id} ${ctx.clock.now().toISOString()}`,
      title: kind.reporter_titles[decision],
      body: t('Thank you for your report about {product}. The {site} team looked at it.', { product: content.name, site: ctx.site.name }),
      url: listingPath(content.slug),
    }));

  return {
    move,

    /** Reports a locked text to the team. Enough reports hold it until the team decides. Idempotent per account. */
    async report(ctx: Ctx<Caller>, id: number, account_id: number, reason: string): Promise<void> {
      const at = ctx.clock.now();
      if ((await countReportsSince(ctx.sql, record, account_id, dayBefore(at))) >= MAX_REPORTS_PER_DAY)
        throw new Refusal('too_many_reports');
      const is_new = await insertReport(ctx.sql, record, { id, account_id, reason, at });
      if (is_new && (await countEligibleReports(ctx.sql, record, id)) >= REPORTS_TO_HOLD) await move(ctx, id, 'hold', null, 'reported');
    },

    /** What is held or was reported, oldest first. For the site's team. */
    async listPending<R extends Pending>(
      ctx: Ctx<Caller>,
      paging: Paging,
      select: (ctx: Ctx, paging: Paging) => Promise<R[]>,
    ): Promise<ListResponse<R & { explanation: string | null }>> {
      await requireTeam(ctx);
      const [rows, count] = await Promise.all([select(ctx, paging), countPending(ctx, record, COUNT_LIMIT)]);
      const items = rows.map((row) => ({ ...row, explanation: row.reason && (HOLD_REASONS[row.reason] ?? row.reason) }));
      const total = Math.min(count, COUNT_LIMIT);
      return { ...paging, items, total, total_is_exact: count <= COUNT_LIMIT, has_more: paging.page * paging.per_page < count };
    },

    /** Shows, keeps or removes a text, with a reason. This settles its reports. For the site's team. */
    async moderate(ctx: Ctx<Caller>, { id, reason, ...input }: ModerationInput): Promise<void> {
      await requireTeam(ctx);
      await inTransaction(ctx, async (ctx) => {
        const content = requireFound(not_found, await kind.lock(ctx, id));
        const decision = input.decision === 'accept' ? (content.status === 'shown' ? 'keep' : 'show') : input.decision;
        await move(ctx, id, decision, ctx.caller.account_id, reason);
        const reporters = await settleReports(ctx.sql, record, id, ctx.clock.now());
        await notifyReporters(ctx, reporters, content, id, decision);
        await notifyAuthor(ctx, content, id, decision, reason);
        if (decision === 'show') await kind.onShown?.(ctx, content, id);
        await recordAuditEntry(ctx, { act: `${decision}_${record}`, record, record_id: id, title: content.name, reason });
      });
    },

    /** Undoes the last decision about a text and reopens its reports. For the site's team. */
    async undo(ctx: Ctx<Caller>, { id }: { id: number }): Promise<number> {
      await requireTeam(ctx);
      return inTransaction(ctx, async (ctx) => {
        const content = requireFound(not_found, await kind.lock(ctx, id));
        const last = requireFound(not_found, await findLastMove(ctx.sql, record, id));
        const undo = UNDO_MOVES[last.move]?.(last);
        if (!undo) throw new Refusal(settled);
        await move(ctx, id, undo, ctx.caller.account_id, 'undone');
        await reopenReports(ctx.sql, record, id, last.moved_at);
        const act = await recordAuditEntry(ctx, { act: `reopen_${record}`, record, record_id: id, title: content.name });
        await markEntryUndone(ctx, record, id, act);
        return act;
      });
    },
  };
};
