import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Static, TObject } from '../../kernel/schema.ts';
import type { NewSession, Visit } from '../../modules/accounts/session.ts';
import type { Audience } from '../page.ts';

/** From where a form was sent, and the secret of the browser somebody signed up in. */
export interface Sender extends Visit {
  browser: string | null;
  /** What tells one drawing of a form from another, where the form says: sent twice, it is meant once. */
  once?: string;
  /** What files the form was sent with, by field. */
  files?: Record<string, Buffer>;
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
  | { told: Record<string, string> /** The form comes back as it was typed. */; keeps?: boolean }
  | { file: { name: string; text: string } };

/** What a form does: its address, whom it is for, the page it stands on (and comes back to when refused), its fields and the verb. */
export interface ActionRow<I extends TObject, C extends Caller | null> {
  path: string;
  for: Audience;
  page: string;
  input: I;
  /** How many bytes it may have, where it is more than a few lines. */
  bytes?: number;
  /** True for a form that is sent with a file. */
  takes_files?: boolean;
  run(ctx: Ctx<C>, input: Static<I>, sender: Sender): Promise<Outcome>;
}

export interface Action extends ActionRow<TObject, Caller | null> {}

/** An action anybody may send. */
export const openAction = <I extends TObject>(row: Omit<ActionRow<I, Caller | null>, 'for'>): Action =>
  ({ ...row, for: 'anyone' }) as unknown as Action;

/** An action of somebody who is signed in. */
export const memberAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action =>
  ({ ...row, for: 'member' }) as unknown as Action;

/** An action of somebody who runs the whole deployment. */
export const adminAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action =>
  ({ ...row, for: 'admin' }) as unknown as Action;

/** An action of somebody who looks after the site. */
export const teamAction = <I extends TObject>(row: Omit<ActionRow<I, Caller>, 'for'>): Action =>
  ({ ...row, for: 'team' }) as unknown as Action;
