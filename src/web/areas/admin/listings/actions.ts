import { OneOf, RequiredText, Strict, T, Text } from '../../../../kernel/schema.ts';
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
import { team } from '../../../server/admin-addresses.ts';
import { teamAction } from '../../../server/form-action.ts';
import { IdField } from '../../account/actions.ts';

const LISTING_PAGE = 'admin_listing';

export const ADMIN_LISTING_ACTIONS = [
  teamAction({
    path: '/admin/listings/:id/remove',
    page: LISTING_PAGE,
    input: Strict({ id: IdField, cause: OneOf(Object.keys(REMOVAL_CAUSES)), note: T.Optional(Text(500)) }),
    async run(ctx, { id, cause, note }) {
      await removeListing(ctx, { listing_id: Number(id), cause: cause as RemovalCause, note });
      return { go_to: team.listing(Number(id), { done: 'remove' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/bring-back',
    page: LISTING_PAGE,
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await bringBackListing(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'bring-back' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/merge',
    page: LISTING_PAGE,
    input: Strict({ id: IdField, into: RequiredText(220) }),
    async run(ctx, { id, into }) {
      await mergeListing(ctx, { listing_id: Number(id), into });
      return { go_to: team.listing(Number(id), { done: 'merge' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/launch',
    page: LISTING_PAGE,
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await launchListing(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'launch' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/waive-badge',
    page: LISTING_PAGE,
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await waiveBadge(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'waive-badge' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/week',
    page: LISTING_PAGE,
    input: Strict({ id: IdField, week: RequiredText(10) }),
    async run(ctx, { id, week }) {
      const act = await moveWeek(ctx, { listing_id: Number(id), week });
      return { go_to: team.listing(Number(id), { done: act === null ? 'same_week' : 'week' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/send-back',
    page: LISTING_PAGE,
    input: Strict({ id: IdField, reason: RequiredText(500) }),
    async run(ctx, { id, reason }) {
      await removeFromQueue(ctx, { listing_id: Number(id), reason });
      return { go_to: team.listing(Number(id), { done: 'send-back' }) };
    },
  }),
  teamAction({
    path: '/admin/edits/:id/take-back',
    page: 'admin_edits',
    input: Strict({ id: IdField, reason: RequiredText(500) }),
    async run(ctx, { id, reason }) {
      await revertEdit(ctx, { id: Number(id), reason });
      return { go_to: team.edits({ done: 'taken_back' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/owner',
    page: LISTING_PAGE,
    input: Strict({ id: IdField, email: T.Optional(Text(254)), reason: T.Optional(Text(500)) }),
    async run(ctx, { id, email, reason }) {
      const owner_id = await findAccountId(ctx, email);
      const act = await transferListing(ctx, { listing_id: Number(id), owner_id, reason });
      return { go_to: team.listing(Number(id), { done: act === null ? 'same_owner' : 'owner' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/:id/grant',
    page: 'admin_claims',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await grantClaim(ctx, { id: Number(id) });
      return { go_to: team.claims({ done: 'granted' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/objections/:id/uphold',
    page: 'admin_claims',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await upholdObjection(ctx, { id: Number(id) });
      return { go_to: team.claims({ done: 'upheld' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/objections/:id/dismiss',
    page: 'admin_claims',
    input: Strict({ id: IdField, answer: RequiredText(1000) }),
    async run(ctx, { id, answer }) {
      await dismissObjection(ctx, { id: Number(id), answer });
      return { go_to: team.claims({ done: 'dismissed' }) };
    },
  }),
  teamAction({
    path: '/admin/log/undo',
    page: 'admin_log',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await undoAct(ctx, { id: Number(id) });
      return { go_to: team.log({ done: 'undone' }) };
    },
  }),
];
