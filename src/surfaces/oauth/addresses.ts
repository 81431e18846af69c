import { ALL_SCOPES } from './scopes.ts';

export const OAUTH = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  consent: '/oauth/consent',
  keys: '/oauth/keys',
} as const;

/** What tokens are for: our doors, by their paths. */
export const RESOURCES = { mcp: '/mcp', api: '/api/v1' } as const;
export type Resource = keyof typeof RESOURCES;

/** What a door takes: whoever may use the tools may also call what they stand on, not the other way round. */
export const TAKES: Record<Resource, readonly Resource[]> = { mcp: ['mcp'], api: ['mcp', 'api'] };

export const identifierOf = (root: string, resource: Resource): string => root + RESOURCES[resource];

/** The resource an identifier names; a slash at its end makes no other of it. */
export const resourceNamed = (root: string, identifier: string): Resource | undefined => {
  const plain = identifier.replace(/\/$/, '');
  return (Object.keys(RESOURCES) as Resource[]).find((resource) => plain === identifierOf(root, resource));
};

/** RFC 8414: where everything is and what is offered, and nothing that is not. */
export const serverMetadata = (root: string) => ({
  issuer: root,
  authorization_endpoint: root + OAUTH.authorize,
  token_endpoint: root + OAUTH.token,
  registration_endpoint: root + OAUTH.register,
  revocation_endpoint: root + OAUTH.revoke,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  token_endpoint_auth_signing_alg_values_supported: AUTH_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: AUTH_ALGORITHMS,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${root}/docs`,
});

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export const AUTH_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** RFC 9728: who gives out tokens for a resource of the site. */
export const resourceMetadata = (site: { root: string; name: string }, resource: Resource) => ({
  resource: identifierOf(site.root, resource),
  authorization_servers: [site.root],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: site.name,
  resource_documentation: `${site.root}/docs`,
});
