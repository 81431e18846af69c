import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { MAIL_KINDS } from '../../../modules/accounts/mail/kinds.ts';
import { getMailPreferences, type MailPreference } from '../../../modules/accounts/mail/preferences.ts';
import { accountPaths, dashboardPaths, digestPaths } from '../../paths.ts';
import { type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { accountHead } from './head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = requireSignedIn(ctx);
  const [{ email }, preferences] = await Promise.all([getOwnAccount(member), getMailPreferences(member)]);
  return { email, preferences, saved: textParam(query.done) === 'saved' };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead(t('Email preferences'), t('Choose which emails you get.'), accountPaths.mail());

/** Mail that cannot be switched off. */
const REQUIRED_MAIL = texts([
  msg('Sign-in links and changes to your email address or password'),
  msg('Orders, invoices and refunds'),
  msg('Claims and invitations you’re asked to confirm'),
  msg('Changes of ownership and removals of your listings'),
  msg('Tasks for the site’s team, if you’re a member'),
]);

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

export const view = ({ email, preferences, saved }: Data) => (
  <div class="account">
    <header class="page-head">
      <h1>{t('Email preferences')}</h1>
      <p class="lede">
        {rich('Emails go to {email}. Your <link>notifications</link> always show everything.', {
          email: <strong dir="auto">{email}</strong>,
          link: (text) => <a href={dashboardPaths.notifications()}>{text}</a>,
        })}
      </p>
    </header>
    {saved && (
      <p class="done" role="status">
        {t('Preferences saved.')}
      </p>
    )}
    <section class="block block-first" aria-labelledby="choose-mail">
      <h2 id="choose-mail">{t('Optional emails')}</h2>
      <Form action={accountPaths.mail()} hidden={{ shown: preferences.map(({ kind }) => kind).join(' ') }} class="form mail-choices">
        <fieldset class="choices choices-told">
          <legend class="unseen">{t('Send me')}</legend>
          {preferences.map((preference) => (
            <Choice preference={preference} />
          ))}
        </fieldset>
        <button class="button button-main" type="submit">
          {t('Save')}
        </button>
      </Form>
      <p class="quiet">
        {rich(
          'You can turn emails about individual products on and off in <link>what you follow</link>. Manage the weekly digest on <link2>the digest page</link2>.',
          { link: (text) => <a href={accountPaths.follows()}>{text}</a>, link2: (text) => <a href={digestPaths.home()}>{text}</a> },
        )}
      </p>
    </section>
    <section class="block" aria-labelledby="always-sent">
      <h2 id="always-sent">{t('Required emails')}</h2>
      <p>{t('These are about your account, payments and ownership:')}</p>
      <ul class="always-sent">
        {REQUIRED_MAIL.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </section>
  </div>
);
