import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Operation } from '../../kernel/operation.ts';
import { RequiredText, Strict, T } from '../../kernel/schema.ts';
import { readInput } from '../../kernel/validate.ts';
import { acceptInvite } from '../../modules/drafts/invite.ts';
import { invite_cofounder, submit_draft, submit_listing, update_draft } from '../../modules/drafts/operations.ts';
import { submitDraft } from '../../modules/drafts/submit.ts';
import { updateDraft } from '../../modules/drafts/update.ts';
import { countCall } from '../../surfaces/invoke.ts';
import { to } from '../addresses.ts';
import { placeOf, tidied, type Values } from '../parts/draft-values.ts';
import { memberAction, openAction, type Sender } from './action.ts';
import { FORM_NAMES, fieldOf, inTheForm, type Patch, patchOf } from './draft-patch.ts';
import { refusedAt } from './refused-at.ts';
import { sentAs } from './sent-as.ts';

/** What is longer than a sign-in would carry is left to be typed again. */
const LONGEST_KEPT = 1500;

/** A long story in a script of three bytes a letter, sent as forms are, fits well. */
const EDITOR_BYTES = 2 * 1024 * 1024;

const Sent = T.Optional(T.String());

type Doing = { ctx: Ctx<Caller>; sender: Sender };

/** A verb as the operation it is, so that a page can do neither more nor more often. */
const asOperation = async <A>(
  { ctx, sender }: Doing,
  row: Operation,
  sent: Record<string, unknown>,
  verb: (ctx: Ctx, input: never) => Promise<A>,
): Promise<A> => {
  const input = readInput(row, sent);
  await countCall(row, ctx, sender.address);
  return verb(ctx, input as never);
};

interface Act {
  adds?: (name: string, values: Values) => Patch;
  done?: string;
  leads?: (id: string) => string;
  submits?: true;
}

/** What each button of the editor adds to what was typed, and where it leads. */
const ACTS: Record<string, Act> = {
  save: { done: 'saved' },
  look: { done: 'saved' },
  lock: { adds: (name) => ({ lock_fields: [name] }), done: 'locked' },
  // A lock is opened by restoring; what stands there is typed over it again.
  unlock: { adds: (name, values) => ({ restore: [name], fields: { [name]: fieldOf(name, values) } }), done: 'unlocked' },
  restore: { adds: (name) => ({ restore: [name] }), done: 'restored' },
  regenerate: { adds: (name) => ({ regenerate: [name] }), done: 'reading' },
  preview: { leads: to.draftPreview },
  invite: { leads: (id) => to.draftInvites(id) },
  submit: { done: 'submitted', submits: true },
};

/** What was typed with what a button adds. Restoring a field is meant for what is typed in it, too. */
const merged = (typed: Patch, added: Patch = {}): Patch => {
  const fields: Patch = { ...(typed.fields as Patch) };
  for (const name of (added.restore as string[]) ?? []) delete fields[name];
  Object.assign(fields, added.fields);
  return { ...typed, ...added, fields: Object.keys(fields).length ? fields : undefined };
};

export const DRAFT_ACTIONS = [
  openAction({
    path: '/submit',
    page: 'submit',
    input: Strict({ url: RequiredText(2048) }),
    async run(ctx, input, sender) {
      if (!ctx.caller) return { go_to: to.signIn(to.submit(input.url.length > LONGEST_KEPT ? undefined : input.url)) };
      const { id } = await sentAs(submit_listing, { ctx: ctx as Ctx<Caller>, sender }, input);
      return { go_to: to.draft(id) };
    },
  }),
  memberAction({
    path: '/drafts/:id',
    page: 'draft',
    bytes: EDITOR_BYTES,
    input: Strict({ id: T.String(), seen: Sent, act: Sent, ...Object.fromEntries(FORM_NAMES.map((name) => [name, Sent])) }),
    async run(ctx, { id, seen = '', act = 'save', ...typed }, sender) {
      const [name = 'save', unit = ''] = act.split(' ');
      const { adds, done, leads, submits } = ACTS[name] ?? ACTS.save!;
      const values = tidied(typed as Values);
      const { patch: written, changed } = patchOf(values, seen);
      const patch = merged(written, adds?.(unit, values));
      return refusedAt(
        (path) => inTheForm(path, values),
        async () => {
          if (Object.values(patch).some((part) => part !== undefined))
            await asOperation({ ctx, sender }, update_draft, { id, ...patch }, updateDraft);
          if (submits) await asOperation({ ctx, sender }, submit_draft, { id }, submitDraft);
          const at = unit ? (adds ? `fields.${unit}` : unit) : changed.at(-1);
          return { go_to: leads?.(id) ?? to.draft(id, done, !submits && at ? placeOf(at) : undefined) };
        },
      );
    },
  }),
  memberAction({
    path: '/drafts/:id/invites',
    page: 'draft_invites',
    input: Strict({ id: T.String(), email: RequiredText(254) }),
    async run(ctx, input, sender) {
      await sentAs(invite_cofounder, { ctx, sender }, input);
      return { go_to: to.draftInvites(input.id, 'sent') };
    },
  }),
  // The link in the mail proves the mailbox: no account is needed.
  openAction({
    path: '/invites',
    page: 'invite',
    input: Strict({
      token: RequiredText(100),
      name: RequiredText(160),
      title: T.Optional(T.String({ maxLength: 160 })),
      bio: T.Optional(T.String({ maxLength: 3000 })),
    }),
    async run(ctx, input) {
      await acceptInvite(ctx, input);
      return { go_to: '/invites/accepted' };
    },
  }),
];
