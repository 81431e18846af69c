import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Interaction } from 'oidc-provider';
import type { Caller, Ctx, Scope, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { House } from '../house.ts';
import { nameGrant, selectAllowed } from './consent-queries.ts';
import type { ProviderOf } from './providers.ts';
import { scopesIn } from './scopes.ts';

/** Where a person is sent back to. */
export interface Back {
  kind: 'site' | 'this_computer' | 'application';
  /** Host of a site or of this computer, scheme of an application. */
  name: string;
  /** As a source in a content security policy. */
  source: string;
}

/** What a person is asked. */
export interface Consent {
  uid: string;
  client_name: string;
  /** The host that vouches for the application's name; null when nobody does. */
  client_host: string | null;
  back: Back;
  scopes: { scope: Scope; is_new: boolean }[];
  /** Allowed before, so that only what is new needs thought. */
  known: boolean;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const backTo = (redirect_uri: string): Back => {
  const { protocol, host, hostname, origin } = new URL(redirect_uri);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'application', name: protocol.slice(0, -1), source: protocol };
  return { kind: LOOPBACK.includes(hostname) ? 'this_computer' : 'site', name: host, source: origin };
};

/** The request under way, found by its cookie; the address alone opens nothing. */
const underWay = async (providerOf: ProviderOf, site: Site, request: FastifyRequest, reply: FastifyReply) => {
  const provider = await providerOf(site);
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== uid) throw new Refusal('consent_expired');
    const client = await provider.Client.find(interaction.params.client_id as string);
    if (!client) throw new Refusal('consent_expired');
    return { provider, interaction, client };
  } catch (error) {
    throw error instanceof errors.OIDCProviderError ? new Refusal('consent_expired') : error;
  }
};

const asked = ({ params }: Interaction): Scope[] => scopesIn(params.scope as string);

const isDocument = (client: { clientId: string }): boolean => 'clientIdMetadataDocument' in client;
const hostOf = (client: { clientId: string }): string | null => (isDocument(client) ? new URL(client.clientId).host : null);
/** Signs that are not seen, or turn around what is: a name is not to look like another. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const nameOf = (client: { clientId: string; clientName?: string }): string =>
  client.clientName?.replace(UNSEEN, '').normalize().trim() || hostOf(client) || 'An application without a name';

/** What the page shows: who asks, for what, and where the person goes from here. */
export const openConsent = async (
  house: House,
  providerOf: ProviderOf,
  { site, caller }: Ctx<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Consent> => {
  const { interaction, client } = await underWay(providerOf, site, request, reply);
  const allowed = new Set(
    scopesIn((await selectAllowed(house.sql, site.id, caller.account_id, client.clientId, house.clock.now())).join(' ')),
  );
  return {
    uid: interaction.uid,
    client_name: nameOf(client),
    client_host: hostOf(client),
    back: backTo(interaction.params.redirect_uri as string),
    scopes: asked(interaction).map((scope) => ({ scope, is_new: !allowed.has(scope) })),
    known: allowed.size > 0,
  };
};

/** Lets the application in, with what it asked for. Returns where to go on. */
export const allowConsent = async (
  house: House,
  providerOf: ProviderOf,
  { site, caller }: Ctx<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> => {
  const { provider, interaction, client } = await underWay(providerOf, site, request, reply);
  const accountId = String(caller.account_id);
  // A grant of its own for every consent: what goes wrong with one installation does not shut out the others.
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  for (const resource of [interaction.params.resource as string | string[]].flat())
    grant.addResourceScope(resource, asked(interaction).join(' '));
  const grantId = await grant.save();
  await nameGrant(house.sql, site.id, grantId, nameOf(client), hostOf(client));
  return provider.interactionResult(request.raw, reply.raw, { login: { accountId, remember: false }, consent: { grantId } });
};

/** Turns the application away. Returns where to go on. */
export const denyConsent = async (
  providerOf: ProviderOf,
  { site }: Ctx<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> => {
  const { provider } = await underWay(providerOf, site, request, reply);
  return provider.interactionResult(request.raw, reply.raw, { error: 'access_denied', error_description: 'the person said no' });
};
