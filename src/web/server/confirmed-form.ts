import type { Caller, Ctx } from '../../kernel/context.ts';
import type { TProperties, TSchema } from '../../kernel/schema.ts';
import { type Action, adminAction, type FormSender, memberAction, teamAction } from './form-action.ts';

type Define = typeof memberAction;
type ActionRow<P extends string, F extends TProperties> = Parameters<typeof memberAction<P, F>>[0];
type FormInput<P extends string, F extends TProperties> = Parameters<ActionRow<P, F>['run']>[1];

interface ConfirmedForm<P extends string, F extends TProperties> extends Omit<ActionRow<P, F>, 'path' | 'page' | 'fields' | 'run'> {
  path: { pattern: P };
  page: { pattern: string } & ((values: FormInput<P, F> & { done: string }) => string);
  fields?: F;
  run(ctx: Ctx<Caller>, input: FormInput<P, F>, sender: FormSender): Promise<unknown>;
  /** The key of the confirmation. */
  done: string;
  /** The key if `run` returns null or false because nothing changed. */
  unchanged?: string;
}

const confirmedForm =
  (define: Define) =>
  <P extends string, F extends TProperties = Record<never, TSchema>>(row: ConfirmedForm<P, F>): Action => {
    const { page, run, done, unchanged = done, ...action } = row;
    return define<P, F>({
      ...action,
      page,
      async run(ctx, input, sender) {
        const result = await run(ctx, input, sender);
        return { go_to: page({ ...input, done: result === null || result === false ? unchanged : done }) };
      },
    });
  };

/** A form that runs one operation and returns to its page, which confirms it: for signed-in callers. */
export const memberForm = confirmedForm(memberAction);

/** The same for the site's team. */
export const teamForm = confirmedForm(teamAction);

/** The same for network admins. */
export const networkAdminForm = confirmedForm(adminAction);
