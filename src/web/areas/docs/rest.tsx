import type { Site } from '../../../kernel/context.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';

const KEY = `-H "Authorization: Bearer $LAUNCHWEEK_KEY"`;
const JSON_BODY = `-H 'Content-Type: application/json'`;

const apiOf = (site: Site): string => `${site.root}/api/v1`;

export const restPage = docsPage({
  path: docsPaths.rest,
  title: 'Getting started with REST',
  description: 'From the first request without an account to a product that is submitted, launched and paid for.',
  lede: ({ site }) => (
    <>
      Everything is under <code>{apiOf(site)}</code>, takes and answers JSON, and is described by{' '}
      <a href={docsPaths.openapi()}>openapi.json</a> (OpenAPI 3.1).
    </>
  ),
  island: 'copy.js',
  view({ site }) {
    const api = apiOf(site);
    return (
      <>
        <section class="block block-first" aria-labelledby="first">
          <h2 id="first">1. Ask something</h2>
          <p>What is public needs no account. Find products, read one, look at this week.</p>
          <CodeBlock name="the first requests" text={`curl '${api}/listings?q=invoices&per_page=5'\ncurl '${api}/launches/weeks/this'`} />
        </section>
        <section class="block" aria-labelledby="key">
          <h2 id="key">2. Get a key</h2>
          <p>
            Make one under <a href={accountPaths.keys()}>API keys</a>, with the scopes it needs. It is shown once.{' '}
            <a href={docsPaths.authentication()}>Which scope is for what</a>.
          </p>
          <CodeBlock name="how to keep and try a key" text={`export LAUNCHWEEK_KEY=lw_…\ncurl ${api}/account ${KEY}`} />
        </section>
        <section class="block" aria-labelledby="submit">
          <h2 id="submit">3. Submit a product by its address</h2>
          <p>
            The site is read and a profile drafted, with a quote behind every value. Ask for the draft every few seconds until its{' '}
            <code>status</code> is <code>ready</code>, correct what you like, and submit it.
          </p>
          <CodeBlock
            name="how to submit a product"
            text={[
              `curl -X POST ${api}/drafts ${KEY} ${JSON_BODY} \\`,
              `  -H "Idempotency-Key: $(uuidgen)" -d '{"url":"https://acme.example"}'`,
              `curl ${api}/drafts/DRAFT_ID ${KEY}`,
              `curl -X PATCH ${api}/drafts/DRAFT_ID ${KEY} ${JSON_BODY} \\`,
              `  -d '{"fields":{"tagline":"Invoices that send themselves"},"lock_fields":["tagline"]}'`,
              `curl -X POST ${api}/drafts/DRAFT_ID/submit ${KEY}`,
            ].join('\n')}
          />
        </section>
        <section class="block" aria-labelledby="launch">
          <h2 id="launch">4. Launch it</h2>
          <p>
            For free, in the first week with room, once our badge is on the homepage. Or at once, or in a week of your choice, by an order.
          </p>
          <CodeBlock
            name="how to launch a product"
            text={[
              `curl -X POST ${api}/me/listings/LISTING_ID/free ${KEY}`,
              '',
              `curl ${api}/products`,
              `curl -X POST ${api}/orders/quote ${KEY} ${JSON_BODY} \\`,
              `  -d '{"items":[{"product":"launch","listing_id":LISTING_ID}],"billing_country":"FR"}'`,
              `curl -X POST ${api}/orders/checkout ${KEY} ${JSON_BODY} \\`,
              `  -H "Idempotency-Key: $(uuidgen)" -d '{"items":[{"product":"launch","listing_id":LISTING_ID}]}'`,
            ].join('\n')}
          />
          <p>
            The last answers with a <code>checkout_url</code>. Paying is for a person, on that page: no key and no application can do it.
          </p>
        </section>
        <section class="block" aria-labelledby="client">
          <h2 id="client">Use the typed client</h2>
          <p>
            <code>@launchweek/client</code> has a method for each operation, for Node, Deno, Bun and browsers. It repeats what failed
            without doing it twice, goes through pages and raises typed problems. Its command calls operations from a shell.
          </p>
          <CodeBlock
            name="how to use the client"
            text={[
              `import { createClient } from '@launchweek/client';`,
              `const client = createClient({ base_url: '${api}', key: process.env.LAUNCHWEEK_KEY });`,
              `for await (const listing of client.search_listings.all({ q: 'invoices' })) console.log(listing.name);`,
              '',
              `npx launchweek-client search_listings --base-url ${api} --q invoices`,
            ].join('\n')}
          />
        </section>
        <section class="block" aria-labelledby="answers">
          <h2 id="answers">How answers look</h2>
          <ul class="plain-list plain-list-tight">
            <li>
              Unknown is <code>null</code>, and every property is always there.
            </li>
            <li>
              Times are UTC and end in <code>_at</code>, days in <code>_on</code>, money is whole cents and ends in <code>_cents</code>.
            </li>
            <li>
              A list has <code>items</code>, <code>page</code>, <code>per_page</code>, <code>total</code>, <code>total_is_exact</code> and{' '}
              <code>has_more</code>. Ask on while <code>has_more</code> is true.
            </li>
            <li>
              Public answers carry an <code>ETag</code>; send it back as <code>If-None-Match</code> and get 304 while nothing changed.
            </li>
            <li>
              Send an <code>Idempotency-Key</code> with what makes something: the same key with the same body gives the first answer again,
              for 24 hours, with <code>Idempotent-Replayed: true</code>.
            </li>
            <li>
              What is refused has one shape, with a <code>code</code> and what to do: see <a href={docsPaths.errors()}>the errors</a>.
            </li>
          </ul>
        </section>
      </>
    );
  },
});
