import type { Ctx } from '../../kernel/context.ts';
import { hasFreshProof, isAdmin, isOnTeam, ownAccount } from '../../modules/accounts/account.ts';
import { moveUnderWay } from '../../modules/accounts/address.ts';
import { listSessions } from '../../modules/accounts/session.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import type { AccountData } from '../parts/account-data.ts';
import { AccountAddress, AccountName, AccountPassword } from '../parts/account-forms.tsx';
import { AccountSessions } from '../parts/account-sessions.tsx';
import { Form } from '../parts/form.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<AccountData> => {
  const member = signedIn(ctx);
  const [account, sessions, move, proved, admin, team] = await Promise.all([
    ownAccount(member),
    listSessions(member),
    moveUnderWay(member),
    hasFreshProof(member),
    isAdmin(member),
    isOnTeam(member),
  ]);
  return { account, sessions, move: move ?? null, proved, admin, team, done: typed(query.done) };
};

export const head = (): Head => ({
  title: 'Your account',
  description: 'Your name, address, password and devices.',
  canonical: to.account(),
  index: false,
});

const DONE: Record<string, string> = {
  named: 'Your name is saved.',
  asked_both: 'Two links are on their way, one to each address. The move happens once both are confirmed.',
  password_set: 'Your password is set, and every other device is signed out.',
  session_ended: 'That device is signed out.',
};

export const view = (data: AccountData, here: Here) => (
  <div class="account">
    <header class="page-head account-head">
      <div>
        <h1 dir="auto">{data.account.name ?? 'Your account'}</h1>
        <p class="lede" dir="auto">
          {data.account.email}
        </p>
      </div>
      <Form action="/sign-out" here={here}>
        <button class="button" type="submit">
          Sign out
        </button>
      </Form>
    </header>
    {data.done && DONE[data.done] && (
      <p class="done" role="status">
        {DONE[data.done]}
      </p>
    )}
    <nav class="account-places" aria-label="Account">
      <ul class="chips">
        {ACCOUNT_PLACES.filter(({ only }) => !only || data[only]).map(({ name, href }) => (
          <li>
            <a class="chip" href={href}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <AccountName data={data} here={here} />
    <AccountAddress data={data} here={here} />
    <AccountPassword data={data} here={here} />
    <AccountSessions data={data} here={here} />
    <section class="block" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>Everything we hold about you, as one JSON file.</p>
      <Form action="/account/export" here={here}>
        <button class="button" type="submit">
          Download it
        </button>
      </Form>
    </section>
    <section class="block" aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <p>
        <a href={to.deleteAccount()}>Delete your account</a> and what we hold about you. It cannot be undone.
      </p>
    </section>
  </div>
);

/** What else belongs to an account, on pages of its own. */
const ACCOUNT_PLACES: { name: string; href: string; only?: 'team' | 'admin' }[] = [
  { name: 'Your listings', href: to.dashboard() },
  { name: 'Your drafts', href: to.drafts() },
  { name: 'Your claims', href: to.claims() },
  { name: 'Your orders', href: to.orders() },
  { name: 'Your votes', href: to.votes() },
  { name: 'What you follow', href: to.follows() },
  { name: 'Notifications', href: to.notifications() },
  { name: 'Your mail', href: to.mail() },
  { name: 'API keys', href: to.keys() },
  { name: 'Connected applications', href: to.applications() },
  { name: 'Your data', href: '#your-data' },
  { name: 'Delete your account', href: to.deleteAccount() },
  { name: 'Site team', href: '/admin', only: 'team' },
];
