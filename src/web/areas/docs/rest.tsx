import type { Site } from '../../../kernel/context.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage, OperationLink } from './docs.tsx';
import { KEY_VARIABLE } from './samples.ts';

const KEY = `  -H "Authorization: Bearer $${KEY_VARIABLE}"`;
const JSON_BODY = `  -H 'Content-Type: application/json'`;
const IDEMPOTENCY = '  -H "Idempotency-Key: $(uuidgen)"';

/** Commands of several lines each. */
const shell = (...commands: string[][]): string => commands.map((lines) => lines.join(' \\\n')).join('\n\n');

const apiOf = (site: Site): string => `${site.root}/api/v1`;

export const restPage = docsPage({
  path: docsPaths.rest,
  title: 'REST quickstart',
  description: 'Send your first request without an account, then submit, launch and promote a product with the REST API.',
  lede: ({ site }) => (
    <>
      The base URL is <code>{apiOf(site)}</code>. Requests and responses are JSON. You can import{' '}
      <a href={docsPaths.openapi()}>openapi.json</a> (OpenAPI 3.1) into your tools.
    </>
  ),
  sections: [
    {
      id: 'first',
      title: '1. Send your first request',
      view: ({ site }) => (
        <>
          <p>Reading public data needs no account. Search for products, or see this week’s launches:</p>
          <CodeBlock
            name="the first requests"
            text={`curl '${apiOf(site)}/listings?q=invoices&per_page=5'\ncurl '${apiOf(site)}/launches/weeks/this'`}
          />
          <p>
            See <OperationLink id="search_listings" /> and <OperationLink id="get_launch_week" /> for JavaScript and Python.
          </p>
        </>
      ),
    },
    {
      id: 'key',
      title: '2. Get an API key',
      view: ({ site }) => (
        <>
          <p>
            Create a key under <a href={accountPaths.keys()}>API keys</a> and pick{' '}
            <a href={`${docsPaths.authentication()}#scopes`}>its scopes</a>. You see it only once. Then check that it works:
          </p>
          <CodeBlock name="the request that checks a key" text={shell([`export ${KEY_VARIABLE}=lw_…`], [`curl ${apiOf(site)}/me`, KEY])} />
        </>
      ),
    },
    {
      id: 'submit',
      title: '3. Submit a product',
      view: ({ site }) => (
        <>
          <p>
            Send the address of a website. We read the site and draft a profile, with a quote for every fact. Poll the draft every few
            seconds until its <code>status</code> is <code>ready</code>. Correct what you like, then submit it.
          </p>
          <CodeBlock
            name="the requests that submit a product"
            text={shell(
              [`curl -X POST ${apiOf(site)}/drafts`, KEY, JSON_BODY, IDEMPOTENCY, `  -d '{"url":"https://acme.example"}'`],
              [`curl ${apiOf(site)}/drafts/DRAFT_ID`, KEY],
              [
                `curl -X PATCH ${apiOf(site)}/drafts/DRAFT_ID`,
                KEY,
                JSON_BODY,
                `  -d '{"fields":{"tagline":"Invoices that send themselves"}}'`,
              ],
              [`curl -X POST ${apiOf(site)}/drafts/DRAFT_ID/submit`, KEY],
            )}
          />
          <p>
            See <OperationLink id="submit_listing" />, <OperationLink id="get_draft" />, <OperationLink id="update_draft" /> and{' '}
            <OperationLink id="submit_draft" />.
          </p>
        </>
      ),
    },
    {
      id: 'launch',
      title: '4. Launch it for free',
      view: ({ site }) => (
        <>
          <p>Join the queue for the first week with a free slot, and add our badge to your homepage.</p>
          <CodeBlock
            name="the request that launches for free"
            text={shell([`curl -X POST ${apiOf(site)}/me/listings/LISTING_ID/free`, KEY])}
          />
          <p>
            See <OperationLink id="choose_free_listing" /> and <OperationLink id="get_badges" />.
          </p>
        </>
      ),
    },
    {
      id: 'order',
      title: 'Or order a launch',
      view: ({ site }) => (
        <>
          <p>With an order you launch right away or in the week you choose. Get a price first, then create a checkout.</p>
          <CodeBlock
            name="the requests that order a launch"
            text={shell(
              [`curl ${apiOf(site)}/products`],
              [
                `curl -X POST ${apiOf(site)}/orders/quote`,
                KEY,
                JSON_BODY,
                `  -d '{"items":[{"product":"launch","listing_id":LISTING_ID}],"billing_country":"FR"}'`,
              ],
              [
                `curl -X POST ${apiOf(site)}/orders/checkout`,
                KEY,
                JSON_BODY,
                IDEMPOTENCY,
                `  -d '{"items":[{"product":"launch","listing_id":LISTING_ID}]}'`,
              ],
            )}
          />
          <p>
            Open the <code>checkout_url</code> of the response to pay. Only a person can pay; keys and apps cannot. See{' '}
            <OperationLink id="quote_order" /> and <OperationLink id="create_checkout" />.
          </p>
        </>
      ),
    },
    {
      id: 'client',
      title: 'Use the typed client',
      view: ({ site }) => (
        <>
          <p>
            <code>@launchweek/client</code> has one typed method per operation. It runs in Node, Deno, Bun and browsers. It retries safely,
            goes through pages for you and throws typed errors. You can also call it from a shell.
          </p>
          <CodeBlock
            name="the code with the client"
            text={[
              `import { createClient } from "@launchweek/client";`,
              '',
              'const client = createClient({',
              `  base_url: "${apiOf(site)}",`,
              `  key: process.env.${KEY_VARIABLE},`,
              '});',
              'for await (const listing of client.search_listings.all({ q: "invoices" })) {',
              '  console.log(listing.name);',
              '}',
            ].join('\n')}
          />
          <CodeBlock
            name="the client’s command"
            text={shell([`npx -p @launchweek/client launchweek-client search_listings`, `  --base-url ${apiOf(site)}`, '  --q invoices'])}
          />
        </>
      ),
    },
    {
      id: 'responses',
      title: 'Response format',
      view: () => (
        <ul class="docs-list">
          <li>
            Every property is always present. Unknown values are <code>null</code>.
          </li>
          <li>
            Times are in UTC and end in <code>_at</code>. Dates end in <code>_on</code>. Amounts are in cents and end in <code>_cents</code>
            .
          </li>
          <li>New properties can appear at any time. Ignore the ones you don’t know.</li>
        </ul>
      ),
    },
    {
      id: 'pagination',
      title: 'Pagination',
      view: () => (
        <p>
          Lists have <code>items</code>, <code>page</code>, <code>per_page</code>, <code>total</code>, <code>total_is_exact</code> and{' '}
          <code>has_more</code>. Request the next page while <code>has_more</code> is true.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Change feed',
      view: ({ site }) => (
        <>
          <p>
            Keep a copy of everything public with <code>GET /changes</code>. Without a cursor you get all records; then send the{' '}
            <code>cursor</code> of the last response to get what changed since. Request again at once while <code>has_more</code> is true.
            With <code>wait</code> (up to 30 seconds) the response comes when something changes. <code>cursor=latest</code> skips everything
            until now.
          </p>
          <CodeBlock
            name="the requests that follow changes"
            text={[
              `curl '${apiOf(site)}/changes?limit=200'`,
              `curl '${apiOf(site)}/changes?cursor=CURSOR&wait=30&kinds=listing,award'`,
              `curl -N '${apiOf(site)}/changes/stream?cursor=latest'`,
            ].join('\n')}
          />
          <ul class="docs-list">
            <li>
              A change has <code>kind</code>, <code>key</code>, <code>removed</code>, <code>changed_at</code> and <code>data</code>: the
              record as it is now, or <code>null</code> if it is no longer public. Replace or delete your copy of that kind and key.
            </li>
            <li>
              <code>listing</code>, <code>founder</code> and <code>category</code> (by slug) and <code>product</code> (by code) are as in{' '}
              <OperationLink id="get_listing" />, <OperationLink id="get_founder" />, <OperationLink id="get_category" /> and{' '}
              <OperationLink id="list_products" />, without counts of votes, views, followers and comments, without a category’s listings
              and without a product’s weeks. <code>award</code> (such as 2026-01-05/1) and <code>week</code> name listings by slug; a week
              has its votes and ranking once it is final.
            </li>
            <li>
              <code>votes</code> are the counted votes of a listing by day, such as ledgerly/2026-01-05, a few minutes after they were cast.
            </li>
            <li>
              Each change comes at least once, and changes of a record in order. If a record changes several times, you may only get the
              newest. A record can come before one that it names.
            </li>
            <li>
              <code>/changes/stream</code> sends the same as server-sent events. Browsers continue by themselves with{' '}
              <code>Last-Event-ID</code>.
            </li>
            <li>
              The code <code>cursor_expired</code> (status 410) means: delete your copy and start without a cursor.
            </li>
          </ul>
          <p>One command keeps such a copy in an SQLite file, and continues by itself after any fault (Node 22.13 or newer):</p>
          <CodeBlock name="the command that keeps a local copy" text={`npx @launchweek/client mirror ${site.root} ./copy`} />
        </>
      ),
    },
    {
      id: 'caching',
      title: 'Caching with ETag',
      view: () => (
        <p>
          Public responses have an <code>ETag</code>. Send it back as <code>If-None-Match</code> and you get status 304 while nothing has
          changed.
        </p>
      ),
    },
    {
      id: 'idempotency',
      title: 'Retry safely with Idempotency-Key',
      view: () => (
        <p>
          Send an <code>Idempotency-Key</code> header when you create something. If you repeat the request with the same key and body within
          24 hours, you get the first response again with <code>Idempotent-Replayed: true</code>, and nothing is created twice.
        </p>
      ),
    },
    {
      id: 'errors',
      title: 'Errors',
      view: () => (
        <p>
          All errors have the same format, with a <code>code</code> for your program and a <code>detail</code> that says how to fix the
          request. See <a href={docsPaths.errors()}>all error codes</a>.
        </p>
      ),
    },
  ],
});
