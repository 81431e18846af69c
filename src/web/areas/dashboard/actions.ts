import { countCall } from '../../../http/invoke.ts';
import { RequiredText, Slug, T } from '../../../kernel/schema.ts';
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
import { dashboardPaths } from '../../paths.ts';
import { AnyText, IdField, mapErrorFields, memberAction, NumberField, submitOperation } from '../../server/form-action.ts';
import type { FormValues } from '../../ui/form-values.ts';
import { EDITOR_NAMES, editorFieldOf, parseEdit } from './listing-editor-values.ts';

/** Fits the longest texts, even URL-encoded in a script with three bytes per character. */
const EDITOR_BYTES = 1024 * 1024;

/** Keys of the sites whose checkbox `apply_to.<site key>` is ticked. */
const parseApplyTo = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith('apply_to.') ? [name.slice('apply_to.'.length)] : []));

export const OWN_LISTING_ACTIONS = [
  memberAction({
    path: dashboardPaths.edit,
    page: dashboardPaths.edit,
    bytes: EDITOR_BYTES,
    fields: { seen: AnyText, ...Object.fromEntries(EDITOR_NAMES.map((name) => [name, AnyText])) },
    named_fields: { '^apply_to\\.[a-z0-9][a-z0-9-]{0,39}$': T.String() },
    async run(ctx, input, sender) {
      const { listing_id, seen = '', ...values } = input as { listing_id: number } & FormValues;
      const edit = parseEdit(values, seen);
      if (Object.keys(edit).length === 0) return { go_to: dashboardPaths.edit({ listing_id, done: 'unchanged' }) };
      const apply_to = parseApplyTo(values);
      const request = { listing_id, ...edit, ...(apply_to.length && { apply_to }) };
      await mapErrorFields(
        (path) => editorFieldOf(path, values),
        () => submitOperation(update_my_listing, { ctx, sender }, request),
      );
      return { go_to: dashboardPaths.edit({ listing_id, done: 'saved' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.restoreVersion,
    page: dashboardPaths.history,
    fields: { version_id: NumberField({ pattern: '^[0-9]{1,15}$' }) },
    async run(ctx, { listing_id, version_id }, { address }) {
      await countCall(update_my_listing, ctx, address);
      const restored = await restoreVersion(ctx, { listing_id, version_id });
      return { go_to: dashboardPaths.history({ listing_id, done: restored ? 'restored' : 'unchanged' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.postUpdate,
    page: dashboardPaths.overview,
    fields: { title: AnyText, body: AnyText },
    async run(ctx, { listing_id, title = '', body = '' }, sender) {
      await submitOperation(post_listing_update, { ctx, sender }, { listing_id, title, body });
      return { go_to: dashboardPaths.overview({ listing_id, done: 'posted' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.addMilestone,
    page: dashboardPaths.overview,
    fields: { date: AnyText, title: AnyText, description: AnyText, url: AnyText },
    async run(ctx, { listing_id, ...milestone }, sender) {
      await submitOperation(add_milestone, { ctx, sender }, { listing_id, ...milestone });
      return { go_to: dashboardPaths.overview({ listing_id, done: 'milestone' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.deleteMilestone,
    page: dashboardPaths.overview,
    fields: { milestone_id: IdField },
    async run(ctx, { listing_id, milestone_id }, sender) {
      await submitOperation(delete_milestone, { ctx, sender }, { listing_id, milestone_id });
      return { go_to: dashboardPaths.overview({ listing_id, done: 'milestone_gone' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.story,
    page: dashboardPaths.story,
    bytes: EDITOR_BYTES,
    fields: Object.fromEntries(STORY_SECTIONS.map((section) => [section, AnyText])),
    async run(ctx, { listing_id, ...sections }, sender) {
      await submitOperation(set_founder_story, { ctx, sender }, { listing_id, ...sections });
      return { go_to: dashboardPaths.story({ listing_id, done: 'saved' }) };
    },
  }),
];

const ATTRIBUTE = /^attribute\.(\d{1,9})$/;
/** Room for the other fields of an upload form. */
const OTHER_FIELDS_BYTES = 16 * 1024;

export const OWN_CONTENT_ACTIONS = [
  memberAction({
    path: dashboardPaths.media,
    page: dashboardPaths.media,
    bytes: MAX_PICTURE_BYTES + OTHER_FIELDS_BYTES,
    takes_files: true,
    fields: { alt: RequiredText(300) },
    async run(ctx, { listing_id, alt }, { files, address }) {
      await countCall(update_my_listing, ctx, address);
      await addPicture(ctx, { listing_id, alt, sent: files?.picture ?? Buffer.alloc(0) });
      return { go_to: dashboardPaths.media({ listing_id, done: 'added' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.showPictureFirst,
    page: dashboardPaths.media,
    fields: { id: IdField },
    async run(ctx, { listing_id, id }) {
      await showPictureFirst(ctx, { listing_id, id });
      return { go_to: dashboardPaths.media({ listing_id, done: 'first' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.deletePicture,
    page: dashboardPaths.media,
    fields: { id: IdField },
    async run(ctx, { listing_id, id }) {
      await deletePicture(ctx, { listing_id, id });
      return { go_to: dashboardPaths.media({ listing_id, done: 'gone' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.approveAlternative,
    page: dashboardPaths.compare,
    fields: { slug: Slug('The alternative.') },
    async run(ctx, { listing_id, slug }) {
      await approveAlternative(ctx, { listing_id, slug });
      return { go_to: dashboardPaths.compare({ listing_id, done: 'approved' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.removeAlternative,
    page: dashboardPaths.compare,
    fields: { alternative_id: IdField },
    async run(ctx, { listing_id, alternative_id }) {
      await removeAlternative(ctx, { listing_id, alternative_id });
      return { go_to: dashboardPaths.compare({ listing_id, done: 'dropped' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.setAttributes,
    page: dashboardPaths.compare,
    fields: { shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,99}$' }) },
    named_fields: { [ATTRIBUTE.source]: T.String({ maxLength: 300 }) },
    async run(ctx, { listing_id, shown, ...fields }) {
      // Empty fields are not submitted; `shown` lists all that were in the form.
      const values = new Map(shown.split(' ').map((id) => [Number(id), (fields as FormValues)[`attribute.${id}`] ?? '']));
      const changed = await setListingAttributes(ctx, { listing_id, values });
      return { go_to: dashboardPaths.compare({ listing_id, done: changed ? 'saved' : 'unchanged' }) };
    },
  }),
];

export const LAUNCH_ACTIONS = [
  memberAction({
    path: dashboardPaths.freePlan,
    page: dashboardPaths.freePlan,
    async run(ctx, { listing_id }, sender) {
      await submitOperation(choose_free_listing, { ctx, sender }, { listing_id });
      return { go_to: dashboardPaths.freePlan({ listing_id, done: 'chosen' }) };
    },
  }),
  memberAction({
    path: dashboardPaths.checkBadge,
    page: dashboardPaths.freePlan,
    async run(ctx, { listing_id }) {
      const { seen, found_at } = await checkBadgeNow(ctx as Parameters<typeof checkBadgeNow>[0], { listing_id });
      return found_at ? { go_to: dashboardPaths.freePlan({ listing_id }) } : { result: { seen: seen ?? '' } };
    },
  }),
];
