import type { Ctx } from '../../../kernel/context.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { MAIL_KINDS } from '../../../modules/accounts/mail/kinds.ts';
import { getMailPreferences, type MailPreference } from '../../../modules/accounts/mail/preferences.ts';
import { accountPaths, dashboardPaths, digestPaths } from '../../paths.ts';
import { type PageContext, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { accountHead } from './head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = requireSignedIn(ctx);
  const [{ email }, preferences] = await Promise.all([getOwnAccount(member), getMailPreferences(member)]);
  return { email, preferences, saved: textParam(query.done) === 'saved' };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead('Your mail', 'Which mail you get, and which is always sent.', accountPaths.mail());

/** Mail that cannot be switched off. */
const REQUIRED_MAIL = [
  'Links to sign in, and changes of your address or password',
  'Orders, invoices and refunds',
  'Claims and invites that somebody asks you to confirm',
  'Who owns a listing of yours, and its removal by the team',
  'What the site’s team is to look at, if you are one of them',
];

const Choice = ({ preference: { kind, wanted } }: { preference: MailPreference }) => (
  <div class="choice">
    <input id={`mail-${kind}`} type="checkbox" name={kind} checked={wanted} aria-describedby={`mail-${kind}-says`} />
    <div>
      <label for={`mail-${kind}`}>{MAIL_KINDS[kind].name}</label>
      <p class="quiet" id={`mail-${kind}-says`}>
        {MAIL_KINDS[kind].says}
      </p>
    </div>
  </div>
);

export const view = ({ email, preferences, saved }: Data, context: PageContext) => (
  <div class="account">
    <header class="page-head">
      <h1>Your mail</h1>
      <p class="lede">
        It goes to <strong dir="auto">{email}</strong>. Whatever you choose here, your{' '}
        <a href={dashboardPaths.notifications()}>notifications</a> have all of it.
      </p>
    </header>
    {saved && (
      <p class="done" role="status">
        Your choice is saved.
      </p>
    )}
    <section class="block block-first" aria-labelledby="choose-mail">
      <h2 id="choose-mail">Mail you may choose</h2>
      <Form
        action={accountPaths.mail()}
        context={context}
        hidden={{ shown: preferences.map(({ kind }) => kind).join(' ') }}
        class="form mail-choices"
      >
        <fieldset class="choices choices-told">
          <legend class="unseen">Send me</legend>
          {preferences.map((preference) => (
            <Choice preference={preference} />
          ))}
        </fieldset>
        <button class="button button-main" type="submit">
          Save
        </button>
      </Form>
      <p class="quiet">
        Mail about single products is switched on and off in <a href={accountPaths.follows()}>what you follow</a>. The weekly launches are
        on <a href={digestPaths.home()}>the page of the digest</a>.
      </p>
    </section>
    <section class="block" aria-labelledby="always-sent">
      <h2 id="always-sent">Mail that is always sent</h2>
      <p>It is about getting in, your money, or what is yours:</p>
      <ul class="always-sent">
        {REQUIRED_MAIL.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </section>
  </div>
);
