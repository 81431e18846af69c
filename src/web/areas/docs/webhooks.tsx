import { CHANGE_KINDS } from '../../../modules/changes/rules.ts';
import { DELIVERY_DAYS, MAX_ATTEMPTS, MAX_MESSAGES_PER_MINUTE, MAX_WEBHOOKS } from '../../../modules/webhooks/rules.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';

const MESSAGE_SAMPLE = `POST /hooks/launchweek HTTP/1.1
content-type: application/json
webhook-id: msg_7_5f0c2a91be_1042
webhook-timestamp: 1794916800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "listing.updated",
  "timestamp": "2026-11-17T12:00:00.000Z",
  "data": {
    "kind": "listing",
    "key": "tidewater",
    "removed": false,
    "changed_at": "2026-11-17T12:00:00.000Z",
    "data": { "slug": "tidewater", "name": "Tidewater" }
  }
}`;

/** Works as it stands: the tests run it on messages that were really sent. */
export const VERIFY_SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a request comes from us. The body is the text as it arrived, not parsed. */
export function isFromLaunchweek(secret, headers, body, now = Date.now()) {
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], timestamp, body].join('.');
  const expected = createHmac('sha256', key).update(signed).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

export const webhooksGuide = docsPage({
  path: docsPaths.webhooks,
  title: 'Webhooks',
  description: 'Get every change of the directory sent to your server: messages, signatures, retries and replays.',
  lede: 'Add the address of your server, and each change of the directory is sent to it: signed, in order, and again until your server accepts it.',
  sections: [
    {
      id: 'setup',
      title: 'Set up a webhook',
      view: () => (
        <>
          <ol class="docs-list">
            <li>
              Go to <a href={accountPaths.webhooks()}>Webhooks</a>, enter an https:// address on port 443, and choose the kinds of records
              you want. Addresses in private networks are refused.
            </li>
            <li>
              Show the signing secret and copy it into your receiver. It starts with <code>whsec_</code>.
            </li>
            <li>
              Send a test event (<code>webhook.test</code>) and see the response of your receiver in the log.
            </li>
          </ol>
          <p>
            You can have {MAX_WEBHOOKS.account} webhooks. A new one gets changes from then on. For a first copy of all records, read the{' '}
            <a href={`${docsPaths.rest()}#changes`}>change feed</a>.
          </p>
        </>
      ),
    },
    {
      id: 'messages',
      title: 'Messages',
      view: () => (
        <>
          <p>
            Messages follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. Each is about one record:
          </p>
          <CodeBlock name="a sample message" text={MESSAGE_SAMPLE} />
          <ul class="docs-list">
            <li>
              <code>type</code> is the kind of the record (
              {CHANGE_KINDS.map((kind, n) => (
                <>
                  {n > 0 && ', '}
                  <code>{kind}</code>
                </>
              ))}
              ) followed by <code>.updated</code> or <code>.removed</code>. New records are <code>.updated</code> too.
            </li>
            <li>
              The outer <code>data</code> is a change as the change feed has it. The inner one is the record as the API shows it when the
              message is sent; it is <code>null</code> if the record was removed.
            </li>
            <li>
              <code>key</code> identifies the record among those of its kind.
            </li>
            <li>
              <code>feed.reset</code> is rare: your webhook was off for so long that removals are missing. Delete your copy; all records
              follow.
            </li>
          </ul>
          <p>Ignore types you don’t know: new ones can be added.</p>
        </>
      ),
    },
    {
      id: 'verify',
      title: 'Verify signatures',
      view: () => (
        <>
          <p>
            Use a library of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, or this code. Verify the body as it arrived:
            parsing and writing it again changes it.
          </p>
          <CodeBlock name="code that verifies a message" text={VERIFY_SAMPLE} />
          <p>
            When you make a new secret, messages have two signatures for 24 hours, one of each secret. Replace the secret in your receiver
            within that time.
          </p>
        </>
      ),
    },
    {
      id: 'delivery',
      title: 'Order, retries and replays',
      view: () => (
        <>
          <ul class="docs-list">
            <li>
              Answer with a status from 200 to 299 within 15 seconds. Anything else is a failure, redirects included. Do slow work after you
              have answered.
            </li>
            <li>
              A message can arrive more than once, always with the same <code>webhook-id</code>. Skip ids you have already processed.
            </li>
            <li>
              Messages come in the order of the changes, one at a time. A message that fails holds back all later ones. If a record changes
              several times meanwhile, you get only its newest state.
            </li>
            <li>
              After a failure we try again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours: {MAX_ATTEMPTS} attempts in a
              little more than three days. A <code>Retry-After</code> header can ask for a later attempt.
            </li>
            <li>
              Then the webhook is turned off and you get an email. Status 410 turns it off at once. When you turn it on again, it continues
              where it stopped.
            </li>
            <li>
              The log shows the messages of {DELIVERY_DAYS} days with the responses. You can send one again, or replay everything that
              changed since.
            </li>
            <li>At most {MAX_MESSAGES_PER_MINUTE} messages per minute are sent to a webhook; the rest wait.</li>
          </ul>
        </>
      ),
    },
  ],
});
