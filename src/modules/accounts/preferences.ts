import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { kindKey, readKindToken } from './kind-links.ts';
import { MAIL_KIND_NAMES, type MailKind } from './mail-kinds.ts';
import { deleteSwitchedOff, insertSwitchedOff, selectSwitchedOff } from './preference-queries.ts';

export interface MailPreference {
  kind: MailKind;
  wanted: boolean;
}

/** Which kinds of mail the caller wants, of those one may do without. */
export const mailPreferences = async ({ sql, caller }: Ctx<Caller>): Promise<MailPreference[]> => {
  const off = await selectSwitchedOff(sql, caller.account_id);
  return MAIL_KIND_NAMES.map((kind) => ({ kind, wanted: !off.includes(kind) }));
};

/** Says which kinds of mail the caller wants from now on. Kinds that were not chosen among stay as they are. */
export const chooseMail = (ctx: Ctx<Caller>, chosen: MailPreference[]): Promise<void> =>
  inTransaction(ctx, async ({ sql, caller, clock }) => {
    const kinds = (wanted: boolean): MailKind[] => chosen.filter((choice) => choice.wanted === wanted).map(({ kind }) => kind);
    await deleteSwitchedOff(sql, caller.account_id, kinds(true));
    await insertSwitchedOff(sql, caller.account_id, kinds(false), clock.now());
  });

const endedBy = async ({ sql }: Ctx, token: string): Promise<{ account_id: number; kind: MailKind }> => {
  const ends = readKindToken(await kindKey(sql), token);
  if (!ends)
    throw new Refusal('link_not_valid', {
      detail: 'This link is not whole. Open it again from the mail, or choose in your account which mail you get.',
    });
  return ends;
};

/** Which kind of mail a link ends. */
export const readKindLink = async (ctx: Ctx, { token }: { token: string }): Promise<{ kind: MailKind }> => {
  const { kind } = await endedBy(ctx, token);
  return { kind };
};

/** Ends one kind of mail, for who has the link from one. On the site they are still told. Twice is once. */
export const endKind = async (ctx: Ctx, { token }: { token: string }): Promise<{ kind: MailKind }> => {
  const { account_id, kind } = await endedBy(ctx, token);
  await insertSwitchedOff(ctx.sql, account_id, [kind], ctx.clock.now());
  return { kind };
};
