import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { readInput } from '../../../../kernel/validate.ts';
import { dismissObjection, grantClaim, upholdObjection } from '../../../../modules/claims/disputes.ts';
import { findAccountId, transferListing } from '../../../../modules/claims/ownership.ts';
import { moderateComment, undoCommentModeration } from '../../../../modules/comments/moderation.ts';
import { setFeaturedUntil } from '../../../../modules/launches/team/featuring.ts';
import {
  bringBackListing,
  mergeListing,
  REMOVAL_CAUSES,
  type RemovalCause,
  removeListing,
} from '../../../../modules/launches/team/removal.ts';
import { launchListing, moveWeek, removeFromQueue, waiveBadge } from '../../../../modules/launches/team/team-scheduling.ts';
import { UpdateOwnListing } from '../../../../modules/listings/owner/schema.ts';
import { moderateReview, undoModeration } from '../../../../modules/listings/reviews/moderation.ts';
import { ContentDecision } from '../../../../modules/listings/user-content/rules.ts';
import { editAsTeam, revertEdit } from '../../../../modules/moderation/listing-edits.ts';
import { undoAct } from '../../../../modules/moderation/undo.ts';
import { decideVote } from '../../../../modules/votes/team/decisions.ts';
import { decideCluster } from '../../../../modules/votes/team/launch-votes.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { AnyText, IdField, mapErrorFields, teamAction } from '../../../server/form-action.ts';
import type { FormValues } from '../../../ui/form-values.ts';
import { EDITOR_BYTES, EDITOR_NAMES, editorFieldOf, parseEdit } from '../../../ui/listing-editor/values.ts';

export const ADMIN_LISTING_ACTIONS = [
  teamForm({
    path: adminPaths.removeListing,
    page: adminPaths.listing,
    fields: { cause: OneOf(Object.keys(REMOVAL_CAUSES)), note: T.Optional(Text(500)) },
    run: (ctx, { id, cause, note }) => removeListing(ctx, { listing_id: id, cause: cause as RemovalCause, note }),
    done: 'remove',
  }),
  teamForm({
    path: adminPaths.restoreListing,
    page: adminPaths.listing,
    run: (ctx, { id }) => bringBackListing(ctx, { listing_id: id }),
    done: 'bring-back',
  }),
  teamForm({
    path: adminPaths.mergeListing,
    page: adminPaths.listing,
    fields: { into: RequiredText(220) },
    run: (ctx, { id, into }) => mergeListing(ctx, { listing_id: id, into }),
    done: 'merge',
  }),
  teamForm({
    path: adminPaths.launchListing,
    page: adminPaths.listing,
    run: (ctx, { id }) => launchListing(ctx, { listing_id: id }),
    done: 'launch',
  }),
  teamForm({
    path: adminPaths.waiveBadge,
    page: adminPaths.listing,
    run: (ctx, { id }) => waiveBadge(ctx, { listing_id: id }),
    done: 'waive-badge',
  }),
  teamForm({
    path: adminPaths.moveWeek,
    page: adminPaths.listing,
    fields: { week: RequiredText(10) },
    run: (ctx, { id, week }) => moveWeek(ctx, { listing_id: id, week }),
    done: 'week',
    unchanged: 'same_week',
  }),
  teamForm({
    path: adminPaths.removeFromQueue,
    page: adminPaths.listing,
    fields: { reason: RequiredText(500) },
    run: (ctx, { id, reason }) => removeFromQueue(ctx, { listing_id: id, reason }),
    done: 'send-back',
  }),
  teamForm({
    path: adminPaths.changeOwner,
    page: adminPaths.listing,
    fields: { email: T.Optional(Text(254)), reason: T.Optional(Text(500)) },
    async run(ctx, { id, email, reason }) {
      const owner_id = await findAccountId(ctx, email);
      return transferListing(ctx, { listing_id: id, owner_id, reason });
    },
    done: 'owner',
    unchanged: 'same_owner',
  }),
  teamForm({
    path: adminPaths.featureListing,
    page: adminPaths.listing,
    fields: { until: RequiredText(10) },
    run: (ctx, { id, until }) => setFeaturedUntil(ctx, { listing_id: id, until }),
    done: 'feature',
  }),
  teamForm({
    path: adminPaths.stopFeaturing,
    page: adminPaths.listing,
    run: (ctx, { id }) => setFeaturedUntil(ctx, { listing_id: id, until: null }),
    done: 'stop-featuring',
  }),
  teamAction({
    path: adminPaths.editListing,
    page: adminPaths.editListing,
    bytes: EDITOR_BYTES,
    fields: { seen: AnyText, ...Object.fromEntries(EDITOR_NAMES.map((name) => [name, AnyText])) },
    async run(ctx, input) {
      const { id, seen = '', ...values } = input as { id: number } & FormValues;
      const act = await mapErrorFields(
        (path) => editorFieldOf(path, values),
        async () => editAsTeam(ctx, readInput({ input: UpdateOwnListing }, { listing_id: id, ...parseEdit(values, seen) })),
      );
      return { go_to: adminPaths.listing({ id, done: act === null ? 'same_texts' : 'edit' }) };
    },
  }),
  teamForm({
    path: adminPaths.revertEdit,
    page: adminPaths.edits,
    fields: { reason: RequiredText(500) },
    run: revertEdit,
    done: 'taken_back',
  }),
  teamForm({ path: adminPaths.grantClaim, page: adminPaths.claims, run: grantClaim, done: 'granted' }),
  teamForm({ path: adminPaths.upholdObjection, page: adminPaths.claims, run: upholdObjection, done: 'upheld' }),
  teamForm({
    path: adminPaths.dismissObjection,
    page: adminPaths.claims,
    fields: { answer: RequiredText(1000) },
    run: dismissObjection,
    done: 'dismissed',
  }),
  teamAction({
    path: adminPaths.decideVote,
    page: adminPaths.votes,
    fields: { seq: IdField, counts: OneOf(['yes', 'no']), note: RequiredText(500), alike: T.Optional(OneOf(['on'])) },
    async run(ctx, { seq, counts, note, alike }) {
      const { changed } = await decideVote(ctx, { seq, counts: counts === 'yes', note, include_similar: alike === 'on' });
      return { go_to: adminPaths.votes({ done: counts === 'yes' ? 'counted' : 'uncounted', changed }) };
    },
  }),
  teamAction({
    path: adminPaths.decideCluster,
    page: adminPaths.launchVotes,
    fields: { cluster: RequiredText(200), counts: OneOf(['yes', 'no']), note: RequiredText(500) },
    async run(ctx, { id, cluster, counts, note }) {
      const { changed } = await decideCluster(ctx, { listing_id: id, cluster, counts: counts === 'yes', note });
      return { go_to: adminPaths.launchVotes({ id, done: counts === 'yes' ? 'counted' : 'uncounted', changed }) };
    },
  }),
  teamAction({
    path: adminPaths.decideReview,
    page: adminPaths.reviews,
    fields: { review_id: IdField, decision: ContentDecision, reason: RequiredText(500) },
    async run(ctx, input) {
      await moderateReview(ctx, input);
      return { go_to: adminPaths.reviews({ done: input.decision }) };
    },
  }),
  teamForm({
    path: adminPaths.undoReviewDecision,
    page: adminPaths.reviews,
    fields: { review_id: IdField },
    run: undoModeration,
    done: 'undone',
  }),
  teamAction({
    path: adminPaths.decideComment,
    page: adminPaths.comments,
    fields: { comment_id: IdField, decision: ContentDecision, reason: RequiredText(500) },
    async run(ctx, input) {
      await moderateComment(ctx, input);
      return { go_to: adminPaths.comments({ done: input.decision }) };
    },
  }),
  teamForm({
    path: adminPaths.undoCommentDecision,
    page: adminPaths.comments,
    fields: { comment_id: IdField },
    run: undoCommentModeration,
    done: 'undone',
  }),
  teamForm({ path: adminPaths.undo, page: adminPaths.log, fields: { id: IdField }, run: undoAct, done: 'undone' }),
];
