import type { Scope } from '../../kernel/context.ts';
import { msg, texts } from '../../kernel/language/messages.ts';
import { ADMIN_SCOPE, API_SCOPES } from '../../modules/accounts/schema.ts';

export const SCOPE_TEXTS: Record<Scope, { title: string; words: string }> = texts({
  'account:read': {
    title: msg('View your account'),
    words: msg('Your name and email address, drafts, listings, claims and orders. It can’t change them.'),
  },
  'listings:write': {
    title: msg('Manage your listings'),
    words: msg(
      'Start and submit drafts, edit your listings, post updates and milestones, invite co-founders and claim products in your name.',
    ),
  },
  'orders:write': {
    title: msg('Prepare orders'),
    words: msg('Get prices and start checkouts. It can’t pay: only you can, on the payment page.'),
  },
  'site:admin': {
    title: msg('Run this site as its team'),
    words: msg(
      'Nearly everything you can do in the back office: remove listings, decide on reports and claims, change settings, categories, prices and posts. It can’t vote, move money or change who is on the team. The log shows each of its actions.',
    ),
  },
});

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
export const OAUTH_RESOURCES = { mcp: '/mcp', api: '/api/v1', admin_mcp: '/mcp/admin', admin_api: '/admin/v1' } as const;
export type OauthResource = keyof typeof OAUTH_RESOURCES;

/** The scopes that tokens for a resource can have. Running the site is never among those of a member's application. */
export const RESOURCE_SCOPES: Record<OauthResource, readonly Scope[]> = {
  mcp: API_SCOPES,
  api: API_SCOPES,
  admin_mcp: [ADMIN_SCOPE],
  admin_api: [ADMIN_SCOPE],
};

/** Which tokens a resource accepts: MCP tokens may also call the API, but not the other way round. */
export const ACCEPTED_RESOURCES: Record<OauthResource, readonly OauthResource[]> = {
  mcp: ['mcp'],
  api: ['mcp', 'api'],
  admin_mcp: ['admin_mcp'],
  admin_api: ['admin_mcp', 'admin_api'],
};

export const resourceIdentifier = (root: string, resource: OauthResource): string => root + OAUTH_RESOURCES[resource];

/** The resource with this identifier, with or without a trailing slash. */
export const findResource = (root: string, identifier: string): OauthResource | undefined => {
  const without_slash = identifier.replace(/\/$/, '');
  return (Object.keys(OAUTH_RESOURCES) as OauthResource[]).find((resource) => without_slash === resourceIdentifier(root, resource));
};

/** The scopes that the resources with these identifiers can have. */
export const scopesOfResources = (root: string, identifiers: readonly string[]): Scope[] => {
  const scopes = new Set(
    identifiers.map((identifier) => findResource(root, identifier)).flatMap((found) => (found ? RESOURCE_SCOPES[found] : [])),
  );
  return ALL_SCOPES.filter((scope) => scopes.has(scope));
};

/** Authorization server metadata (RFC 8414). The scope of the operators' API is not advertised: some clients request everything they see. */
export const serverMetadata = (root: string) => ({
  issuer: root,
  authorization_endpoint: root + OAUTH_PATHS.authorize,
  token_endpoint: root + OAUTH_PATHS.token,
  registration_endpoint: root + OAUTH_PATHS.register,
  revocation_endpoint: root + OAUTH_PATHS.revoke,
  scopes_supported: API_SCOPES,
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
  scopes_supported: RESOURCE_SCOPES[resource],
  bearer_methods_supported: ['header'],
  resource_name: site.name,
  resource_documentation: `${site.root}/docs`,
});

export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
