/** A provider that people can sign in with. */
export interface ProviderSettings {
  /** Its short name in addresses, such as google. */
  key: string;
  /** Its name on buttons. */
  label: string;
  /** GitHub speaks OAuth 2 without ID tokens, so it is asked differently. */
  kind: 'oidc' | 'github';
  issuer: string;
  client_id: string;
  client_secret: string;
  /** The root of GitHub's API. */
  api_url?: string;
  /** Set in the environment: its addresses may be private. */
  by_deployment?: true;
}

/** Providers whose addresses are known, by key. */
export const PRESETS: Record<string, Pick<ProviderSettings, 'label' | 'kind' | 'issuer' | 'api_url'>> = {
  google: { label: 'Google', kind: 'oidc', issuer: 'https://accounts.google.com' },
  github: { label: 'GitHub', kind: 'github', issuer: 'https://github.com/login/oauth', api_url: 'https://api.github.com' },
};

/** The secrets of one sign-in, which its answer must match. */
export interface SignInChecks {
  redirect_uri: string;
  state: string;
  nonce: string;
  code_verifier: string;
}

/** Who signed in, by the provider's account. */
export interface ProviderAnswer {
  issuer: string;
  subject: string;
  email: string | null;
  /** True only if the provider says so. */
  email_verified: boolean;
}

type ProviderErrorCode = 'cancelled' | 'rejected' | 'unreachable';

export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  constructor(code: ProviderErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}

/** Sign-in with other providers. */
export interface IdentityProviders {
  /** The providers of all sites, from the environment. */
  configured: ProviderSettings[];
  /** Whether their buttons come before the email field. */
  buttons_first: boolean;
  /** Where to send somebody to sign in. Throws a ProviderError. */
  authorizationUrl(provider: ProviderSettings, checks: SignInChecks): Promise<string>;
  /** Who came back, by the address the provider sent them to. Throws a ProviderError. */
  identify(provider: ProviderSettings, checks: SignInChecks, callback_url: string): Promise<ProviderAnswer>;
}

export interface IdentitySettings {
  providers: ProviderSettings[];
  buttons_first: boolean;
}
