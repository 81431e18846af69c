import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { dismissObjection, grantClaim, upholdObjection } from '../../../../modules/claims/disputes.ts';
import { findAccountId, transferListing } from '../../../../modules/claims/ownership.ts';
import {
  bringBackListing,
  mergeListing,
  REMOVAL_CAUSES,
  type RemovalCause,
  removeListing,
} from '../../../../modules/launches/team/removal.ts';
import { launchListing, moveWeek, removeFromQueue, waiveBadge } from '../../../../modules/launches/team/team-scheduling.ts';
import { revertEdit, undoAct } from '../../../../modules/moderation/undo.ts';
import { adminPaths } from '../../../paths.ts';
import { IdField, teamAction } from '../../../server/form-action.ts';

export const ADMIN_LISTING_ACTIONS = [
  teamAction({
    path: adminPaths.removeListing,
    page: adminPaths.listing,
    fields: { cause: OneOf(Object.keys(REMOVAL_CAUSES)), note: T.Optional(Text(500)) },
    async run(ctx, { id, cause, note }) {
      await removeListing(ctx, { listing_id: id, cause: cause as RemovalCause, note });
      return { go_to: adminPaths.listing({ id, done: 'remove' }) };
    },
  }),
  teamAction({
    path: adminPaths.restoreListing,
    page: adminPaths.listing,
    async run(ctx, { id }) {
      await bringBackListing(ctx, { listing_id: id });
      return { go_to: adminPaths.listing({ id, done: 'bring-back' }) };
    },
  }),
  teamAction({
    path: adminPaths.mergeListing,
    page: adminPaths.listing,
    fields: { into: RequiredText(220) },
    async run(ctx, { id, into }) {
      await mergeListing(ctx, { listing_id: id, into });
      return { go_to: adminPaths.listing({ id, done: 'merge' }) };
    },
  }),
  teamAction({
    path: adminPaths.launchListing,
    page: adminPaths.listing,
    async run(ctx, { id }) {
      await launchListing(ctx, { listing_id: id });
      return { go_to: adminPaths.listing({ id, done: 'launch' }) };
    },
  }),
  teamAction({
    path: adminPaths.waiveBadge,
    page: adminPaths.listing,
    async run(ctx, { id }) {
      await waiveBadge(ctx, { listing_id: id });
      return { go_to: adminPaths.listing({ id, done: 'waive-badge' }) };
    },
  }),
  teamAction({
    path: adminPaths.moveWeek,
    page: adminPaths.listing,
    fields: { week: RequiredText(10) },
    async run(ctx, { id, week }) {
      const act = await moveWeek(ctx, { listing_id: id, week });
      return { go_to: adminPaths.listing({ id, done: act === null ? 'same_week' : 'week' }) };
    },
  }),
  teamAction({
    path: adminPaths.removeFromQueue,
    page: adminPaths.listing,
    fields: { reason: RequiredText(500) },
    async run(ctx, { id, reason }) {
      await removeFromQueue(ctx, { listing_id: id, reason });
      return { go_to: adminPaths.listing({ id, done: 'send-back' }) };
    },
  }),
  teamAction({
    path: adminPaths.revertEdit,
    page: adminPaths.edits,
    fields: { reason: RequiredText(500) },
    async run(ctx, { id, reason }) {
      await revertEdit(ctx, { id, reason });
      return { go_to: adminPaths.edits({ done: 'taken_back' }) };
    },
  }),
  teamAction({
    path: adminPaths.changeOwner,
    page: adminPaths.listing,
    fields: { email: T.Optional(Text(254)), reason: T.Optional(Text(500)) },
    async run(ctx, { id, email, reason }) {
      const owner_id = await findAccountId(ctx, email);
      const act = await transferListing(ctx, { listing_id: id, owner_id, reason });
      return { go_to: adminPaths.listing({ id, done: act === null ? 'same_owner' : 'owner' }) };
    },
  }),
  teamAction({
    path: adminPaths.grantClaim,
    page: adminPaths.claims,
    async run(ctx, { id }) {
      await grantClaim(ctx, { id });
      return { go_to: adminPaths.claims({ done: 'granted' }) };
    },
  }),
  teamAction({
    path: adminPaths.upholdObjection,
    page: adminPaths.claims,
    async run(ctx, { id }) {
      await upholdObjection(ctx, { id });
      return { go_to: adminPaths.claims({ done: 'upheld' }) };
    },
  }),
  teamAction({
    path: adminPaths.dismissObjection,
    page: adminPaths.claims,
    fields: { answer: RequiredText(1000) },
    async run(ctx, { id, answer }) {
      await dismissObjection(ctx, { id, answer });
      return { go_to: adminPaths.claims({ done: 'dismissed' }) };
    },
  }),
  teamAction({
    path: adminPaths.undo,
    page: adminPaths.log,
    fields: { id: IdField },
    async run(ctx, { id }) {
      await undoAct(ctx, { id });
      return { go_to: adminPaths.log({ done: 'undone' }) };
    },
  }),
];
