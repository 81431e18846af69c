import type { Scope } from '../../kernel/context.ts';

export const SCOPE_TEXTS: Record<Scope, { title: string; words: string }> = {
  'account:read': {
    title: 'View your account',
    words: 'Your name and email address, drafts, listings, claims and orders. It can’t change them.',
  },
  'listings:write': {
    title: 'Manage your listings',
    words: 'Start and submit drafts, edit your listings, post updates and milestones, invite co-founders and claim products in your name.',
  },
  'orders:write': {
    title: 'Prepare orders',
    words: 'Get prices and start checkouts. It can’t pay: only you can, on the payment page.',
  },
};

export const ALL_SCOPES = Object.keys(SCOPE_TEXTS) as Scope[];

/** Filters a list to our scopes, in our order. */
export const scopesIn = (list: string | undefined): Scope[] => {
  const requested = new Set((list ?? '').split(' '));
  return ALL_SCOPES.filter((scope) => requested.has(scope));
};

export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  consent: '/oauth/consent',
  keys: '/oauth/keys',
} as const;

/** Resources that tokens are issued for, by path. */
export const OAUTH_RESOURCES = { mcp: '/mcp', api: '/api/v1' } as const;
export type OauthResource = keyof typeof OAUTH_RESOURCES;

/** Which tokens a resource accepts: MCP tokens may also call the API, but not the other way round. */
export const ACCEPTED_RESOURCES: Record<OauthResource, readonly OauthResource[]> = { mcp: ['mcp'], api: ['mcp', 'api'] };

export const resourceIdentifier = (root: string, resource: OauthResource): string => root + OAUTH_RESOURCES[resource];

/** The resource with this identifier, with or without a trailing slash. */
export const findResource = (root: string, identifier: string): OauthResource | undefined => {
  const without_slash = identifier.replace(/\/$/, '');
  return (Object.keys(OAUTH_RESOURCES) as OauthResource[]).find((resource) => without_slash === resourceIdentifier(root, resource));
};

/** Authorization server metadata (RFC 8414). */
export const serverMetadata = (root: string) => ({
  issuer: root,
  authorization_endpoint: root + OAUTH_PATHS.authorize,
  token_endpoint: root + OAUTH_PATHS.token,
  registration_endpoint: root + OAUTH_PATHS.register,
  revocation_endpoint: root + OAUTH_PATHS.revoke,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  token_endpoint_auth_signing_alg_values_supported: AUTH_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: AUTH_ALGORITHMS,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${root}/docs`,
});

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export const AUTH_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** Protected resource metadata (RFC 9728). */
export const resourceMetadata = (site: { root: string; name: string }, resource: OauthResource) => ({
  resource: resourceIdentifier(site.root, resource),
  authorization_servers: [site.root],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: site.name,
  resource_documentation: `${site.root}/docs`,
});

export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
