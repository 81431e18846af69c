import { type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { newToken, openToken, sealToken, sharedSecret } from '../../../kernel/secrets.ts';
import { isMailKind, isOptIn, MAIL_KIND_NAMES, type MailKind } from './kinds.ts';
import { selectMailChoices, writeMailChoices } from './queries.ts';

/** Unsubscribe links are sealed tokens and not stored, so the link in an old mail never expires. */
const ACCOUNT_BYTES = 8;

interface MailKindTarget {
  account_id: number;
  kind: MailKind;
}

export const getMailKindKey = (sql: Db): Promise<string> => sharedSecret(sql, 'unsubscribe_kind', newToken());

export const makeMailKindToken = (key: string, { account_id, kind }: MailKindTarget): string => {
  const account = Buffer.alloc(ACCOUNT_BYTES);
  account.writeBigUInt64BE(BigInt(account_id));
  return sealToken(key, Buffer.concat([account, Buffer.from(kind)]));
};

/** Null if the token was not made by us, or if its kind no longer exists. */
export const readMailKindToken = (key: string, token: string): MailKindTarget | null => {
  const payload = openToken(key, token);
  if (!payload || payload.length <= ACCOUNT_BYTES) return null;
  const kind = payload.subarray(ACCOUNT_BYTES).toString();
  return isMailKind(kind) ? { account_id: Number(payload.readBigUInt64BE(0)), kind } : null;
};

export interface MailPreference {
  kind: MailKind;
  wanted: boolean;
}

export const getMailPreferences = async ({ sql, caller }: Ctx<Caller>): Promise<MailPreference[]> => {
  const choices = new Map((await selectMailChoices(sql, caller.account_id)).map(({ kind, wanted }) => [kind, wanted]));
  return MAIL_KIND_NAMES.map((kind) => ({ kind, wanted: choices.get(kind) ?? !isOptIn(kind) }));
};

/** Sets which kinds of mail the caller gets. Kinds that are not in `choices` stay as they are. */
export const setMailPreferences = (ctx: Ctx<Caller>, choices: MailPreference[]): Promise<void> =>
  inTransaction(ctx, ({ sql, caller, clock }) => writeMailChoices(sql, caller.account_id, choices, clock.now()));

/** The account and the kind of mail that a link turns off. */
export const readMailKindLink = async ({ sql }: Ctx, { token }: { token: string }): Promise<MailKindTarget> => {
  const target = readMailKindToken(await getMailKindKey(sql), token);
  if (!target)
    throw new Refusal('link_not_valid', {
      detail: t('This link is incomplete. Open it again from the email, or change your email preferences in your account.'),
    });
  return target;
};

/** Turns off one kind of mail for the holder of an unsubscribe link. Notifications on the site go on. Idempotent. */
export const unsubscribeFromMailKind = async (ctx: Ctx, input: { token: string }): Promise<MailKindTarget> => {
  const target = await readMailKindLink(ctx, input);
  await writeMailChoices(ctx.sql, target.account_id, [{ kind: target.kind, wanted: false }], ctx.clock.now());
  return target;
};
