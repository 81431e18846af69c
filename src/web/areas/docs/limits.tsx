import { listSiteLimits } from '../../../modules/accounts/limits.ts';
import { docsPaths } from '../../paths.ts';
import { docsPage } from './docs.tsx';

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
