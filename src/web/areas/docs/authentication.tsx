import { SCOPE_TEXTS } from '../../../http/oauth/metadata.ts';
import { OPERATIONS } from '../../../registry.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';

export const authenticationPage = docsPage({
  path: docsPaths.authentication,
  title: 'Authentication',
  description: 'API keys, OAuth 2.1, and which scope lets one do what.',
  lede: 'Public operations need no credentials, and refuse bad ones. The rest take an API key or an OAuth access token, sent in the same way.',
  island: 'copy.js',
  view: ({ site }) => (
    <>
      <section class="block block-first" aria-labelledby="key">
        <h2 id="key">API keys</h2>
        <p>
          Made under <a href={accountPaths.keys()}>API keys</a> with a name, scopes and, if you like, an end. A key begins with{' '}
          <code>lw_</code>, is shown once and kept as a hash; revoking it takes effect at once.
        </p>
        <CodeBlock name="a request with a key" text={`curl ${site.root}/api/v1/account -H 'Authorization: Bearer lw_…'`} />
      </section>
      <section class="block" aria-labelledby="oauth">
        <h2 id="oauth">OAuth 2.1</h2>
        <p>
          For applications that act for others: authorization code with PKCE (S256), client ID metadata documents or dynamic registration,
          resource indicators, refresh tokens that rotate, revocation. Ask for <code>{site.root}/mcp</code> as the resource, or for{' '}
          <code>{site.root}/api/v1</code> if you use REST alone.
        </p>
        <CodeBlock
          name="where OAuth is described"
          text={`curl ${site.root}/.well-known/oauth-protected-resource/mcp\ncurl ${site.root}/.well-known/oauth-authorization-server`}
        />
        <p>
          A redirect URI is <code>https</code>, <code>http</code> on <code>localhost</code>, <code>127.0.0.1</code> or <code>[::1]</code>{' '}
          with any port, or a scheme in reverse domain order such as <code>com.example.app:/callback</code>. Anything else is refused with{' '}
          <code>invalid_redirect_uri</code>.
        </p>
        <p>
          A request without credentials is answered 401 with a <code>WWW-Authenticate</code> that names the first of these; one whose scopes
          do not reach is answered 403 <code>insufficient_scope</code> and says which it needs. People see what they connected, and
          disconnect it, under <a href={accountPaths.applications()}>connected applications</a>.
        </p>
      </section>
      <section class="block" aria-labelledby="scopes">
        <h2 id="scopes">Scopes</h2>
        {Object.entries(SCOPE_TEXTS).map(([scope, { title, words }]) => (
          <>
            <h3>
              <code>{scope}</code> · {title}
            </h3>
            <p>{words}</p>
            <p class="chips">
              {OPERATIONS.filter(({ access }) => access === scope).map(({ id }) => (
                <a class="chip" href={docsPaths.operation({ operation: id })}>
                  {id}
                </a>
              ))}
            </p>
          </>
        ))}
      </section>
    </>
  ),
});
