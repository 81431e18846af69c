import { hash } from 'node:crypto';
import { countCall, invoke } from '../../http/invoke.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Language } from '../../kernel/language/languages.ts';
import type { Operation } from '../../kernel/operation.ts';
import { toValue } from '../../kernel/responses.ts';
import { RequiredText, Slug, type Static, Strict, T, type TObject, type TProperties, type TSchema } from '../../kernel/schema.ts';
import type { PendingAction } from '../../modules/accounts/credentials/pending-actions.ts';
import type { NewSession, Visit } from '../../modules/accounts/credentials/sessions.ts';
import { requireNotBanned } from '../../modules/accounts/users/bans.ts';
import type { FormFile } from './multipart.ts';
import type { Audience } from './page.ts';
import { type PathParams, paramKind, paramNames } from './path.ts';

/** Who sent a form. */
export interface FormSender extends Visit {
  /** The secret that binds what was begun before a sign-in to this browser. */
  browser: string | null;
  /** Key of one rendered form: submitting it twice takes effect once. */
  once?: string;
  files?: Record<string, FormFile[]>;
}

export interface Redirect {
  /** A path of this site. */
  go_to: string;
  /** Signs this browser out. */
  session?: null;
  /** A secret this browser keeps until it has signed in. */
  browser?: string;
  /** The language this browser keeps. */
  language?: Language;
}

/** Signs this browser in, then runs the form that waited for it, or goes to a page. */
export interface SignIn {
  session: NewSession;
  /** A path of this site; null for where the account usually begins. */
  go_to: string | null;
  pending: PendingAction | null;
}

export type ActionOutcome =
  | Redirect
  | SignIn
  /** Shown on the form's page, in this response only. `keeps_values` keeps the submitted values in the form. */
  | { result: Record<string, string>; keeps_values?: boolean; browser?: string }
  | { file: { name: string; text: string } }
  /** Rejected after part of the work was done: the form again with the reason, and what was done as the result. */
  | { refusal: Refusal; result: Record<string, string> };

/** The page that a button was on, to return to. */
export const BackField = { back: T.Optional(T.String({ maxLength: 2000 })) };

/** The page that led to the one with the form; scripts fill it in. */
export const ReferrerField = { referrer: T.Optional(T.String({ maxLength: 2000 })) };

/** Text that only holds a number and reaches the action as one. */
export const NumberField = (options: { pattern: string } | { enum: string[] }) =>
  T.Unsafe<number>({ type: 'string', is_number: true, ...options });
export const IdField = NumberField({ pattern: '^[1-9][0-9]{0,15}$' });
export const WholeNumber = NumberField({ pattern: '^\\d{1,9}$' });

/** Browsers send `on` for a ticked checkbox and nothing for others. */
export const Checkbox = T.Optional(T.String({ pattern: '^on$' }));

/** Text that its operation validates. */
export const AnyText = T.Optional(T.String());

/** The schemas of path parameters, where a form does not declare its own. */
const PARAM_FIELDS: Record<string, TSchema> = { id: IdField, slug: Slug('The listing.'), number: RequiredText(32) };

type FormInput<P extends string, F extends TProperties> = Static<TObject<F>> &
  Omit<PathParams<P>, string extends keyof F ? never : keyof F>;

/** A form action: its path, the page that shows the form (also when it is rejected), its fields and what it does. */
interface ActionRow<P extends string, F extends TProperties, C extends Caller | null> {
  path: { pattern: P };
  page: { pattern: string };
  /** The fields besides the path's parameters. */
  fields?: F;
  /** Fields whose names are not known in advance, by the pattern of the name. */
  named_fields?: Record<string, TSchema>;
  /** The body limit, where the default for forms is too small. */
  bytes?: number;
  takes_files?: boolean;
  /**
   * Makes the form resumable: if a visitor sends it before signing in, it waits and runs right after the sign-in. Returns what follows
   * "Sign in", such as "to vote for Handrailer". Only for actions that do little and that one can take back.
   */
  resume?: (ctx: Ctx, input: FormInput<P, F>) => Promise<string>;
  run: (ctx: Ctx<C>, input: FormInput<P, F>, sender: FormSender) => Promise<ActionOutcome>;
}

export interface Action extends Pick<ActionRow<string, TProperties, null>, 'bytes' | 'takes_files'> {
  path: string;
  page: string;
  for: Audience;
  input: TObject;
  resume?(ctx: Ctx, input: Record<string, unknown>): Promise<string>;
  run(ctx: Ctx, input: Record<string, unknown>, sender: FormSender): Promise<ActionOutcome>;
}

/** Forms that somebody who is banned from the site may still send: about the account itself. */
const OPEN_TO_BANNED = /^\/(account|sign-out|unsubscribe)/;

const defineAction =
  <C extends Caller | null>(audience: Audience) =>
  <P extends string, F extends TProperties = Record<never, TSchema>>(row: ActionRow<P, F, C>): Action => {
    const { path, page, fields, named_fields, resume, run, ...limits } = row;
    const params = paramNames(path.pattern).map((name) => [name, PARAM_FIELDS[paramKind(name)] ?? T.String()]);
    const properties: TProperties = { ...Object.fromEntries(params), ...fields };
    const numbers = Object.keys(properties).filter((name) => 'is_number' in properties[name]!);
    return {
      ...limits,
      path: path.pattern,
      page: page.pattern,
      for: audience,
      input: Strict(properties, named_fields && { patternProperties: named_fields }),
      ...(resume && { resume: (ctx, input) => resume(ctx, input as FormInput<P, F>) }),
      async run(ctx, input, sender) {
        if (audience === 'member' && !OPEN_TO_BANNED.test(path.pattern)) await requireNotBanned(ctx as Ctx<Caller>);
        for (const name of numbers) if (input[name] !== undefined) input[name] = Number(input[name]);
        return run(ctx as Ctx<C>, input as FormInput<P, F>, sender);
      },
    };
  };

export const openAction = defineAction<Caller | null>('anyone');
export const memberAction = defineAction<Caller>('member');
export const teamAction = defineAction<Caller>('team');
/** For network admins. */
export const adminAction = defineAction<Caller>('admin');

/** The same form with the same input is one request, however often it is submitted; with other input it is a new one. */
const idempotencyKey = (once: string | undefined, input: Record<string, unknown>): string | undefined =>
  once && `form-${once}-${hash('sha256', JSON.stringify(input), 'base64url')}`;

/** Runs a form as its operation, so that a page has the same permissions and rate limits as the API. */
export const submitOperation = async <I extends TObject, O extends TSchema, B>(
  row: Operation<string, I, O, B>,
  { ctx, sender }: { ctx: Ctx<Caller>; sender: FormSender },
  input: Record<string, unknown>,
): Promise<Static<O>> => {
  await countCall(row, ctx, sender.address);
  return toValue((await invoke(row, ctx, input, idempotencyKey(sender.once, input))).answer);
};

/** Maps the errors of `work` to the form's field names, which may differ from the operation's. */
export const mapErrorFields = async <T>(fieldOf: (path: string) => string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    const errors = error.errors.map((one) => ({ ...one, path: fieldOf(one.path) }));
    throw new Refusal(error.code, { detail: error.detail ?? undefined, errors });
  }
};
