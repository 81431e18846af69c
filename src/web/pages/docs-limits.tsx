import type { Ctx } from '../../kernel/context.ts';
import { usualLimits } from '../../modules/accounts/limits.ts';
import { to } from '../addresses.ts';
import type { Head } from '../page.ts';
import { DocsFrame } from '../parts/docs-frame.tsx';

const AT = to.docsPage('limits');

export const load = async ({ site }: Ctx) => usualLimits(site);

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Limits',
  description: 'How much one may ask for, how that is told, and what to do when it is too much.',
  canonical: AT,
  trail: [{ name: 'Reference', href: to.docs() }],
});

const WHO: Record<string, string> = {
  strangers: 'Without credentials, for each network address',
  reads: 'Reading, for each account',
  writes: 'Writing, for each account',
  drafts: 'New drafts, for each account: each reads somebody’s website',
};

const per = (seconds: number): string => (seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : `in ${seconds} seconds`);

export const view = (limits: Data) => (
  <DocsFrame at={AT} title="Limits" lede="All keys and applications of an account share its limits. get_account says what is left of each.">
    <section class="scroll" aria-label="Limits">
      <table class="schema">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How much</th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ name, limit, window_seconds }) => (
            <tr>
              <th scope="row">{WHO[name] ?? name}</th>
              <td>
                {limit.toLocaleString('en')} {per(window_seconds)}
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
        more. Past the limit the answer is 429 <code>rate_limited</code> with <code>Retry-After</code> in seconds: wait so long, then go on.
      </p>
    </section>
    <section class="block" aria-labelledby="sizes">
      <h2 id="sizes">Sizes</h2>
      <p>
        A page of a list has at most 100 items and there are at most 1,000 pages. The bounds of every field are with its operation in{' '}
        <a href={to.docs()}>the reference</a>; a value past them is refused with its path, its limit and what was sent.
      </p>
    </section>
  </DocsFrame>
);
