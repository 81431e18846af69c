import type { Operation } from '../../kernel/operation.ts';
import { Strict, T } from '../../kernel/schema.ts';
import { restoreVersion } from '../../modules/listings/history.ts';
import {
  add_milestone,
  delete_milestone,
  post_listing_update,
  set_founder_story,
  update_my_listing,
} from '../../modules/listings/own-operations.ts';
import { STORY_SECTIONS } from '../../modules/listings/schema.ts';
import { countCall } from '../../surfaces/invoke.ts';
import { to } from '../addresses.ts';
import type { Values } from '../parts/draft-values.ts';
import { EDITOR_NAMES, editIn, inTheEditor } from '../parts/own-values.ts';
import { ID } from './account.ts';
import { memberAction } from './action.ts';
import { refusedAt } from './refused-at.ts';
import { sentAs } from './sent-as.ts';

const Sent = T.Optional(T.String());

/** A long description in a script of three bytes a letter, sent as forms are, fits well. */
const EDITOR_BYTES = 1024 * 1024;

/** Boxes of the form: apply_to.<site key>. */
const applyTo = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith('apply_to.') ? [name.slice('apply_to.'.length)] : []));

export const OWN_LISTING_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/edit',
    page: 'own_edit',
    bytes: EDITOR_BYTES,
    input: T.Object(
      { listing_id: ID, seen: Sent, ...Object.fromEntries(EDITOR_NAMES.map((name) => [name, Sent])) },
      { additionalProperties: false, patternProperties: { '^apply_to\\.[a-z0-9][a-z0-9-]{0,39}$': T.String() } },
    ),
    async run(ctx, input, sender) {
      const { listing_id, seen = '', ...values } = input as Record<string, string>;
      const edit = editIn(values as Values, seen);
      if (Object.keys(edit).length === 0) return { go_to: to.ownListing(Number(listing_id), 'edit', 'unchanged') };
      const apply_to = applyTo(values);
      const sent = { listing_id: Number(listing_id), ...edit, ...(apply_to.length && { apply_to }) };
      await refusedAt(
        (path) => inTheEditor(path, values),
        () => sentAs(update_my_listing, { ctx, sender }, sent),
      );
      return { go_to: to.ownListing(Number(listing_id), 'edit', 'saved') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/history/restore',
    page: 'own_history',
    input: Strict({ listing_id: ID, version_id: T.String({ pattern: '^[0-9]{1,15}$' }) }),
    async run(ctx, { listing_id, version_id }, { address }) {
      await countCall(update_my_listing as unknown as Operation, ctx, address);
      const restored = await restoreVersion(ctx, { listing_id: Number(listing_id), version_id: Number(version_id) });
      return { go_to: to.ownListing(Number(listing_id), 'history', restored ? 'restored' : 'unchanged') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/updates',
    page: 'own_listing',
    input: Strict({ listing_id: ID, title: Sent, body: Sent }),
    async run(ctx, { listing_id, title = '', body = '' }, sender) {
      await sentAs(post_listing_update, { ctx, sender }, { listing_id: Number(listing_id), title, body });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'posted') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/milestones',
    page: 'own_listing',
    input: Strict({ listing_id: ID, date: Sent, title: Sent, description: Sent, url: Sent }),
    async run(ctx, { listing_id, ...milestone }, sender) {
      await sentAs(add_milestone, { ctx, sender }, { listing_id: Number(listing_id), ...milestone });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'milestone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/milestones/delete',
    page: 'own_listing',
    input: Strict({ listing_id: ID, milestone_id: ID }),
    async run(ctx, { listing_id, milestone_id }, sender) {
      await sentAs(delete_milestone, { ctx, sender }, { listing_id: Number(listing_id), milestone_id: Number(milestone_id) });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'milestone_gone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/story',
    page: 'own_story',
    bytes: EDITOR_BYTES,
    input: Strict({ listing_id: ID, ...Object.fromEntries(STORY_SECTIONS.map((section) => [section, Sent])) }),
    async run(ctx, { listing_id, ...sections }, sender) {
      await sentAs(set_founder_story, { ctx, sender }, { listing_id: Number(listing_id), ...sections });
      return { go_to: to.ownListing(Number(listing_id), 'story', 'saved') };
    },
  }),
];
