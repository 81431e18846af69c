import { errors } from 'oidc-provider';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A code sent in the clear across a network is anybody's; on the same computer it does not leave it. */
const isSafe = (uri: unknown): boolean => {
  const url = URL.parse(String(uri));
  return url?.protocol !== 'http:' || LOOPBACK.includes(url.hostname);
};

/**
 * Our rules for every application, registered or described by its own document. The library asks for them by the name of
 * a property, so they hang on one it has no use for.
 */
export const clientRules = {
  properties: ['software_id'],
  validator(
    _ctx: unknown,
    _key: string,
    _value: unknown,
    metadata: { scope?: string; redirect_uris?: readonly unknown[]; client_name?: unknown },
  ) {
    // Scopes are agreed on with the person, each time; an application that named few at first may ask for more later.
    delete metadata.scope;
    if (Array.isArray(metadata.redirect_uris) && !metadata.redirect_uris.every(isSafe))
      throw new errors.InvalidClientMetadata('redirect_uris may use http only on localhost, 127.0.0.1 or [::1]');
    if (typeof metadata.client_name === 'string' && metadata.client_name.length > MOST_NAME)
      throw new errors.InvalidClientMetadata(`client_name may have at most ${MOST_NAME} characters`);
  },
};

const MOST_NAME = 120;
