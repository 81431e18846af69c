import { countCall } from '../../../http/invoke.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { RequiredText, type Static, T, type TObject, type TSchema } from '../../../kernel/schema.ts';
import { readInput } from '../../../kernel/validate.ts';
import { acceptInvite } from '../../../modules/drafts/invites.ts';
import { uploadLogo } from '../../../modules/drafts/logo/logo.ts';
import { invite_cofounder, submit_draft, submit_listing, update_draft } from '../../../modules/drafts/operations.ts';
import { submitDraft } from '../../../modules/drafts/submission/submit.ts';
import { updateDraft } from '../../../modules/drafts/update.ts';
import { decodeEscapes } from '../../../modules/extraction/words/text.ts';
import { MAX_PICTURE_BYTES } from '../../../modules/listings/media/image-processing.ts';
import { dashboardPaths, draftPaths } from '../../paths.ts';
import { AnyText, type FormSender, mapErrorFields, memberAction, openAction, submitOperation } from '../../server/form-action.ts';
import { ATTRIBUTE_FIELD, attributeFieldName } from '../../ui/attributes/values.ts';
import { type FormValues, normalizeValues, unitElementId } from '../../ui/form-values.ts';
import { chosenCategories, type DraftPatch, draftPatch, FORM_NAMES, formFieldOf, patchOf, withLine } from './draft-patch.ts';

/** Enough for a long story in a script with three bytes per letter, URL-encoded. */
const EDITOR_BYTES = 2 * 1024 * 1024;

type ActionContext = { ctx: Ctx<Caller>; sender: FormSender };

/** Runs a form as its operation, so that a page has the same permissions and rate limits as the API. */
const runAsOperation = async <I extends TObject, O extends TSchema, B, A>(
  { ctx, sender }: ActionContext,
  row: Operation<string, I, O, B>,
  values: Record<string, unknown>,
  run: (ctx: Ctx<Caller>, input: Static<I>) => Promise<A>,
): Promise<A> => {
  const input = readInput(row, values);
  await countCall(row, ctx, sender.address);
  await row.before?.(ctx, input);
  return run(ctx, input);
};

interface EditorAction {
  extra_patch?: (name: string, values: FormValues) => DraftPatch;
  done?: string;
  redirectTo?: (uuid: string) => string;
  submits?: true;
}

/** What each button of the editor adds to the submitted changes, and where it leads. */
const EDITOR_ACTIONS: Record<string, EditorAction> = {
  save: { done: 'saved' },
  look: { done: 'saved' },
  lock: { extra_patch: (name) => ({ lock_fields: [name] }), done: 'locked' },
  // Restoring a field removes its lock; the current value is then written again.
  unlock: { extra_patch: (name, values) => ({ restore: [name], ...patchOf(name, values) }), done: 'unlocked' },
  restore: { extra_patch: (name) => ({ restore: [name] }), done: 'restored' },
  regenerate: { extra_patch: (name) => ({ regenerate: [name] }), done: 'reading' },
  // A suggested category, by its slug, becomes the primary one.
  category: { extra_patch: (slug, values) => ({ fields: { categories: [slug, ...chosenCategories(values).names] } }), done: 'saved' },
  // A suggested feature is added to those in the form.
  feature: { extra_patch: (text, values) => ({ fields: { features: withLine('features', decodeEscapes(text), values) } }), done: 'added' },
  preview: { redirectTo: (uuid) => draftPaths.preview({ uuid }) },
  invite: { redirectTo: (uuid) => draftPaths.invites({ uuid }) },
  logo: { done: 'logo' },
  submit: { done: 'submitted', submits: true },
};

/** Groups whose values can be restored, and how such a value is named. */
const RESTORABLE: Record<'fields' | 'attributes', (part: string) => string> = { fields: String, attributes: attributeFieldName };

/** The submitted changes plus those of a button. Restoring a value discards what was typed in it. */
const mergePatches = (submitted: DraftPatch, extra: DraftPatch = {}): DraftPatch => {
  const restored = (extra.restore as string[]) ?? [];
  const groups = Object.entries(RESTORABLE).map(([group, nameOf]) => {
    const typed = Object.entries((submitted[group] as DraftPatch) ?? {}).filter(([part]) => !restored.includes(nameOf(part)));
    const added = (extra[group] as DraftPatch) ?? {};
    const values = { ...Object.fromEntries(typed), ...added };
    // A value that is unlocked while it is blank stays blank.
    const blank = Object.keys(values).filter((part) => values[part] === null);
    return { group, values, set: Object.keys(added).map(nameOf), blank: blank.map(nameOf) };
  });
  const set = groups.flatMap((group) => group.set);
  const removed = ((submitted.remove_fields as string[]) ?? []).filter((name) => !restored.includes(name) && !set.includes(name));
  const remove_fields = [...removed, ...groups.flatMap(({ blank }) => blank)];
  return {
    ...submitted,
    ...extra,
    ...Object.fromEntries(groups.map(({ group, values }) => [group, Object.keys(values).length ? values : undefined])),
    remove_fields: remove_fields.length ? remove_fields : undefined,
  };
};

export const DRAFT_ACTIONS = [
  memberAction({
    path: draftPaths.submit,
    page: draftPaths.submit,
    fields: { url: RequiredText(2048) },
    resume: async () => t('and we’ll read your website'),
    async run(ctx, input, sender) {
      const { id } = await submitOperation(submit_listing, { ctx, sender }, input);
      return { go_to: draftPaths.draft({ uuid: id }) };
    },
  }),
  memberAction({
    path: draftPaths.draft,
    page: draftPaths.draft,
    bytes: EDITOR_BYTES + MAX_PICTURE_BYTES,
    takes_files: true,
    fields: {
      // Browsers send the name of a chosen file where they do not send the file.
      logo_file: AnyText,
      seen: AnyText,
      act: AnyText,
      ...Object.fromEntries(FORM_NAMES.map((name) => [name, AnyText])),
    },
    named_fields: { [ATTRIBUTE_FIELD.source]: AnyText },
    async run(ctx, { uuid: id, seen = '', act = 'save', logo_file: _, ...fields }, sender) {
      const logo = sender.files?.logo_file?.[0]?.content ?? Buffer.alloc(0);
      const [name = 'save', unit = ''] = act.split(' ');
      const { extra_patch, done, redirectTo, submits } = EDITOR_ACTIONS[name] ?? EDITOR_ACTIONS.save!;
      const values = normalizeValues(fields as FormValues);
      const { patch: typed, changed } = draftPatch(values, seen);
      const patch = mergePatches(typed, extra_patch?.(unit, values));
      let is_saved = false;
      let failed = 'logo';
      const outcome = mapErrorFields(
        (path) => formFieldOf(path, values),
        async () => {
          if (Object.values(patch).some((part) => part !== undefined))
            await runAsOperation({ ctx, sender }, update_draft, { id, ...patch }, updateDraft);
          is_saved = true;
          if (name === 'logo' || logo.length > 0) await uploadLogo(ctx, { id, sent: logo });
          failed = 'submit';
          const submitted = submits && (await runAsOperation({ ctx, sender }, submit_draft, { id }, submitDraft));
          // A listing that has not launched yet goes on to the choice of its launch.
          if (submitted && submitted.status === 'draft')
            return { go_to: dashboardPaths.freePlan({ listing_id: submitted.listing_id, done: 'submitted' }) };
          const field = name === 'category' ? 'categories' : name === 'feature' ? 'features' : unit;
          const anchor = unit ? (extra_patch && !ATTRIBUTE_FIELD.test(field) ? `fields.${field}` : field) : changed.at(-1);
          const hash = !submits && anchor ? `#${unitElementId(anchor)}` : '';
          return { go_to: redirectTo?.(id) ?? draftPaths.draft({ uuid: id, done }) + hash };
        },
      );
      // What was saved stays saved if the logo is refused or the draft cannot be submitted.
      return outcome.catch((error) => {
        if (is_saved && error instanceof Refusal) return { refusal: error, result: { saved: 'yes', failed } };
        throw error;
      });
    },
  }),
  memberAction({
    path: draftPaths.invites,
    page: draftPaths.invites,
    fields: { email: RequiredText(254) },
    async run(ctx, { uuid, email }, sender) {
      await submitOperation(invite_cofounder, { ctx, sender }, { id: uuid, email });
      return { go_to: draftPaths.invites({ uuid, done: 'sent' }) };
    },
  }),
  // The link in the mail proves the address, so no account is needed.
  openAction({
    path: draftPaths.invite,
    page: draftPaths.invite,
    fields: {
      token: RequiredText(100),
      name: RequiredText(160),
      title: T.Optional(T.String({ maxLength: 160 })),
      bio: T.Optional(T.String({ maxLength: 3000 })),
    },
    async run(ctx, input) {
      await acceptInvite(ctx, input);
      return { go_to: draftPaths.inviteAccepted() };
    },
  }),
];
