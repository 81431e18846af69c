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

export const head = () => accountHead('Email preferences', 'Choose which emails you get.', accountPaths.mail());

/** Mail that cannot be switched off. */
const REQUIRED_MAIL = [
  'Sign-in links and changes to your email address or password',
  'Orders, invoices and refunds',
  'Claims and invitations you’re asked to confirm',
  'Changes of ownership and removals of your listings',
  'Tasks for the site’s team, if you’re a member',
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
      <h1>Email preferences</h1>
      <p class="lede">
        Emails go to <strong dir="auto">{email}</strong>. Your <a href={dashboardPaths.notifications()}>notifications</a> always show
        everything.
      </p>
    </header>
    {saved && (
      <p class="done" role="status">
        Preferences saved.
      </p>
    )}
    <section class="block block-first" aria-labelledby="choose-mail">
      <h2 id="choose-mail">Optional emails</h2>
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
        You can turn emails about individual products on and off in <a href={accountPaths.follows()}>what you follow</a>. Manage the weekly
        digest on <a href={digestPaths.home()}>the digest page</a>.
      </p>
    </section>
    <section class="block" aria-labelledby="always-sent">
      <h2 id="always-sent">Required emails</h2>
      <p>These are about your account, payments and ownership:</p>
      <ul class="always-sent">
        {REQUIRED_MAIL.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </section>
  </div>
);
