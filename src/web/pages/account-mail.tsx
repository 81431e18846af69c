import type { Ctx } from '../../kernel/context.ts';
import { ownAccount } from '../../modules/accounts/account.ts';
import { MAIL_KINDS } from '../../modules/accounts/mail-kinds.ts';
import { type MailPreference, mailPreferences } from '../../modules/accounts/preferences.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Form } from '../parts/form.tsx';

interface Data {
  email: string;
  preferences: MailPreference[];
  saved: boolean;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const member = signedIn(ctx);
  const [{ email }, preferences] = await Promise.all([ownAccount(member), mailPreferences(member)]);
  return { email, preferences, saved: typed(query.done) === 'saved' };
};

export const head = (): Head => ({
  title: 'Your mail',
  description: 'Which mail you get, and which is always sent.',
  canonical: to.mail(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

/** Mail nobody can do without, as it is said to who would like to. */
const NECESSARY = [
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

export const view = ({ email, preferences, saved }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Your mail</h1>
      <p class="lede">
        It goes to <strong dir="auto">{email}</strong>. Whatever you choose here, your <a href={to.notifications()}>notifications</a> have
        all of it.
      </p>
    </header>
    {saved && (
      <p class="done" role="status">
        Your choice is saved.
      </p>
    )}
    <section class="block block-first" aria-labelledby="choose-mail">
      <h2 id="choose-mail">Mail you may choose</h2>
      <Form action={to.mail()} here={here} hidden={{ shown: preferences.map(({ kind }) => kind).join(' ') }} class="form mail-choices">
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
        Mail about single products is switched on and off in <a href={to.follows()}>what you follow</a>.
      </p>
    </section>
    <section class="block" aria-labelledby="always-sent">
      <h2 id="always-sent">Mail that is always sent</h2>
      <p>It is about getting in, your money, or what is yours:</p>
      <ul class="always-sent">
        {NECESSARY.map((what) => (
          <li>{what}</li>
        ))}
      </ul>
    </section>
  </div>
);
