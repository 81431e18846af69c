import { ProviderError, type ProviderSettings, type SignInChecks } from '../../../integrations/identity/provider.ts';
import { type Ctx, inTransaction, type Site } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { hashToken, newToken } from '../../../kernel/secrets.ts';
import { ownPendingId } from '../credentials/pending-actions.ts';
import { type NewSession, signInOnSite, type Visit } from '../credentials/sessions.ts';
import { requestSignInLink } from '../credentials/sign-in-links.ts';
import { insertVouchedAccount, selectAccount, selectAccountByEmail } from '../queries.ts';
import { decideSignIn, emailKey, normalizeEmail, PROVIDER_SIGN_IN_TTL_MS, type ProvidedIdentity, parseLocalPath } from '../rules.ts';
import { restoreBans } from '../users/banned-mailboxes.ts';
import { connectIdentity } from './identities.ts';
import { findProvider } from './providers.ts';
import { insertIdentity, insertProviderSignIn, type ProviderSignInRow, takeProviderSignIn, useIdentity } from './queries.ts';

/** Registered with the provider, letter by letter. */
export const callbackUrl = ({ root }: Pick<Site, 'root'>, key: string): string => `${root}/sign-in/with/${key}/callback`;

interface SignInRequest {
  provider: string;
  go_to?: string;
  pending?: string;
  browser: string | null;
  /** Adds the identity to the caller's account instead of signing in. */
  connects?: boolean;
}

/** Begins a sign-in with a provider: where to send the browser, and the secret it must come back with. */
export const beginProviderSignIn = async (ctx: Ctx, request: SignInRequest): Promise<{ url: string; browser: string }> => {
  const provider = await findProvider(ctx, request.provider);
  const browser = request.browser ?? newToken();
  const checks: SignInChecks = {
    redirect_uri: callbackUrl(ctx.site, provider.key),
    state: newToken(),
    nonce: newToken(),
    code_verifier: newToken(),
  };
  const url = await ctx.integrations.identity.authorizationUrl(provider, checks).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    const detail = `${provider.label} can’t be reached right now. Try again in a few minutes, or sign in by email.`;
    throw new Refusal('provider_unreachable', { detail });
  });
  await insertProviderSignIn(ctx.sql, {
    site_id: ctx.site.id,
    provider: provider.key,
    state_hash: hashToken(checks.state),
    browser_hash: hashToken(browser),
    nonce: checks.nonce,
    code_verifier: checks.code_verifier,
    account_id: request.connects ? ctx.caller!.account_id : null,
    go_to: parseLocalPath(request.go_to),
    pending_id: await ownPendingId(ctx, request.pending, request.browser),
    expires_at: new Date(ctx.clock.now().getTime() + PROVIDER_SIGN_IN_TTL_MS),
  });
  return { url, browser };
};

/** Why somebody who came back from a provider is not signed in. */
export type ProviderProblem = 'expired' | 'cancelled' | 'rejected' | 'unreachable' | 'no_address' | 'taken';

export type ProviderOutcome =
  | { kind: 'signed_in'; session: NewSession; go_to: string | null; pending_id: string | null }
  | { kind: 'connected' }
  /** A link was mailed, to prove the address. */
  | { kind: 'mailed'; email: string; browser: string | undefined }
  | { kind: 'problem'; problem: ProviderProblem; detail?: string; sign_in: ProviderSignInRow | null };

interface Callback {
  provider: ProviderSettings;
  /** The query the provider sent the browser back with. */
  query: URLSearchParams;
  browser: string | null;
}

/** Ends a sign-in with a provider. It counts once, in the browser that began it. */
export const finishProviderSignIn = async (ctx: Ctx, callback: Callback, visit: Visit): Promise<ProviderOutcome> => {
  const { provider, query, browser } = callback;
  const state = query.get('state') ?? '';
  const sign_in = browser ? await takeProviderSignIn(ctx, provider.key, hashToken(state), hashToken(browser)) : undefined;
  if (!sign_in) return { kind: 'problem', problem: 'expired', sign_in: null };
  const redirect_uri = callbackUrl(ctx.site, provider.key);
  const { nonce, code_verifier } = sign_in;
  try {
    const checks = { redirect_uri, state, nonce, code_verifier };
    const answer = await ctx.integrations.identity.identify(provider, checks, `${redirect_uri}?${query}`);
    const email = answer.email === null ? null : normalizeEmail(answer.email);
    const identity = { issuer: answer.issuer, subject: answer.subject, provider: provider.label, email };
    const outcome = await inTransaction(ctx, (ctx) => settleSignIn(ctx, sign_in, { identity, ...answer, email }, visit));
    if (outcome !== 'prove') return outcome;
    const { go_to, pending_id } = sign_in;
    const request = { email: email!, identity, go_to: go_to ?? undefined, pending: pending_id ?? undefined, browser };
    return { kind: 'mailed', ...(await requestSignInLink(ctx, request, visit)) } as ProviderOutcome;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: 'problem', problem: error.code, detail: error.message, sign_in };
  }
};

interface Answer {
  identity: ProvidedIdentity;
  email: string | null;
  email_verified: boolean;
}

const settleSignIn = async (
  ctx: Ctx,
  sign_in: ProviderSignInRow,
  { identity, email, email_verified }: Answer,
  visit: Visit,
): Promise<ProviderOutcome | 'prove'> => {
  const { sql, clock } = ctx;
  const now = clock.now();
  const known = await useIdentity(sql, identity, now);
  if (sign_in.account_id !== null) return connectToCaller(ctx, sign_in, identity, known?.account_id ?? null);
  const { go_to, pending_id } = sign_in;
  const signIn = async (account_id: number): Promise<ProviderOutcome> => ({
    kind: 'signed_in',
    session: await signInOnSite(ctx, account_id, visit, false),
    go_to,
    pending_id,
  });
  const account = email ? await selectAccountByEmail(sql, emailKey(email)) : undefined;
  const decision = decideSignIn({ linked_account_id: known?.account_id ?? null, email, email_verified, account });
  if (decision === 'prove') return 'prove';
  if (decision === 'no_address') return { kind: 'problem', problem: 'no_address', sign_in };
  if (decision === 'sign_in') return signIn(known!.account_id);
  if (decision === 'connect') {
    await connectIdentity(ctx, account!, identity);
    return signIn(account!.id);
  }
  const created = await insertVouchedAccount(sql, email!, emailKey(email!), identity.issuer, now);
  // Somebody has just created an account with this address: it decides by its own proof.
  if (!created) return 'prove';
  await restoreBans(sql, created);
  await insertIdentity(sql, created.id, identity, now);
  return signIn(created.id);
};

/** Adds the identity to the account that began this, if it is still the one signed in. */
const connectToCaller = async (
  ctx: Ctx,
  sign_in: ProviderSignInRow,
  identity: ProvidedIdentity,
  owner_id: number | null,
): Promise<ProviderOutcome> => {
  const account = ctx.caller?.account_id === sign_in.account_id ? await selectAccount(ctx.sql, sign_in.account_id!) : undefined;
  if (!account) return { kind: 'problem', problem: 'expired', sign_in: null };
  if (owner_id !== null && owner_id !== account.id) return { kind: 'problem', problem: 'taken', sign_in };
  await connectIdentity(ctx, account, identity);
  return { kind: 'connected' };
};
