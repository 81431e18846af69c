import { SCOPE_TEXTS } from '../../../http/oauth/metadata.ts';
import { API_SCOPES } from '../../../modules/accounts/schema.ts';
import { OPERATIONS } from '../../../registry.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';
import { KEY_VARIABLE } from './samples.ts';

export const authenticationPage = docsPage({
  path: docsPaths.authentication,
  title: 'Authentication',
  description: 'Create an API key, connect an app with OAuth 2.1, and pick the scopes you need.',
  lede: 'Public operations need no credentials. For the rest, send an API key or an OAuth access token as a bearer token.',
  sections: [
    {
      id: 'key',
      title: 'Create an API key',
      view: ({ site }) => (
        <>
          <p>
            Go to <a href={accountPaths.keys()}>API keys</a>, name the key and pick its scopes. You can also set an expiry date. Keys start
            with <code>lw_</code>. You see the key only once, so store it right away. We store only a hash of it.
          </p>
          <p>Send the key with every request:</p>
          <CodeBlock
            name="a request with a key"
            text={`export ${KEY_VARIABLE}=lw_…\ncurl ${site.root}/api/v1/me -H "Authorization: Bearer $${KEY_VARIABLE}"`}
          />
          <p>If a key leaks, revoke it on the same page. It stops working at once. Public operations reject an invalid key too.</p>
        </>
      ),
    },
    {
      id: 'scopes',
      title: 'Scopes',
      view: () => (
        <>
          <p>A scope is what a key or an app may do for you. Pick only the ones you need.</p>
          {API_SCOPES.map((scope) => (
            <>
              <h3>
                <code>{scope}</code> · {SCOPE_TEXTS[scope].title}
              </h3>
              <p>{SCOPE_TEXTS[scope].words}</p>
              <p class="chips">
                {OPERATIONS.filter(({ access }) => access === scope).map(({ id }) => (
                  <a class="chip" href={docsPaths.operation({ operation: id })}>
                    {id}
                  </a>
                ))}
              </p>
            </>
          ))}
          <p>
            Admins of this site can also give <code>site:admin</code>, for <a href={docsPaths.admin()}>the operators’ API</a>.
          </p>
          <p class="more">
            If your key lacks a scope, you get status 403 with the code <code>insufficient_scope</code>. The error names the scope you need.
          </p>
        </>
      ),
    },
    {
      id: 'oauth',
      title: 'Connect an app with OAuth 2.1',
      view: ({ site }) => (
        <>
          <p>
            Use OAuth if your app acts for other people. We support the authorization code flow with PKCE (S256), client ID metadata
            documents, dynamic client registration, resource indicators, rotating refresh tokens and token revocation.
          </p>
          <CodeBlock
            name="the addresses of the OAuth metadata"
            text={`curl ${site.root}/.well-known/oauth-protected-resource/mcp\ncurl ${site.root}/.well-known/oauth-authorization-server`}
          />
          <p>
            Request a token for the resource <code>{site.root}/mcp</code>. It works for MCP and REST. A token for{' '}
            <code>{site.root}/api/v1</code> works for REST only.
          </p>
          <p>
            Requests without credentials get status 401 and a <code>WWW-Authenticate</code> header that points to the metadata above. If
            your app asks for no scopes, people are offered all of them and can deselect any.
          </p>
          <p>
            People can see and disconnect your app under <a href={accountPaths.applications()}>connected applications</a>.
          </p>
        </>
      ),
    },
    {
      id: 'redirect-uris',
      title: 'Allowed redirect URIs',
      view: () => (
        <>
          <ul class="docs-list">
            <li>
              Any <code>https</code> address
            </li>
            <li>
              <code>http</code> on <code>localhost</code>, <code>127.0.0.1</code> or <code>[::1]</code>, with any port
            </li>
            <li>
              A custom scheme in reverse domain order, such as <code>com.example.app:/callback</code>
            </li>
          </ul>
          <p>
            Anything else is rejected with <code>invalid_redirect_uri</code>.
          </p>
        </>
      ),
    },
  ],
});
