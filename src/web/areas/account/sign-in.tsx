import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { PASSWORD_LENGTH } from '../../../modules/accounts/credentials/password.ts';
import { getPendingTitle } from '../../../modules/accounts/credentials/pending-actions.ts';
import { openSentAddress } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { listSignInProviders, type SignInProvider } from '../../../modules/accounts/identities/providers.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { accountPaths } from '../../paths.ts';
import { currentPage, type PageContext, type PageHead, type Params, type Query, RenderedPage, textParam } from '../../server/page.ts';
import { AcceptedTerms } from '../../ui/accepted-terms.tsx';
import { Field, Form } from '../../ui/form.tsx';

/** Where a sign-in leads, and the form that waits for it. */
type Next = Record<'go_to' | 'pending', string | undefined>;

const loadNext = async (ctx: Ctx, query: Query) => {
  const pending = textParam(query.pending);
  /** What the sign-in is for, such as: vote for Handrailer. */
  const title = await getPendingTitle(ctx, pending);
  const next: Next = { go_to: parseLocalPath(textParam(query.go_to)) ?? undefined, pending: title ? pending : undefined };
  return { next, title };
};

/** What a sign-in leads to, and the ways to sign in. */
const loadSignIn = async (ctx: Ctx, _params: Params, query: Query) => {
  const [providers, { next, title }] = await Promise.all([listSignInProviders(ctx), loadNext(ctx, query)]);
  return { next, title, providers, buttons_first: ctx.integrations.identity.buttons_first };
};

type SignInData = Awaited<ReturnType<typeof loadSignIn>>;

/** The card that every step of a sign-in is on. */
/** "to vote for Packmoth", or "and we’ll read your website". */

export const SignInCard = ({ heading, children }: { heading: ComponentChildren; children: ComponentChildren }) => (
  <div class="sign-in-card">
    <h1 dir="auto">{heading}</h1>
    {children}
  </div>
);

interface ProviderButtonsProps {
  providers: SignInProvider[];
  next: Next;
}

const ProviderButtons = ({ providers, next }: ProviderButtonsProps) => (
  <div class="stack provider-buttons">
    {providers.map(({ key, label }) => (
      <form method="post" action={accountPaths.continueWith({ provider: key })}>
        {Object.entries(next).map(([name, value]) => value && <input type="hidden" name={name} value={value} />)}
        <button class="button" type="submit">
          {t('Continue with {label}', { label })}
        </button>
      </form>
    ))}
  </div>
);

/** What somebody accepts by signing in. */
const SignInTerms = () => <AcceptedTerms kinds={['terms', 'privacy']} by="sign_in" />;

const Or = () => <p class="or">{t('or')}</p>;

/** The address, and the shortest way in. Who prefers a password is asked for it on the next step. */
const EmailStep = ({ data: { next, providers, buttons_first } }: { data: SignInData }) => {
  const action = accountPaths.requestSignInLink();
  // A rejected address may have been sent to another action of the card.
  const page = currentPage();
  const form = page.form && { ...page.form, action };
  const email_form = (
    <RenderedPage.Provider value={{ ...page, form }}>
      <Form action={action} hidden={next}>
        <Field action={action} name="email" label={t('Email address')} type="email" autocomplete="username" required maxlength={254} />
        <button class="button button-main" type="submit">
          {t('Email me a sign-in link')}
        </button>
        <button class="button-quiet" type="submit" formaction={accountPaths.signInWithPassword()}>
          {t('Use a password instead')}
        </button>
      </Form>
    </RenderedPage.Provider>
  );
  const buttons = providers.length > 0 && <ProviderButtons providers={providers} next={next} />;
  return (
    <>
      {buttons_first && buttons}
      {buttons_first && buttons && <Or />}
      {email_form}
      {!buttons_first && buttons && <Or />}
      {!buttons_first && buttons}
      <p class="quiet">
        {rich('New here? The link creates your account. You can also <link>sign up with a password</link>.', {
          link: (text) => <a href={accountPaths.signUp(next)}>{text}</a>,
        })}
      </p>
      <SignInTerms />
    </>
  );
};

interface PasswordStepProps {
  email: string;
  next: Next;
}

/** The same for every address. */
const PasswordStep = ({ email, next }: PasswordStepProps) => {
  const by_link = { action: accountPaths.requestSignInLink() };
  const by_password = { action: accountPaths.signInByPassword() };
  return (
    <>
      <p class="sign-in-address">
        <bdi>{email}</bdi> <a href={accountPaths.signIn(next)}>{t('Change')}</a>
      </p>
      <Form {...by_password} hidden={next}>
        {/* For password managers; the address was typed on the step before. */}
        <div class="unseen">
          <label for="sign-in-as">{t('Email address')}</label>
          <input id="sign-in-as" type="email" name="email" value={email} autocomplete="username" readonly tabindex={-1} />
        </div>
        <Field
          {...by_password}
          name="password"
          label={t('Password')}
          type="password"
          autocomplete="current-password"
          required
          maxlength={1000}
          hint={t('Forgot it? Use a sign-in link, then set a new password in your account.')}
        />
        <button class="button button-main" type="submit">
          {t('Sign in')}
        </button>
      </Form>
      <Or />
      <Form {...by_link} hidden={{ ...next, email }}>
        <button class="button" type="submit">
          {t('Email me a sign-in link')}
        </button>
      </Form>
      <SignInTerms />
    </>
  );
};

/** The address that a password is asked for. */
const emailForPassword = ({ form }: PageContext): string | null => {
  if (!form || form.errors.some(({ path }) => path === 'email')) return null;
  if (form.action === accountPaths.signInByPassword()) return form.values.email ?? null;
  return form.result.email ?? null;
};

export const signInPage = {
  path: accountPaths.signIn,
  load: loadSignIn,
  head: ({ title }: SignInData): PageHead => ({
    title: title ? t('Sign in {title}', { title }) : t('Sign in'),
    description: t('Sign in with an emailed link, a password or another account.'),
    canonical: accountPaths.signIn(),
    index: false,
  }),
  view(data: SignInData, context: PageContext) {
    const email = emailForPassword(context);
    return (
      <SignInCard heading={data.title ? t('Sign in {title}', { title: data.title }) : t('Sign in to {name}', { name: context.site.name })}>
        {email ? <PasswordStep email={email} next={data.next} /> : <EmailStep data={data} />}
      </SignInCard>
    );
  },
};

export const signUpPage = {
  path: accountPaths.signUp,
  load: loadSignIn,
  head: (): PageHead => ({
    title: t('Create your account'),
    description: t('All you need is an email address. Name and password are optional.'),
    canonical: accountPaths.signUp(),
    index: false,
  }),
  view({ next }: SignInData) {
    const form = { action: accountPaths.signUp() };
    return (
      <SignInCard heading={t('Create your account')}>
        <Form {...form} hidden={next}>
          <Field {...form} name="email" label={t('Email address')} type="email" autocomplete="username" required maxlength={254} />
          <Field {...form} name="name" label={t('Display name (optional)')} autocomplete="name" maxlength={100} />
          <Field
            {...form}
            name="password"
            label={t('Password')}
            type="password"
            hint={t('Optional. At least {least} characters. Open the link we send you in this browser, or the password won’t be saved.', {
              least: PASSWORD_LENGTH.least,
            })}
            autocomplete="new-password"
            maxlength={1000}
          />
          <button class="button button-main" type="submit">
            {t('Email me a sign-in link')}
          </button>
        </Form>
        <p class="quiet">
          {rich('Already have an account? <link>Sign in</link>', { link: (text) => <a href={accountPaths.signIn(next)}>{text}</a> })}
        </p>
        <SignInTerms />
      </SignInCard>
    );
  },
};

/** The same for every address, so that it does not reveal who has an account. */
export const linkSentPage = {
  path: accountPaths.signInLinkSent,
  personal: true,
  async load(ctx: Ctx, _params: Params, query: Query) {
    const email = await openSentAddress(ctx, textParam(query.to) ?? '');
    const { next, title } = await loadNext(ctx, query);
    return { email, next, title };
  },
  head: (): PageHead => ({
    title: t('Check your inbox'),
    description: t('Your sign-in link is on its way.'),
    canonical: accountPaths.signInLinkSent(),
    index: false,
  }),
  view: ({ email, next, title }: { email: string | null; next: Next; title: string | null }) => (
    <SignInCard heading={t('Check your inbox')}>
      <p>
        {t('We sent a sign-in link to')} {email ? <strong dir="auto">{email}</strong> : t('you')}
        {t('. It works once, within 15 minutes.')}
        {title && t(' Open it {title}.', { title })}
      </p>
      <p>
        <a href={accountPaths.signIn(next)}>{t('Use another address')}</a>
      </p>
      <p class="quiet">
        {t(
          'Nothing after a few minutes? Check your spam folder. After many requests we pause sending for a few minutes. The newest link you have still works.',
        )}
      </p>
    </SignInCard>
  ),
};
