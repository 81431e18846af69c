import { createHash } from 'node:crypto';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Static, TObject, TSchema } from '../../kernel/schema.ts';
import { countCall, invoke } from '../../surfaces/invoke.ts';
import type { Sender } from './action.ts';

/** The same form with the same in it is one wish, however often it is pressed; with something else in it, it is another. */
const keyOf = (once: string | undefined, sent: Record<string, unknown>): string | undefined =>
  once && `form-${once}-${createHash('sha256').update(JSON.stringify(sent)).digest('base64url')}`;

/** A form sent as the operation it is, so that a page can do neither more nor more often. */
export const sentAs = async <I extends TObject, O extends TSchema, B>(
  row: Operation<string, I, O, B>,
  { ctx, sender }: { ctx: Ctx<Caller>; sender: Sender },
  sent: Record<string, unknown>,
): Promise<Static<O>> => {
  const any = row as unknown as Operation;
  await countCall(any, ctx, sender.address);
  return valueIn((await invoke(any, ctx, sent, keyOf(sender.once, sent))).answer) as Static<O>;
};
