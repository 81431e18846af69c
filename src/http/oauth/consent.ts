import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import type { Caller, Ctx, Scope, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { normalize } from '../../kernel/unicode.ts';
import { isOnTeam } from '../../modules/accounts/account.ts';
import { ADMIN_SCOPE } from '../../modules/accounts/schema.ts';
import { isLoopback, scopesIn, scopesOfResources } from './metadata.ts';
import type { ProviderOf } from './providers.ts';
import { nameGrant, selectGrantedScopes } from './queries.ts';

export interface ReturnTarget {
  kind: 'site' | 'this_computer' | 'application';
  /** Host of a site or this computer, scheme of an application. */
  name: string;
  /** As a source expression in a content security policy. */
  source: string;
}

export interface Consent {
  uid: string;
  client_name: string;
  /** Host of the client document, which vouches for the name; null without one. */
  client_host: string | null;
  back: ReturnTarget;
  /** Empty if only admins of the site could allow what it asks for, and the person is none. */
  scopes: { scope: Scope; is_new: boolean }[];
  known: boolean;
}

const returnTargetOf = (redirect_uri: string): ReturnTarget => {
  const { protocol, host, hostname, origin } = new URL(redirect_uri);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'application', name: protocol.slice(0, -1), source: protocol };
  return { kind: isLoopback(hostname) ? 'this_computer' : 'site', name: host, source: origin };
};

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The current authorization request, identified by its cookie; the URL alone is not enough. */
const currentInteraction = async (providerOf: ProviderOf, site: Site, { request, reply }: Exchange) => {
  const provider = await providerOf(site);
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== uid) throw new Refusal('consent_expired');
    const client = await provider.Client.find(interaction.params.client_id as string);
    if (!client) throw new Refusal('consent_expired');
    return { provider, interaction, client };
  } catch (error) {
    const { errors } = await import('oidc-provider');
    throw error instanceof errors.OIDCProviderError ? new Refusal('consent_expired') : error;
  }
};

const resourcesOf = ({ params }: Interaction): string[] => [params.resource as string | string[]].flat();

/** The scopes it asks for that its resources have and that the person can give. */
const offeredScopes = async (ctx: Ctx<Caller>, interaction: Interaction): Promise<Scope[]> => {
  const possible = scopesOfResources(ctx.site.root, resourcesOf(interaction));
  const requested = scopesIn(interaction.params.scope as string).filter((scope) => possible.includes(scope));
  return requested.includes(ADMIN_SCOPE) && !(await isOnTeam(ctx)) ? requested.filter((scope) => scope !== ADMIN_SCOPE) : requested;
};

const isDocument = (client: { clientId: string }): boolean => 'clientIdMetadataDocument' in client;
const hostOf = (client: { clientId: string }): string | null => (isDocument(client) ? new URL(client.clientId).host : null);
/** Invisible characters and direction overrides, with which a name could imitate another. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const nameOf = (client: { clientId: string; clientName?: string }): string =>
  normalize(client.clientName?.replace(INVISIBLE, '') ?? '').trim() || hostOf(client) || 'Unnamed application';

export const openConsent = async (providerOf: ProviderOf, ctx: Ctx<Caller>, exchange: Exchange): Promise<Consent> => {
  const { interaction, client } = await currentInteraction(providerOf, ctx.site, exchange);
  const granted = await selectGrantedScopes(ctx.sql, ctx.site.id, ctx.caller.account_id, client.clientId, ctx.clock.now());
  const allowed = new Set(scopesIn(granted.join(' ')));
  return {
    uid: interaction.uid,
    client_name: nameOf(client),
    client_host: hostOf(client),
    back: returnTargetOf(interaction.params.redirect_uri as string),
    scopes: (await offeredScopes(ctx, interaction)).map((scope) => ({ scope, is_new: !allowed.has(scope) })),
    known: allowed.size > 0,
  };
};

/** Grants those of the requested scopes that the person left ticked. Returns the URL to continue at. */
export const allowConsent = async (
  providerOf: ProviderOf,
  ctx: Ctx<Caller>,
  exchange: Exchange,
  ticked: readonly string[],
): Promise<string> => {
  const { site, caller, sql } = ctx;
  const { provider, interaction, client } = await currentInteraction(providerOf, site, exchange);
  const allowed = (await offeredScopes(ctx, interaction)).filter((scope) => ticked.includes(scope));
  if (allowed.length === 0) return denyConsent(providerOf, ctx, exchange);
  const accountId = String(caller.account_id);
  // Every consent has its own grant, so that revoking one installation does not disconnect the others.
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  for (const resource of resourcesOf(interaction)) grant.addResourceScope(resource, allowed.join(' '));
  const grantId = await grant.save();
  await nameGrant(sql, site.id, grantId, nameOf(client), hostOf(client));
  return provider.interactionResult(exchange.request.raw, exchange.reply.raw, {
    login: { accountId, remember: false },
    consent: { grantId },
  });
};

/** Denies the request. Returns the URL to continue at. */
export const denyConsent = async (providerOf: ProviderOf, ctx: Ctx<Caller>, exchange: Exchange): Promise<string> => {
  const { provider } = await currentInteraction(providerOf, ctx.site, exchange);
  return provider.interactionResult(exchange.request.raw, exchange.reply.raw, {
    error: 'access_denied',
    error_description: 'the user denied access',
  });
};
