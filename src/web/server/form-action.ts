import { createHash } from 'node:crypto';
import { countCall, invoke } from '../../http/invoke.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Operation } from '../../kernel/operation.ts';
import { toValue } from '../../kernel/responses.ts';
import type { Static, TObject, TSchema } from '../../kernel/schema.ts';
import type { NewSession, Visit } from '../../modules/accounts/credentials/sessions.ts';
import type { Audience } from './page.ts';

/** Who sent a form: the visit, and the secret of the browser that signed up. */
export interface FormSender extends Visit {
  browser: string | null;
  /** Key of one rendered form: submitting it twice takes effect once. */
  once?: string;
  /** Uploaded files by field. */
  files?: Record<string, Buffer>;
}

/** The result of an action. */
export type ActionOutcome =
  | {
      /** A path of this site. */
      go_to: string;
      /** Signs this browser in; null signs it out. */
      session?: NewSession | null;
      /** A secret this browser keeps until it opens the sign-in link. */
      browser?: string | null;
    }
  /** Shown on the form's page, in this response only. */
  | { result: Record<string, string> /** Keeps the submitted values in the form. */; keeps_values?: boolean }
  | { file: { name: string; text: string } };

/** A form action: its path, who may use it, the page that shows the form (also when it is rejected), its fields and what it does. */
interface ActionRow<I extends TObject, C extends Caller | null> {
  path: string;
  for: Audience;
  page: string;
  input: I;
  /** The body limit, where the default for forms is too small. */
  bytes?: number;
  /** True for a form with file uploads. */
  takes_files?: boolean;
  run(ctx: Ctx<C>, input: Static<I>, sender: FormSender): Promise<ActionOutcome>;
}

export interface Action extends ActionRow<TObject, Caller | null> {}

/** An action anyone may use. */
export const openAction = <I extends TObject>(row: Omit<ActionRow<I, Caller | null>, 'for'>): Action => ({ ...row, for: 'anyone' });

/** An action for signed-in callers. */
export const memberAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action => ({ ...row, for: 'member' });

/** An action for network admins. */
export const adminAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action => ({ ...row, for: 'admin' });

/** An action for the site's team. */
export const teamAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action => ({ ...row, for: 'team' });

/** The same form with the same input is one request, however often it is submitted; with other input it is a new one. */
const idempotencyKey = (once: string | undefined, input: Record<string, unknown>): string | undefined =>
  once && `form-${once}-${createHash('sha256').update(JSON.stringify(input)).digest('base64url')}`;

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
