import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Site } from '../../kernel/context.ts';
import type { House } from '../house.ts';
import * as queries from './records-queries.ts';

/** Whoever holds one of these acts with it, so the table only knows its hash. */
const HELD: readonly string[] = ['AccessToken', 'RefreshToken', 'AuthorizationCode'];

/** Who is signed in is our own session's to say, each time anew; the library's is never kept, so it cannot disagree. */
const NOT_KEPT = 'Session';

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** PostgreSQL's text holds neither NUL nor halves of characters; whoever sends them is told so. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

/** Where the authorization server of a site keeps what it must remember, for all processes alike. */
export const recordsOf =
  (house: House, site: Site) =>
  (kind: string): Adapter => {
    const { sql, clock } = house;
    const held = HELD.includes(kind);
    const keyOf = (id: string) => ({ site_id: site.id, kind, id: held ? hashOf(id) : id });
    const payloadOf = (row: queries.RecordRow | undefined, id?: string): AdapterPayload | undefined =>
      row && {
        ...row.payload,
        ...(held && { jti: id }),
        ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }),
      };

    return {
      async upsert(id, { jti, ...payload }, expires_in) {
        if (kind === NOT_KEPT) return;
        if (UNSTORABLE.test(JSON.stringify(payload))) throw new errors.InvalidRequest('text with control or broken characters');
        const now = clock.now();
        const handles = {
          grant_id: payload.grantId ?? null,
          account_id: payload.accountId ? Number(payload.accountId) : null,
          client_id: payload.clientId ?? null,
        };
        const expires_at = expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000);
        await queries.upsertRecord(sql, keyOf(id), held || jti === undefined ? payload : { ...payload, jti }, handles, now, expires_at);
      },
      find: async (id) => (isStorable(id) ? payloadOf(await queries.selectRecord(sql, keyOf(id)), id) : undefined),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      /** The library looks before it marks; between the two another request may have been faster. What both hold is then worth nothing. */
      async consume(id) {
        if (await queries.consumeRecord(sql, keyOf(id), clock.now())) return;
        await queries.deleteGrantOf(sql, keyOf(id));
        throw new errors.InvalidGrant('already used');
      },
      async destroy(id) {
        await queries.deleteRecord(sql, keyOf(id));
      },
      async revokeByGrantId(grant_id) {
        await queries.deleteRecordsOfGrant(sql, site.id, kind, grant_id);
      },
    };
  };
