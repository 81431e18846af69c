import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Static, TObject } from '../../kernel/schema.ts';
import type { NewSession, Visit } from '../../modules/accounts/session.ts';
import type { Audience } from '../page.ts';

/** From where a form was sent, and the secret of the browser somebody signed up in. */
export interface Sender extends Visit {
  browser: string | null;
}

/** What comes of an action. */
export type Outcome =
  | {
      /** A path of this site. */
      go_to: string;
      /** Signs this browser in; null signs it out. */
      session?: NewSession | null;
      /** The secret this browser is to keep until it opens the link. */
      browser?: string | null;
    }
  /** Told on the form's page, in this answer and nowhere else. */
  | { told: Record<string, string> }
  | { file: { name: string; text: string } };

/** What a form does: its address, whom it is for, the page it stands on (and comes back to when refused), its fields and the verb. */
export interface ActionRow<I extends TObject, C extends Caller | null> {
  path: string;
  for: Audience;
  page: string;
  input: I;
  run(ctx: Ctx<C>, input: Static<I>, sender: Sender): Promise<Outcome>;
}

export interface Action extends ActionRow<TObject, Caller | null> {}

/** An action anybody may send. */
export const openAction = <I extends TObject>(row: Omit<ActionRow<I, Caller | null>, 'for'>): Action =>
  ({ ...row, for: 'anyone' }) as unknown as Action;

/** An action of somebody who is signed in. */
export const memberAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action =>
  ({ ...row, for: 'member' }) as unknown as Action;
