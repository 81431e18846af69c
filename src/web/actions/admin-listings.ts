import { OneOf, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import { dismissObjection, grantClaim, upholdObjection } from '../../modules/claims/decision.ts';
import { accountAt, giveListing } from '../../modules/claims/handover.ts';
import { bringBackListing, mergeListing, removeListing } from '../../modules/launches/removal.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../../modules/launches/removal-rules.ts';
import { launchListing, moveWeek, sendBack, waiveBadge } from '../../modules/launches/steering.ts';
import { takeBackEdit } from '../../modules/team/edits.ts';
import { undoAct } from '../../modules/team/undo.ts';
import { team } from '../admin-addresses.ts';
import { ID } from './account.ts';
import { teamAction } from './action.ts';

const page = 'admin_listing';

export const ADMIN_LISTING_ACTIONS = [
  teamAction({
    path: '/admin/listings/:id/remove',
    page,
    input: Strict({ id: ID, cause: OneOf(Object.keys(REMOVAL_CAUSES)), note: T.Optional(Text(500)) }),
    async run(ctx, { id, cause, note }) {
      await removeListing(ctx, { listing_id: Number(id), cause: cause as RemovalCause, note });
      return { go_to: team.listing(Number(id), { done: 'remove' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/bring-back',
    page,
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await bringBackListing(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'bring-back' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/merge',
    page,
    input: Strict({ id: ID, into: RequiredText(220) }),
    async run(ctx, { id, into }) {
      await mergeListing(ctx, { listing_id: Number(id), into });
      return { go_to: team.listing(Number(id), { done: 'merge' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/launch',
    page,
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await launchListing(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'launch' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/waive-badge',
    page,
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await waiveBadge(ctx, { listing_id: Number(id) });
      return { go_to: team.listing(Number(id), { done: 'waive-badge' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/week',
    page,
    input: Strict({ id: ID, week: RequiredText(10) }),
    async run(ctx, { id, week }) {
      const act = await moveWeek(ctx, { listing_id: Number(id), week });
      return { go_to: team.listing(Number(id), { done: act === null ? 'same_week' : 'week' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/send-back',
    page,
    input: Strict({ id: ID, reason: RequiredText(500) }),
    async run(ctx, { id, reason }) {
      await sendBack(ctx, { listing_id: Number(id), reason });
      return { go_to: team.listing(Number(id), { done: 'send-back' }) };
    },
  }),
  teamAction({
    path: '/admin/edits/:id/take-back',
    page: 'admin_edits',
    input: Strict({ id: ID, reason: RequiredText(500) }),
    async run(ctx, { id, reason }) {
      await takeBackEdit(ctx, { id: Number(id), reason });
      return { go_to: team.edits({ done: 'taken_back' }) };
    },
  }),
  teamAction({
    path: '/admin/listings/:id/owner',
    page,
    input: Strict({ id: ID, email: T.Optional(Text(254)), reason: T.Optional(Text(500)) }),
    async run(ctx, { id, email, reason }) {
      const owner_id = await accountAt(ctx, email);
      const act = await giveListing(ctx, { listing_id: Number(id), owner_id, reason });
      return { go_to: team.listing(Number(id), { done: act === null ? 'same_owner' : 'owner' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/:id/grant',
    page: 'admin_claims',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await grantClaim(ctx, { id: Number(id) });
      return { go_to: team.claims({ done: 'granted' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/objections/:id/uphold',
    page: 'admin_claims',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await upholdObjection(ctx, { id: Number(id) });
      return { go_to: team.claims({ done: 'upheld' }) };
    },
  }),
  teamAction({
    path: '/admin/claims/objections/:id/dismiss',
    page: 'admin_claims',
    input: Strict({ id: ID, answer: RequiredText(1000) }),
    async run(ctx, { id, answer }) {
      await dismissObjection(ctx, { id: Number(id), answer });
      return { go_to: team.claims({ done: 'dismissed' }) };
    },
  }),
  teamAction({
    path: '/admin/log/undo',
    page: 'admin_log',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await undoAct(ctx, { id: Number(id) });
      return { go_to: team.log({ done: 'undone' }) };
    },
  }),
];
