import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Site } from '../../kernel/context.ts';
import type { AppDeps } from '../deps.ts';
import * as queries from './queries.ts';

/** Bearer secrets are only stored as hashes. */
const HASHED_KINDS: readonly string[] = ['AccessToken', 'RefreshToken', 'AuthorizationCode'];

/** Sign-in is our own session's business. The library's session is never stored, so it cannot disagree. */
const UNSTORED_KIND = 'Session';

/** PostgreSQL text cannot hold NUL or lone surrogates. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

export const oauthStorage =
  (deps: AppDeps, site: Site) =>
  (kind: string): Adapter => {
    const { sql, clock } = deps;
    const is_hashed = HASHED_KINDS.includes(kind);
    const keyOf = (id: string) => ({ site_id: site.id, kind, id: is_hashed ? queries.hashOauthToken(id) : id });
    const payloadOf = (row: queries.RecordRow | undefined, id?: string): AdapterPayload | undefined =>
      row && {
        ...row.payload,
        ...(is_hashed && { jti: id }),
        ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }),
      };

    return {
      async upsert(id, { jti, ...payload }, expires_in) {
        if (kind === UNSTORED_KIND) return;
        if (UNSTORABLE.test(JSON.stringify(payload)))
          throw new errors.InvalidRequest('the request contains control characters or invalid Unicode');
        const now = clock.now();
        const handles = {
          grant_id: payload.grantId ?? null,
          account_id: payload.accountId ? Number(payload.accountId) : null,
          client_id: payload.clientId ?? null,
        };
        const expires_at = expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000);
        const stored = is_hashed || jti === undefined ? payload : { ...payload, jti };
        await queries.upsertRecord(sql, keyOf(id), stored, handles, now, expires_at);
      },
      find: async (id) => (isStorable(id) ? payloadOf(await queries.selectRecord(sql, keyOf(id)), id) : undefined),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      /** The library reads before it consumes, so another request may have been faster. Then the whole grant is revoked. */
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
