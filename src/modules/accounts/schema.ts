import { Count, Email, Instant, Named, Nullable, OneOf, type Static, T } from '../../kernel/schema.ts';

/** What members can let programs do. */
export const API_SCOPES = ['account:read', 'listings:write', 'orders:write'] as const;
/** To run a site as its team, with the operators' API. */
export const ADMIN_SCOPE = 'site:admin';

declare module '../../kernel/context.ts' {
  interface Scopes extends Record<(typeof API_SCOPES)[number] | typeof ADMIN_SCOPE, true> {}
}

const Limit = Named('RateLimit', {
  name: T.String({ description: 'What is limited, such as reads, writes or drafts.' }),
  limit: Count('Calls per window.'),
  remaining: Count('Calls left in this window.'),
  window_seconds: Count('Length of the window.'),
});

const Access = Named(
  'Access',
  {
    kind: OneOf(['api_key', 'oauth', 'session'], { description: 'What kind of credentials these are.' }),
    client: Nullable(T.String(), { description: 'Name of the key or application; null for a session.' }),
    scopes: T.Array(OneOf([...API_SCOPES, ADMIN_SCOPE]), { description: 'What they allow.' }),
    expires_at: Nullable(Instant(), { description: 'Expiry date; null if none.' }),
  },
  { description: 'What these credentials allow.' },
);

export const Account = Named('Account', {
  id: T.Integer({ description: 'ID of the account.' }),
  email: Email('The verified address of the account.'),
  name: Nullable(T.String(), { description: 'Display name; null if none was given.' }),
  roles: T.Array(OneOf(['member', 'site_admin', 'network_admin']), { description: 'Role of the account on this site.' }),
  access: Access,
  limits: T.Array(Limit, { description: 'Rate limits of the account and what is left of them.' }),
  only_on_the_site: T.Array(T.String(), { description: 'Only possible on the website.' }),
  created_at: Instant('When it was created.'),
});
export type Account = Static<typeof Account>;
