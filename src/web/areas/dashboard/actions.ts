import { countCall } from '../../../http/invoke.ts';
import { RequiredText, Slug, Strict, T } from '../../../kernel/schema.ts';
import { checkBadgeNow } from '../../../modules/launches/free-queue/free-plan.ts';
import { choose_free_listing } from '../../../modules/launches/operations.ts';
import { restoreVersion } from '../../../modules/listings/history/history.ts';
import { MAX_PICTURE_BYTES } from '../../../modules/listings/media/image-processing.ts';
import { addPicture, deletePicture, showPictureFirst } from '../../../modules/listings/media/media.ts';
import { approveAlternative, removeAlternative, setListingAttributes } from '../../../modules/listings/owner/comparison.ts';
import {
  add_milestone,
  delete_milestone,
  post_listing_update,
  set_founder_story,
  update_my_listing,
} from '../../../modules/listings/owner/operations.ts';
import { STORY_SECTIONS } from '../../../modules/listings/schema.ts';
import { to } from '../../server/addresses.ts';
import { mapErrorFields, memberAction, submitOperation } from '../../server/form-action.ts';
import type { FormValues } from '../../ui/form-values.ts';
import { IdField } from '../account/actions.ts';
import { EDITOR_NAMES, editorFieldOf, parseEdit } from './listing-editor-values.ts';

/** Operations validate the text themselves. */
const AnyText = T.Optional(T.String());

/** Fits the longest texts, even URL-encoded in a script with three bytes per character. */
const EDITOR_BYTES = 1024 * 1024;

/** Keys of the sites whose checkbox `apply_to.<site key>` is ticked. */
const parseApplyTo = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith('apply_to.') ? [name.slice('apply_to.'.length)] : []));

export const OWN_LISTING_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/edit',
    page: 'own_edit',
    bytes: EDITOR_BYTES,
    input: T.Object(
      { listing_id: IdField, seen: AnyText, ...Object.fromEntries(EDITOR_NAMES.map((name) => [name, AnyText])) },
      { additionalProperties: false, patternProperties: { '^apply_to\\.[a-z0-9][a-z0-9-]{0,39}$': T.String() } },
    ),
    async run(ctx, input, sender) {
      const { listing_id, seen = '', ...values } = input as Record<string, string>;
      const edit = parseEdit(values as FormValues, seen);
      if (Object.keys(edit).length === 0) return { go_to: to.ownListing(Number(listing_id), 'edit', 'unchanged') };
      const apply_to = parseApplyTo(values);
      const request = { listing_id: Number(listing_id), ...edit, ...(apply_to.length && { apply_to }) };
      await mapErrorFields(
        (path) => editorFieldOf(path, values),
        () => submitOperation(update_my_listing, { ctx, sender }, request),
      );
      return { go_to: to.ownListing(Number(listing_id), 'edit', 'saved') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/history/restore',
    page: 'own_history',
    input: Strict({ listing_id: IdField, version_id: T.String({ pattern: '^[0-9]{1,15}$' }) }),
    async run(ctx, { listing_id, version_id }, { address }) {
      await countCall(update_my_listing, ctx, address);
      const restored = await restoreVersion(ctx, { listing_id: Number(listing_id), version_id: Number(version_id) });
      return { go_to: to.ownListing(Number(listing_id), 'history', restored ? 'restored' : 'unchanged') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/updates',
    page: 'own_listing',
    input: Strict({ listing_id: IdField, title: AnyText, body: AnyText }),
    async run(ctx, { listing_id, title = '', body = '' }, sender) {
      await submitOperation(post_listing_update, { ctx, sender }, { listing_id: Number(listing_id), title, body });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'posted') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/milestones',
    page: 'own_listing',
    input: Strict({ listing_id: IdField, date: AnyText, title: AnyText, description: AnyText, url: AnyText }),
    async run(ctx, { listing_id, ...milestone }, sender) {
      await submitOperation(add_milestone, { ctx, sender }, { listing_id: Number(listing_id), ...milestone });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'milestone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/milestones/delete',
    page: 'own_listing',
    input: Strict({ listing_id: IdField, milestone_id: IdField }),
    async run(ctx, { listing_id, milestone_id }, sender) {
      await submitOperation(delete_milestone, { ctx, sender }, { listing_id: Number(listing_id), milestone_id: Number(milestone_id) });
      return { go_to: to.ownListing(Number(listing_id), 'overview', 'milestone_gone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/story',
    page: 'own_story',
    bytes: EDITOR_BYTES,
    input: Strict({ listing_id: IdField, ...Object.fromEntries(STORY_SECTIONS.map((section) => [section, AnyText])) }),
    async run(ctx, { listing_id, ...sections }, sender) {
      await submitOperation(set_founder_story, { ctx, sender }, { listing_id: Number(listing_id), ...sections });
      return { go_to: to.ownListing(Number(listing_id), 'story', 'saved') };
    },
  }),
];

const PICTURE = Strict({ listing_id: IdField, id: IdField });
const ATTRIBUTE = /^attribute\.(\d{1,9})$/;
/** Room for the other fields of an upload form. */
const OTHER_FIELDS_BYTES = 16 * 1024;

export const OWN_CONTENT_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/media',
    page: 'own_media',
    bytes: MAX_PICTURE_BYTES + OTHER_FIELDS_BYTES,
    takes_files: true,
    input: Strict({ listing_id: IdField, alt: RequiredText(300) }),
    async run(ctx, { listing_id, alt }, { files, address }) {
      await countCall(update_my_listing, ctx, address);
      await addPicture(ctx, { listing_id: Number(listing_id), alt, sent: files?.picture ?? Buffer.alloc(0) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'added') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/media/first',
    page: 'own_media',
    input: PICTURE,
    async run(ctx, { listing_id, id }) {
      await showPictureFirst(ctx, { listing_id: Number(listing_id), id: Number(id) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'first') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/media/delete',
    page: 'own_media',
    input: PICTURE,
    async run(ctx, { listing_id, id }) {
      await deletePicture(ctx, { listing_id: Number(listing_id), id: Number(id) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'gone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/alternatives/approve',
    page: 'own_compare',
    input: Strict({ listing_id: IdField, slug: Slug('The alternative.') }),
    async run(ctx, { listing_id, slug }) {
      await approveAlternative(ctx, { listing_id: Number(listing_id), slug });
      return { go_to: to.ownListing(Number(listing_id), 'compare', 'approved') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/alternatives/drop',
    page: 'own_compare',
    input: Strict({ listing_id: IdField, alternative_id: IdField }),
    async run(ctx, { listing_id, alternative_id }) {
      await removeAlternative(ctx, { listing_id: Number(listing_id), alternative_id: Number(alternative_id) });
      return { go_to: to.ownListing(Number(listing_id), 'compare', 'dropped') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/attributes',
    page: 'own_compare',
    input: T.Object(
      { listing_id: IdField, shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,99}$' }) },
      { additionalProperties: false, patternProperties: { [ATTRIBUTE.source]: T.String({ maxLength: 300 }) } },
    ),
    async run(ctx, input) {
      const { listing_id, shown, ...fields } = input as Record<string, string>;
      // Empty fields are not submitted; `shown` lists all that were in the form.
      const values = new Map(shown!.split(' ').map((id) => [Number(id), fields[`attribute.${id}`] ?? '']));
      const changed = await setListingAttributes(ctx, { listing_id: Number(listing_id), values });
      return { go_to: to.ownListing(Number(listing_id), 'compare', changed ? 'saved' : 'unchanged') };
    },
  }),
];

const OWN_LISTING = Strict({ listing_id: T.String({ pattern: '^[1-9]\\d{0,14}$' }) });

export const LAUNCH_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/free',
    page: 'free_plan',
    input: OWN_LISTING,
    async run(ctx, { listing_id }, sender) {
      await submitOperation(choose_free_listing, { ctx, sender }, { listing_id: Number(listing_id) });
      return { go_to: to.freePlan(Number(listing_id), 'chosen') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/free/look',
    page: 'free_plan',
    input: OWN_LISTING,
    async run(ctx, { listing_id }) {
      const { seen, found_at } = await checkBadgeNow(ctx as Parameters<typeof checkBadgeNow>[0], { listing_id: Number(listing_id) });
      return found_at ? { go_to: to.freePlan(Number(listing_id)) } : { result: { seen: seen ?? '' } };
    },
  }),
];
