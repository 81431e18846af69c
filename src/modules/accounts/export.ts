import type { Caller, Ctx } from '../../kernel/context.ts';
import { ownAccount } from './account.ts';
import { mailsTo, rowsOfAccount, tablesOfAccounts } from './export-queries.ts';

/** What opens doors is nobody's to carry away: whoever gets the file must not get in with it. */
const HIDDEN: Record<string, string[]> = {
  sessions: ['token_hash'],
  known_browsers: ['token_hash'],
  api_keys: ['key_hash'],
  draft_invites: ['token_hash'],
  claims: ['link_hash'],
  idempotency_keys: ['input_hash'],
  oauth_records: ['id', 'payload', 'grant_id', 'uid'],
};

/** Everything held about the caller, by table. */
export const exportAccount = async (ctx: Ctx<Caller>): Promise<Record<string, unknown>> => {
  const { id, email, email_verified_at, name, password_hash, is_network_admin, created_at, email_key } = await ownAccount(ctx);
  const held: Record<string, unknown> = {
    exported_at: ctx.clock.now(),
    account: { id, email, email_verified_at, name, has_password: password_hash !== null, is_network_admin, created_at },
    mails: await mailsTo(ctx.sql, email_key),
  };
  for (const reference of await tablesOfAccounts(ctx.sql)) {
    const name = reference.column === 'account_id' ? reference.table : `${reference.table}.${reference.column}`;
    held[name] = await rowsOfAccount(ctx.sql, reference, id, HIDDEN[reference.table] ?? []);
  }
  return held;
};
