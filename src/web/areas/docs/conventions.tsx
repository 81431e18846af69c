import { SCOPE_TEXTS } from '../../../http/oauth/metadata.ts';
import { listSiteLimits } from '../../../modules/accounts/limits.ts';
import { REFUSALS } from '../../../refusals.ts';
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
        <CodeBlock name="a request with a key" text={`curl ${site.root}/api/v1/me -H 'Authorization: Bearer lw_…'`} />
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
          A request without credentials is answered 401 with a <code>WWW-Authenticate</code> that names the first of these; on{' '}
          <code>/mcp</code> it names all scopes, and so is an application offered all that asks for none. The person can untick what they do
          not want to allow. A request whose scopes do not reach is answered 403 <code>insufficient_scope</code> and says which it needs.
          People see what they connected, and disconnect it, under <a href={accountPaths.applications()}>connected applications</a>.
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

const LIMIT_LABELS: Record<string, string> = {
  strangers: 'Without credentials, for each network address',
  reads: 'Reading, for each account',
  writes: 'Writing, for each account',
  drafts: 'Reading somebody’s website, for each account: new drafts, redrafts, competitors, badge and claim checks',
  readings: 'Reading one website, for all accounts together',
  invites: 'Invitations by email, for each account',
  pages: 'Pages of the website without signing in, for each network',
  member_pages: 'Pages of the website, for each account that is signed in',
  sign_in_pages: 'Signing in and signing up, for each network',
  pictures: 'Badges and listings’ pictures, for each network',
};

const formatWindow = (seconds: number): string =>
  seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : seconds === 86_400 ? 'a day' : `in ${seconds} seconds`;

export const limitsPage = docsPage({
  path: docsPaths.limits,
  title: 'Limits',
  description: 'How much one may ask for, how that is told, and what to do when it is too much.',
  lede: 'All keys and applications of an account share its limits. get_account says what is left of each.',
  view: ({ site }) => (
    <>
      <section class="scroll" aria-label="Limits">
        <table class="schema">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">How much</th>
            </tr>
          </thead>
          <tbody>
            {listSiteLimits(site).map(({ name, limit, window_seconds }) => (
              <tr>
                <th scope="row">{LIMIT_LABELS[name] ?? name}</th>
                <td>
                  {limit.toLocaleString('en')} {formatWindow(window_seconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="block" aria-labelledby="told">
        <h2 id="told">How you are told</h2>
        <p>
          Every answer carries <code>RateLimit-Policy</code> and <code>RateLimit</code> with what is left and in how many seconds there is
          more. Past the limit the answer is 429 <code>rate_limited</code> with <code>Retry-After</code> in seconds: wait so long, then go
          on.
        </p>
      </section>
      <section class="block" aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <p>
          A page counts as one, a search or comparison as five, a form as two, a feed as two, a sitemap, an invoice or another file as ten.
          Stylesheets and scripts do not count. A network is an IPv4 address or an IPv6 /64: people behind one address share its limit, and
          have their own once they sign in. Crawlers get what every visitor gets.
        </p>
      </section>
      <section class="block" aria-labelledby="sizes">
        <h2 id="sizes">Sizes</h2>
        <p>
          A page of a list has at most 100 items and there are at most 1,000 pages. The bounds of every field are with its operation in{' '}
          <a href={docsPaths.home()}>the reference</a>; a value past them is refused with its path, its limit and what was sent.
        </p>
      </section>
    </>
  ),
});

const REFUSALS_BY_STATUS = Object.entries(REFUSALS).toSorted(([, a], [, b]) => a.status - b.status);

const example = (root: string) => ({
  type: `${root}${docsPaths.errors()}#invalid_input`,
  title: REFUSALS.invalid_input.title,
  status: 400,
  code: 'invalid_input',
  detail: REFUSALS.invalid_input.detail,
  errors: [{ path: 'page', code: 'too_large', message: 'may be at most 1000', limit: 1000, actual: 1001 }],
  request_id: '6f0c1f0e-5b1e-4c38-9f43-0f1d2c3b4a59',
});

export const errorsPage = docsPage({
  path: docsPaths.errors,
  title: 'Errors',
  description: 'Every code a refused request can carry, and what to do about it.',
  lede: () => (
    <>
      A refused request is answered as <code>application/problem+json</code> (RFC 9457). Programs switch on <code>code</code>;{' '}
      <code>detail</code> says what to do; <code>errors</code> names each value that does not fit, its limit and what was sent.
    </>
  ),
  view: ({ site }) => (
    <>
      <pre tabindex={0}>
        <code>{JSON.stringify(example(site.root), null, 2)}</code>
      </pre>
      <section class="scroll" aria-label="All codes">
        <table class="schema">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            {REFUSALS_BY_STATUS.map(([code, { status, detail }]) => (
              <tr id={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{status}</td>
                <td>{detail ?? 'Try again; if it stays, write to us and name the request_id.'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  ),
});
