import { PRESETS, type ProviderSettings } from '../../../integrations/identity/provider.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { asNetworkAdmin, requireNetworkAdmin } from '../team.ts';
import { deleteSiteProvider, type SiteProviderRow, selectSiteProviders, upsertSiteProvider } from './queries.ts';

/** A provider as the sign-in page shows it. */
export type SignInProvider = Pick<ProviderSettings, 'key' | 'label' | 'issuer'>;

/** The providers of a site: its own, then those of the deployment. */
export const listSignInProviders = async (ctx: ProviderCtx): Promise<SignInProvider[]> =>
  (await listProviders(ctx)).map(({ key, label, issuer }) => ({ key, label, issuer }));

type ProviderCtx = Pick<Ctx, 'sql' | 'site' | 'integrations'>;

const listProviders = async (ctx: ProviderCtx): Promise<ProviderSettings[]> => {
  const own = await selectSiteProviders(ctx);
  const keys = own.map(({ key }) => key);
  const { configured } = ctx.integrations.identity;
  return [...own.map(withApi), ...configured.filter(({ key }) => !keys.includes(key))];
};

const withApi = (provider: SiteProviderRow): ProviderSettings =>
  provider.kind === 'github' ? { ...provider, api_url: PRESETS.github!.api_url } : provider;

export const findProvider = async (ctx: ProviderCtx, key: string): Promise<ProviderSettings> => {
  const provider = (await listProviders(ctx)).find((one) => one.key === key);
  if (!provider) throw new Refusal('not_found');
  return provider;
};

/** A provider as an admin sees it: without its secret. */
export type ProviderSummary = Omit<SiteProviderRow, 'client_secret' | 'kind'>;

const summarize = ({ key, issuer, label, client_id }: ProviderSettings): ProviderSummary => ({ key, issuer, label, client_id });

/** The site's own providers and those of the deployment. For network admins. */
export const listProvidersForAdmin = async (ctx: Ctx<Caller>): Promise<{ own: ProviderSummary[]; shared: ProviderSummary[] }> => {
  await requireNetworkAdmin(ctx);
  const own = await selectSiteProviders(ctx);
  return { own: own.map(summarize), shared: ctx.integrations.identity.configured.map(summarize) };
};

export interface ProviderInput {
  key: string;
  issuer?: string;
  label?: string;
  client_id: string;
  /** Without it the stored one stays, as long as the issuer is the same. */
  client_secret?: string;
}

const reject = (path: string, code: string, message: string): never => {
  throw invalidInput({ path, code, message });
};

const parseIssuer = (text: string, allow_private: boolean): string => {
  const url = URL.parse(text);
  const is_secure = url?.protocol === 'https:' || (allow_private && url?.protocol === 'http:');
  if (!url || !is_secure || url.username || url.search || url.hash)
    reject('issuer', 'wrong_form', t('must be an https:// address without a query'));
  return text;
};

/**
 * Adds or changes a provider of this site. For network admins only: whoever runs a provider can sign in as anybody who uses it, on all
 * sites, because sites share accounts.
 */
export const setSiteProvider = (ctx: Ctx<Caller>, input: ProviderInput): Promise<number | null> =>
  asNetworkAdmin(ctx, async (ctx) => {
    const { key, client_id } = input;
    const preset = PRESETS[key];
    const before = (await selectSiteProviders(ctx)).find((one) => one.key === key);
    const issuer = preset?.issuer ?? parseIssuer(input.issuer ?? reject('issuer', 'missing', 'is required'), ctx.allow_private === true);
    const kept_secret = before?.issuer === issuer ? before.client_secret : undefined;
    const client_secret = input.client_secret ?? kept_secret ?? reject('client_secret', 'missing', 'is required');
    const after = { key, kind: preset?.kind ?? 'oidc', issuer, label: input.label ?? preset?.label ?? key, client_id, client_secret };
    await upsertSiteProvider(ctx, after);
    return {
      act: 'set_sign_in_provider',
      record: 'sign_in_provider',
      record_id: key,
      title: after.label,
      before: before ? { ...summarize(before) } : null,
      after: { ...summarize(after) },
    };
  });

/** Removes a provider of this site. Who signed in with it can still do so by emailed link. For network admins. */
export const removeSiteProvider = (ctx: Ctx<Caller>, { key }: { key: string }): Promise<number | null> =>
  asNetworkAdmin(ctx, async (ctx) => {
    const before = (await selectSiteProviders(ctx)).find((one) => one.key === key);
    if (!before || !(await deleteSiteProvider(ctx, key))) return null;
    return {
      act: 'remove_sign_in_provider',
      record: 'sign_in_provider',
      record_id: key,
      title: before.label,
      before: { ...summarize(before) },
    };
  });
