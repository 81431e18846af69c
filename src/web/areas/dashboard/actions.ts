import { countCall } from '../../../http/invoke.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { OneOf, RequiredText, Slug, T } from '../../../kernel/schema.ts';
import { markNotificationsRead } from '../../../modules/accounts/notifications.ts';
import { answer_interview } from '../../../modules/content/operations.ts';
import { checkBadgeNow, resubmitListing } from '../../../modules/launches/free-queue/free-plan.ts';
import { choose_free_listing } from '../../../modules/launches/operations.ts';
import { restoreVersion } from '../../../modules/listings/history/history.ts';
import { addPicture, deletePicture, movePicture, setAltText } from '../../../modules/listings/media/media.ts';
import { approveAlternative, removeAlternative } from '../../../modules/listings/owner/comparison.ts';
import {
  add_milestone,
  delete_milestone,
  post_listing_update,
  set_founder_story,
  update_my_listing,
} from '../../../modules/listings/owner/operations.ts';
import { STORY_SECTIONS } from '../../../modules/listings/schema.ts';
import { DECISIONS, decideChange, recheckNow } from '../../../modules/rechecks/changes/decisions.ts';
import { setWeeklyStatsMail } from '../../../modules/stats/stats.ts';
import { dashboardPaths } from '../../paths.ts';
import { memberForm } from '../../server/confirmed-form.ts';
import { AnyText, IdField, mapErrorFields, memberAction, NumberField, submitOperation } from '../../server/form-action.ts';
import type { FormFile } from '../../server/multipart.ts';
import { ATTRIBUTE_FIELD, attributeFieldName, readAttributeField } from '../../ui/attributes/values.ts';
import { changedUnits, type FormValues } from '../../ui/form-values.ts';
import { loadOwnListing } from '../../ui/frames/owner-frame.tsx';
import { EDITOR_BYTES, EDITOR_NAMES, editorFieldOf, parseEdit } from '../../ui/listing-editor/values.ts';

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
  memberForm({
    path: dashboardPaths.setStatsMail,
    page: dashboardPaths.stats,
    fields: { wanted: OneOf(['yes', 'no']) },
    async run(ctx, { wanted, listing_id }) {
      await loadOwnListing(ctx, { listing_id });
      await setWeeklyStatsMail(ctx, wanted === 'yes');
      return wanted === 'yes';
    },
    done: 'mail_on',
    unchanged: 'mail_off',
  }),
  memberForm({
    path: dashboardPaths.restoreVersion,
    page: dashboardPaths.history,
    fields: { version_id: NumberField({ pattern: '^[0-9]{1,15}$' }) },
    async run(ctx, input, { address }) {
      await countCall(update_my_listing, ctx, address);
      return restoreVersion(ctx, input);
    },
    done: 'restored',
    unchanged: 'unchanged',
  }),
  memberForm({
    path: dashboardPaths.decideChange,
    page: dashboardPaths.changes,
    fields: { change_id: NumberField({ pattern: '^[0-9]{1,15}$' }), choice: OneOf([...DECISIONS]) },
    async run(ctx, { choice, ...input }, { address }) {
      await countCall(update_my_listing, ctx, address);
      await decideChange(ctx, { ...input, decision: choice });
    },
    done: 'decided',
  }),
  memberForm({
    path: dashboardPaths.recheckWebsite,
    page: dashboardPaths.changes,
    run: async (ctx, { listing_id }) => (await recheckNow(ctx, { listing_id })) === 'read',
    done: 'read',
    unchanged: 'failed',
  }),
  memberForm({
    path: dashboardPaths.postUpdate,
    page: dashboardPaths.overview,
    fields: { title: AnyText, body: AnyText },
    run: (ctx, { listing_id, title = '', body = '' }, sender) =>
      submitOperation(post_listing_update, { ctx, sender }, { listing_id, title, body }),
    done: 'posted',
  }),
  memberForm({
    path: dashboardPaths.addMilestone,
    page: dashboardPaths.overview,
    fields: { date: AnyText, title: AnyText, description: AnyText, url: AnyText },
    run: (ctx, input, sender) => submitOperation(add_milestone, { ctx, sender }, input),
    done: 'milestone',
  }),
  memberForm({
    path: dashboardPaths.deleteMilestone,
    page: dashboardPaths.overview,
    fields: { milestone_id: IdField },
    run: (ctx, input, sender) => submitOperation(delete_milestone, { ctx, sender }, input),
    done: 'milestone_gone',
  }),
  memberForm({
    path: dashboardPaths.story,
    page: dashboardPaths.story,
    bytes: EDITOR_BYTES,
    fields: Object.fromEntries(STORY_SECTIONS.map((section) => [section, AnyText])),
    // Empty fields are not submitted; here they are sections without text.
    run: (ctx, input, sender) =>
      submitOperation(
        set_founder_story,
        { ctx, sender },
        { ...Object.fromEntries(STORY_SECTIONS.map((section) => [section, ''])), ...input },
      ),
    done: 'saved',
  }),
];

/** Room for the other fields of an upload form. */
const OTHER_FIELDS_BYTES = 16 * 1024;

/** The size of all files of one upload. */
const UPLOAD_BYTES = 15 * 1024 * 1024;
const NO_FILE: FormFile = { file_name: '', content: Buffer.alloc(0) };

/** Adds each file on its own, so that one bad file does not lose the others. Returns why some were refused. */
const addPictures = async (ctx: Ctx<Caller>, listing_id: number, files: FormFile[]): Promise<InputError[]> => {
  const failures: InputError[] = [];
  for (const { file_name, content } of files) {
    try {
      await addPicture(ctx, { listing_id, sent: content });
    } catch (error) {
      // Refusals that are not about the file, such as a missing section, are about all of them.
      if (!(error instanceof Refusal) || !(error.errors[0] || error.code === 'too_many_pictures')) throw error;
      const message = error.errors[0]?.message ?? t('was not added: a listing can have at most 8 pictures');
      // Without a choice, browsers send one file without a name.
      const text = file_name ? `${file_name.slice(0, 100)} ${message}` : t('Choose at least one picture');
      failures.push({ path: 'picture', code: 'wrong_form', message: text });
    }
  }
  return failures;
};

export const OWN_CONTENT_ACTIONS = [
  memberAction({
    path: dashboardPaths.media,
    page: dashboardPaths.media,
    bytes: UPLOAD_BYTES + OTHER_FIELDS_BYTES,
    takes_files: true,
    async run(ctx, { listing_id }, { files, address }) {
      await countCall(update_my_listing, ctx, address);
      const failures = await addPictures(ctx, listing_id, files?.picture ?? [NO_FILE]);
      if (failures.length === 0) return { go_to: dashboardPaths.media({ listing_id, done: 'added' }) };
      return { refusal: new Refusal('invalid_input', { errors: failures }), result: {} };
    },
  }),
  memberForm({
    path: dashboardPaths.movePicture,
    page: dashboardPaths.media,
    fields: { id: IdField, to: NumberField({ pattern: '^[0-7]$' }) },
    run: movePicture,
    done: 'moved',
  }),
  memberForm({
    path: dashboardPaths.setAltText,
    page: dashboardPaths.media,
    fields: { id: IdField, alt: RequiredText(300) },
    run: setAltText,
    done: 'described',
  }),
  memberForm({
    path: dashboardPaths.deletePicture,
    page: dashboardPaths.media,
    fields: { id: IdField },
    run: deletePicture,
    done: 'gone',
  }),
  memberForm({
    path: dashboardPaths.approveAlternative,
    page: dashboardPaths.compare,
    fields: { slug: Slug('The alternative.') },
    run: approveAlternative,
    done: 'approved',
  }),
  memberForm({
    path: dashboardPaths.removeAlternative,
    page: dashboardPaths.compare,
    fields: { alternative_id: IdField },
    run: removeAlternative,
    done: 'dropped',
  }),
  memberForm({
    path: dashboardPaths.setAttributes,
    page: dashboardPaths.compare,
    fields: { seen: AnyText },
    named_fields: { [ATTRIBUTE_FIELD.source]: AnyText },
    async run(ctx, { listing_id, seen = '', ...fields }, sender) {
      const values = fields as FormValues;
      const changed = changedUnits(values, seen).flatMap((unit) => (ATTRIBUTE_FIELD.test(unit) ? [unit.slice('attributes.'.length)] : []));
      const sent = changed.map((key) => [key, readAttributeField(values, key)] as const);
      const attributes = Object.fromEntries(sent.filter(([, value]) => value !== null));
      const remove_fields = sent.flatMap(([key, value]) => (value === null ? [attributeFieldName(key)] : []));
      await submitOperation(update_my_listing, { ctx, sender }, { listing_id, attributes, remove_fields, view: 'status' });
      return changed.length > 0;
    },
    done: 'saved',
    unchanged: 'unchanged',
  }),
];

export const LAUNCH_ACTIONS = [
  memberForm({ path: dashboardPaths.resubmit, page: dashboardPaths.freePlan, run: resubmitListing, done: 'sent_again' }),
  memberForm({
    path: dashboardPaths.freePlan,
    page: dashboardPaths.freePlan,
    run: (ctx, input, sender) => submitOperation(choose_free_listing, { ctx, sender }, input),
    done: 'chosen',
  }),
  memberAction({
    path: dashboardPaths.checkBadge,
    page: dashboardPaths.freePlan,
    async run(ctx, { listing_id }) {
      const { seen, found_at } = await checkBadgeNow(ctx, { listing_id });
      return found_at ? { go_to: dashboardPaths.freePlan({ listing_id }) } : { result: { seen: seen ?? '' } };
    },
  }),
];

/** Fits the longest answers to all questions. */
const ANSWERS_BYTES = 1024 * 1024;

/** The name of an answer's field: it contains the question's id. */
const ANSWER = /^answer\.(\d+)$/;

export const OWN_PAGE_ACTIONS = [
  memberAction({
    path: dashboardPaths.markNotificationsRead,
    page: dashboardPaths.notifications,
    fields: { newest_id: IdField },
    async run(ctx, { newest_id }) {
      await markNotificationsRead(ctx, { newest_id });
      return { go_to: dashboardPaths.notifications() };
    },
  }),
  memberForm({
    path: dashboardPaths.interview,
    page: dashboardPaths.interview,
    bytes: ANSWERS_BYTES,
    fields: { shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,29}$' }) },
    named_fields: { [ANSWER.source]: T.String({ maxLength: 4000 }) },
    run(ctx, input, sender) {
      const { shown, ...submitted } = input as Record<string, string>;
      // A question that was shown and came back empty is an empty answer.
      const shown_names = shown!.split(' ').map((id) => `answer.${id}`);
      const answers = [...new Set([...shown_names, ...Object.keys(submitted)])].map((name) => ({
        question_id: Number(ANSWER.exec(name)![1]),
        answer: submitted[name] ?? '',
      }));
      return submitOperation(answer_interview, { ctx, sender }, { answers });
    },
    done: 'saved',
  }),
];
