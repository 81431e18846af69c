import { Count, Email, Instant, Nullable, OneOf, type Static, Strict, T } from '../../kernel/schema.ts';

export const API_SCOPES = ['account:read', 'listings:write', 'orders:write'] as const;

declare module '../../kernel/context.ts' {
  interface Scopes extends Record<(typeof API_SCOPES)[number], true> {}
}

const Limit = Strict({ name: T.String(), limit: Count('How many a window.'), remaining: Count(), window_seconds: Count() });

export const Account = Strict({
  id: T.Integer(),
  email: Email('Verified address.'),
  name: Nullable(T.String()),
  roles: T.Array(OneOf(['member', 'site_admin', 'network_admin'])),
  access: Strict(
    {
      kind: OneOf(['api_key', 'oauth', 'session']),
      client: Nullable(T.String({ description: 'Name of the key or application.' })),
      scopes: T.Array(OneOf([...API_SCOPES])),
      expires_at: Nullable(Instant()),
    },
    { description: 'What these credentials allow.' },
  ),
  limits: T.Array(Limit),
  only_on_the_site: T.Array(T.String(), { description: 'What no API can do: people do it on the website.' }),
  created_at: Instant(),
});
export type Account = Static<typeof Account>;
