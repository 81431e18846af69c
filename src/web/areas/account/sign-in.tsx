import type { Ctx } from '../../../kernel/context.ts';
import { PASSWORD_LENGTH } from '../../../modules/accounts/credentials/password.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Field, Form, submittedTo } from '../../ui/form.tsx';

/** Where to go after signing in. */
const loadGoTo = async (_ctx: Ctx, _params: Params, query: Query) => ({ go_to: parseLocalPath(textParam(query.go_to)) });

type GoTo = Awaited<ReturnType<typeof loadGoTo>>;

export const signInPage = {
  path: accountPaths.signIn,
  load: loadGoTo,
  head: (): PageHead => ({
    title: 'Sign in',
    description: 'Sign in by a link sent to your address, or with your password.',
    canonical: accountPaths.signIn(),
    index: false,
  }),
  view({ go_to }: GoTo, context: PageContext) {
    const by_link = { action: accountPaths.requestSignInLink(), context };
    const by_password = { action: accountPaths.signInByPassword(), context };
    return (
      <div class="broad">
        <header class="page-head">
          <h1>Sign in</h1>
          <p class="lede">
            New here? <a href={accountPaths.signUp({ go_to: go_to ?? undefined })}>Make an account</a>, or just ask for a link: it makes
            one.
          </p>
        </header>
        <div class="pairs entry-ways">
          <section class="topic" aria-labelledby="by-link">
            <h2 id="by-link">By link</h2>
            <Form {...by_link} hidden={{ go_to }}>
              <Field
                {...by_link}
                name="email"
                label="Email address"
                type="email"
                autocomplete="email"
                required
                maxlength={254}
                // Keeps the address after a failed sign-in with a password.
                value={submittedTo(by_password.action, context)?.values.email}
              />
              <button class="button button-main" type="submit">
                Mail me a link
              </button>
            </Form>
          </section>
          <section class="topic" aria-labelledby="by-password">
            <h2 id="by-password">With a password</h2>
            <Form {...by_password} hidden={{ go_to }}>
              <Field {...by_password} name="email" label="Email address" type="email" autocomplete="username" required maxlength={254} />
              <Field
                {...by_password}
                name="password"
                label="Password"
                type="password"
                autocomplete="current-password"
                required
                maxlength={1000}
              />
              <button class="button" type="submit">
                Sign in
              </button>
              <p class="quiet">Forgotten it? Sign in by link; you can then set a new one in your account.</p>
            </Form>
          </section>
        </div>
      </div>
    );
  },
};

export const signUpPage = {
  path: accountPaths.signUp,
  load: loadGoTo,
  head: (): PageHead => ({
    title: 'Make an account',
    description: 'An account needs a mail address. A name and a password are up to you.',
    canonical: accountPaths.signUp(),
    index: false,
  }),
  view({ go_to }: GoTo, context: PageContext) {
    const form = { action: accountPaths.signUp(), context };
    return (
      <div class="broad">
        <header class="page-head">
          <h1>Make an account</h1>
          <p class="lede">
            We mail you a link; opening it makes the account. Have one?{' '}
            <a href={accountPaths.signIn({ go_to: go_to ?? undefined })}>Sign in</a>.
          </p>
        </header>
        <Form {...form} hidden={{ go_to }}>
          <Field {...form} name="email" label="Email address" type="email" autocomplete="username" required maxlength={254} />
          <Field {...form} name="name" label="Name" hint="How you are shown. You may leave it empty." autocomplete="name" maxlength={100} />
          <Field
            {...form}
            name="password"
            label="Password"
            type="password"
            hint={`At least ${PASSWORD_LENGTH.least} characters, or leave it empty and sign in by link. Open the link in this browser, or the password is not kept.`}
            autocomplete="new-password"
            maxlength={1000}
          />
          <button class="button button-main" type="submit">
            Mail me the link
          </button>
        </Form>
      </div>
    );
  },
};

/** The same for every address, so that it does not reveal who has an account. */
export const linkSentPage = {
  path: accountPaths.signInLinkSent,
  load: async () => ({}),
  head: (): PageHead => ({
    title: 'Look into your mail',
    description: 'A link is on its way.',
    canonical: accountPaths.signInLinkSent(),
    index: false,
  }),
  view: () => (
    <div class="stack trouble">
      <p class="eyebrow">One more step</p>
      <h1>Look into your mail</h1>
      <p class="lede">If mail can reach that address, a link is on its way. It works once, for 15 minutes.</p>
      <p>After many requests we send no more for some minutes. Then use the newest link in your inbox: it still works.</p>
      <p>
        Nothing after a few minutes? Look among the unwanted mail, or <a href={accountPaths.signIn()}>try again</a>.
      </p>
    </div>
  ),
};
