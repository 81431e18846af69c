import type { Ctx } from '../../../kernel/context.ts';
import { getOwnAccount, hasRecentEmailProof, isOnTeam } from '../../../modules/accounts/account.ts';
import { listSessions } from '../../../modules/accounts/credentials/sessions.ts';
import { getPendingEmailChange } from '../../../modules/accounts/email-change.ts';
import { accountPaths, adminPaths, claimPaths, dashboardPaths, draftPaths, orderPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { AccountAddress, type AccountData, AccountName, AccountPassword, AccountSessions } from './account-sections.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<AccountData> => {
  const member = requireSignedIn(ctx);
  const [account, sessions, email_change, has_email_proof, team] = await Promise.all([
    getOwnAccount(member),
    listSessions(member),
    getPendingEmailChange(member),
    hasRecentEmailProof(member),
    isOnTeam(member),
  ]);
  return { account, sessions, email_change: email_change ?? null, has_email_proof, team, done: textParam(query.done) };
};

export const head = (): PageHead => ({
  title: 'Your account',
  description: 'Your name, address, password and devices.',
  canonical: accountPaths.home(),
  index: false,
});

const DONE: Record<string, string> = {
  named: 'Your name is saved.',
  asked_both: 'Two links are on their way, one to each address. The move happens once both are confirmed.',
  password_set: 'Your password is set, and every other device is signed out.',
  session_ended: 'That device is signed out.',
};

export const view = (data: AccountData, context: PageContext) => (
  <div class="account">
    <header class="page-head split account-head">
      <div>
        <h1 dir="auto">{data.account.name ?? 'Your account'}</h1>
        <p class="lede" dir="auto">
          {data.account.email}
        </p>
      </div>
      <Form action={accountPaths.signOut()} context={context}>
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
    <nav class="tabs" aria-label="Account">
      <ul class="chips">
        {ACCOUNT_LINKS.filter(({ team_only }) => !team_only || data.team).map(({ name, href }) => (
          <li>
            <a class="chip" href={href}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <AccountName data={data} context={context} />
    <AccountAddress data={data} context={context} />
    <AccountPassword data={data} context={context} />
    <AccountSessions data={data} context={context} />
    <section class="block" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>Everything we hold about you, as one JSON file.</p>
      <Form action={accountPaths.export()} context={context}>
        <button class="button" type="submit">
          Download it
        </button>
      </Form>
    </section>
    <section class="block" aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <p>
        <a href={accountPaths.delete()}>Delete your account</a> and what we hold about you. It cannot be undone.
      </p>
    </section>
  </div>
);

/** Other pages of the account. */
const ACCOUNT_LINKS: { name: string; href: string; team_only?: true }[] = [
  { name: 'Your listings', href: dashboardPaths.home() },
  { name: 'Your drafts', href: draftPaths.drafts() },
  { name: 'Your claims', href: claimPaths.claims() },
  { name: 'Your orders', href: orderPaths.orders() },
  { name: 'Your votes', href: accountPaths.votes() },
  { name: 'What you follow', href: accountPaths.follows() },
  { name: 'Notifications', href: dashboardPaths.notifications() },
  { name: 'Your mail', href: accountPaths.mail() },
  { name: 'API keys', href: accountPaths.keys() },
  { name: 'Connected applications', href: accountPaths.applications() },
  { name: 'Your data', href: '#your-data' },
  { name: 'Delete your account', href: accountPaths.delete() },
  { name: 'Site team', href: adminPaths.home(), team_only: true },
];
