import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { returnListing } from '../../../../modules/launches/approval/decisions.ts';
import { approve, reject } from '../../../../modules/moderation/approvals.ts';
import { decideInbox, INBOX_KINDS, type InboxKind, type ItemKey } from '../../../../modules/moderation/inbox/inbox.ts';
import { deleteReply, resolveReason, saveReply } from '../../../../modules/moderation/replies/replies.ts';
import { decideReports } from '../../../../modules/moderation/reports/reports.ts';
import { REPORT_DECISIONS, REPORTED, type ReportDecision, type Reported } from '../../../../modules/moderation/reports/rules.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { IdField, teamAction } from '../../../server/form-action.ts';

/** A reason that is typed or chosen from the saved replies. */
const REASON = { reason: T.Optional(Text(1000)), reply_id: T.Optional(IdField) };

/** A ticked item of the inbox: its kind and id. */
const ITEM = /^item\.([a-z]+)\.(\d{1,15})$/;

const itemsIn = (fields: Record<string, unknown>): ItemKey[] =>
  Object.keys(fields).flatMap((name) => {
    const [, kind, id] = ITEM.exec(name) ?? [];
    return INBOX_KINDS.includes(kind as InboxKind) ? [{ kind: kind as InboxKind, id: Number(id) }] : [];
  });

export const ADMIN_QUEUE_ACTIONS = [
  teamAction({
    path: adminPaths.decideInbox,
    page: adminPaths.inbox,
    fields: { decision: OneOf(['accept', 'reject']), reason: T.Optional(Text(500)), reply_id: T.Optional(IdField) },
    named_fields: { [ITEM.source]: T.String({ maxLength: 10 }) },
    async run(ctx, { decision, reason, reply_id, ...ticked }) {
      const text = reason || reply_id ? await resolveReason(ctx, { reason, reply_id }) : undefined;
      const { decided, act_id } = await decideInbox(ctx, { items: itemsIn(ticked), accept: decision === 'accept', reason: text });
      return { go_to: adminPaths.inbox({ done: decision, decided, act: act_id }) };
    },
  }),
  teamAction({
    path: adminPaths.decideReports,
    page: adminPaths.reports,
    fields: { of: OneOf([...REPORTED]), reported_id: IdField, decision: OneOf([...REPORT_DECISIONS]), ...REASON },
    async run(ctx, { of, reported_id, decision, ...input }) {
      const answer = await resolveReason(ctx, input);
      await decideReports(ctx, { of: of as Reported, id: reported_id, decision: decision as ReportDecision, answer });
      return { go_to: adminPaths.reports({ done: decision }) };
    },
  }),
  teamAction({
    path: adminPaths.approveListing,
    page: adminPaths.approval,
    async run(ctx, { id }) {
      await approve(ctx, { listing_id: id });
      return { go_to: adminPaths.approvals({ done: 'approved' }) };
    },
  }),
  teamAction({
    path: adminPaths.returnListing,
    page: adminPaths.approval,
    fields: REASON,
    async run(ctx, { id, ...input }) {
      await returnListing(ctx, { listing_id: id, reason: await resolveReason(ctx, input) });
      return { go_to: adminPaths.approvals({ done: 'returned' }) };
    },
  }),
  teamAction({
    path: adminPaths.rejectListing,
    page: adminPaths.approval,
    fields: REASON,
    async run(ctx, { id, ...input }) {
      await reject(ctx, { listing_id: id, reason: await resolveReason(ctx, input) });
      return { go_to: adminPaths.approvals({ done: 'rejected' }) };
    },
  }),
  teamForm({
    path: adminPaths.replies,
    page: adminPaths.replies,
    fields: { title: RequiredText(80), body: RequiredText(1000) },
    run: saveReply,
    done: 'saved',
  }),
  teamForm({ path: adminPaths.deleteReply, page: adminPaths.replies, run: deleteReply, done: 'deleted' }),
];
