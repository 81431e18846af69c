import { listSiteLimits } from '../../../modules/accounts/limits.ts';
import { REFUSALS } from '../../../refusals.ts';
import { docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage, OperationLink } from './docs.tsx';

const LIMIT_LABELS: Record<string, string> = {
  comments: 'Comments, per account',
  strangers: 'Requests without credentials, per IP address',
  reads: 'Reads, per account',
  writes: 'Writes, per account',
  drafts: 'Website crawls, per account (new drafts, redrafts, competitors, badge and claim checks)',
  readings: 'Crawls of one website, across all accounts',
  invites: 'Email invitations, per account',
  pages: 'Web pages when signed out, per network',
  member_pages: 'Web pages when signed in, per account',
  sign_in_pages: 'Sign-ins and sign-ups, per network',
  pictures: 'Badges and product images, per network',
};

const WINDOWS: Record<number, string> = { 60: 'per minute', 3600: 'per hour', 86400: 'per day' };

export const limitsPage = docsPage({
  path: docsPaths.limits,
  title: 'Rate limits',
  description: 'How many requests you can send, how to see what is left, and what to do after a 429.',
  lede: () => (
    <>
      All keys and apps of an account share its limits. Call <OperationLink id="get_account" /> to see what you have left.
    </>
  ),
  sections: [
    {
      id: 'limits',
      title: 'Limits on this site',
      view: ({ site }) => (
        <section class="scroll" aria-label="Rate limits">
          <table class="schema">
            <thead>
              <tr>
                <th scope="col">What counts</th>
                <th scope="col">Limit</th>
              </tr>
            </thead>
            <tbody>
              {listSiteLimits(site).map(({ name, limit, window_seconds }) => (
                <tr>
                  <th scope="row">{LIMIT_LABELS[name] ?? name}</th>
                  <td>
                    {limit.toLocaleString('en')} {WINDOWS[window_seconds] ?? `per ${window_seconds} seconds`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ),
    },
    {
      id: 'headers',
      title: 'Rate limit headers and status 429',
      view: () => (
        <>
          <p>
            Every API response has a <code>RateLimit-Policy</code> header with the limit and a <code>RateLimit</code> header with what is
            left and when it resets.
          </p>
          <p>
            Over the limit you get status 429 with the code <code>rate_limited</code>. Wait as many seconds as <code>Retry-After</code>{' '}
            says, then try again.
          </p>
        </>
      ),
    },
    {
      id: 'pages',
      title: 'How web pages are counted',
      view: () => (
        <>
          <p>
            A page counts as 1, a form or a feed as 2, a search or comparison as 5, and a sitemap, invoice or other file as 10. Stylesheets
            and scripts are free.
          </p>
          <p>
            A network is one IPv4 address or one IPv6 /64. People behind the same address share its limit until they sign in. Crawlers have
            the same limits as visitors.
          </p>
        </>
      ),
    },
    {
      id: 'sizes',
      title: 'Page size and field lengths',
      view: () => (
        <p>
          A page of a list has at most 100 items, and you can read up to page 1,000. The limits of each field are on the page of its
          operation. If a value is too long or too large, the error names the field, its limit and the value you sent.
        </p>
      ),
    },
  ],
});

const REFUSALS_BY_STATUS = Object.entries(REFUSALS).toSorted(([, a], [, b]) => a.status - b.status);
const FAULT_ADVICE = 'Try again. If the error stays, contact us with the request_id.';

/** What to do about each error. */
export const ERROR_TEXTS = REFUSALS_BY_STATUS.map(([code, { status, title, detail }]) => ({
  code,
  status,
  title,
  advice: detail ?? FAULT_ADVICE,
}));

const problemExample = (root: string) => ({
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
  description: 'The error format, every error code, and how to fix each.',
  lede: () => (
    <>
      Errors are JSON in the <code>application/problem+json</code> format (RFC 9457). Check <code>code</code> in your program and show{' '}
      <code>detail</code> to people.
    </>
  ),
  sections: [
    {
      id: 'format',
      title: 'Error format',
      view: ({ site }) => (
        <>
          <CodeBlock name="a sample error" text={JSON.stringify(problemExample(site.root), null, 2)} />
          <ul class="docs-list">
            <li>
              <code>code</code> never changes its meaning. New codes can be added.
            </li>
            <li>
              <code>detail</code> says how to fix the request.
            </li>
            <li>
              <code>errors</code> lists every invalid value with its path, its limit and what you sent.
            </li>
            <li>
              <code>request_id</code> identifies the request. Include it when you contact us.
            </li>
          </ul>
          <p class="more">
            In MCP, a rejected tool call returns the same JSON as text, with <code>isError: true</code>. Missing credentials or scopes are
            HTTP errors 401 and 403, so that your client can ask you to sign in.
          </p>
        </>
      ),
    },
    {
      id: 'codes',
      title: 'Error codes',
      not_searched: true,
      view: () => (
        <section class="scroll" aria-label="All error codes">
          <table class="schema">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Status</th>
                <th scope="col">What to do</th>
              </tr>
            </thead>
            <tbody>
              {ERROR_TEXTS.map(({ code, status, advice }) => (
                <tr id={code}>
                  <th scope="row">
                    <code>{code}</code>
                  </th>
                  <td>{status}</td>
                  <td>{advice}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ),
    },
  ],
});
