import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { getOwnAccount, hasRecentEmailProof } from '../../../modules/accounts/account.ts';
import { listSessions } from '../../../modules/accounts/credentials/sessions.ts';
import { getPendingEmailChange } from '../../../modules/accounts/email-change.ts';
import { listIdentities } from '../../../modules/accounts/identities/identities.ts';
import { listSignInProviders } from '../../../modules/accounts/identities/providers.ts';
import { getOwnBan } from '../../../modules/accounts/users/bans.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { AccountAddress, type AccountData, AccountIdentities, AccountName, AccountPassword, AccountSessions } from './account-sections.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<AccountData> => {
  const member = requireSignedIn(ctx);
  const [account, sessions, email_change, has_email_proof, identities, providers, ban] = await Promise.all([
    getOwnAccount(member),
    listSessions(member),
    getPendingEmailChange(member),
    hasRecentEmailProof(member),
    listIdentities(member),
    listSignInProviders(member),
    getOwnBan(member),
  ]);
  return {
    account,
    sessions,
    email_change: email_change ?? null,
    has_email_proof,
    identities,
    providers,
    ban,
    done: textParam(query.done),
  };
};

export const head = (): PageHead => ({
  title: t('Your account'),
  description: t('Your name, email address, password and devices.'),
  canonical: accountPaths.home(),
  trail: [],
  index: false,
});

const DONE: Record<string, string> = texts({
  named: msg('Display name saved.'),
  asked_both: msg('We sent a link to both addresses. Open both to complete the change.'),
  password_set: msg('Password saved. All your other devices were signed out.'),
  connected: msg('Connected. You can now use it to sign in.'),
  disconnected: msg('Disconnected.'),
  session_ended: msg('Device signed out.'),
});

export const view = (data: AccountData, context: PageContext) => (
  <div class="account">
    <header class="page-head split account-head">
      <div>
        <h1 dir="auto">{data.account.name ?? t('Your account')}</h1>
        <p class="lede" dir="auto">
          {data.account.email}
        </p>
      </div>
      <Form action={accountPaths.signOut()}>
        <button class="button" type="submit">
          {t('Sign out')}
        </button>
      </Form>
    </header>
    {data.done && DONE[data.done] && (
      <p class="done" role="status">
        {DONE[data.done]}
      </p>
    )}
    {data.ban && (
      <p class="notice">
        The {context.site.name} team banned this account: <q dir="auto">{data.ban.reason}</q> You can’t submit, vote, comment or order here.
        We sent you an email; reply to it if you think this is a mistake.
      </p>
    )}
    <AccountName data={data} />
    <AccountAddress data={data} />
    <AccountPassword data={data} />
    <AccountIdentities data={data} />
    <AccountSessions data={data} />
    <section class="block" aria-labelledby="your-data">
      <h2 id="your-data">{t('Your data')}</h2>
      <p>{t('Download everything we store about you as a JSON file.')}</p>
      <Form action={accountPaths.export()}>
        <button class="button" type="submit">
          {t('Download my data')}
        </button>
      </Form>
    </section>
    <section class="block" aria-labelledby="leave">
      <h2 id="leave">{t('Delete your account')}</h2>
      <p>
        {rich('<link>Delete your account</link> and all your data. You can’t undo this.', {
          link: (text) => <a href={accountPaths.delete()}>{text}</a>,
        })}
      </p>
    </section>
  </div>
);
