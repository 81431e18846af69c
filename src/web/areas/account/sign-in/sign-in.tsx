import type { Ctx } from '../../../../kernel/context.ts';
import { parseLocalPath } from '../../../../modules/accounts/rules.ts';
import { accountPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';
import { Field, Form, submittedTo } from '../../../ui/form.tsx';

export const load = async (_ctx: Ctx, _params: Params, query: Query) => ({ go_to: parseLocalPath(textParam(query.go_to)) });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Sign in',
  description: 'Sign in by a link sent to your address, or with your password.',
  canonical: accountPaths.signIn(),
  index: false,
});

const BY_LINK = accountPaths.requestSignInLink();
const BY_PASSWORD = accountPaths.signInByPassword();

export const view = ({ go_to }: Data, context: PageContext) => (
  <div class="broad">
    <header class="page-head">
      <h1>Sign in</h1>
      <p class="lede">
        New here? <a href={accountPaths.signUp({ go_to: go_to ?? undefined })}>Make an account</a>, or just ask for a link: it makes one.
      </p>
    </header>
    <div class="pairs entry-ways">
      <section class="topic" aria-labelledby="by-link">
        <h2 id="by-link">By link</h2>
        <Form action={BY_LINK} context={context} hidden={{ go_to }}>
          <Field
            action={BY_LINK}
            context={context}
            name="email"
            label="Email address"
            type="email"
            autocomplete="email"
            required
            maxlength={254}
            // Keeps the address after a failed sign-in with a password.
            value={submittedTo(BY_PASSWORD, context)?.values.email}
          />
          <button class="button button-main" type="submit">
            Mail me a link
          </button>
        </Form>
      </section>
      <section class="topic" aria-labelledby="by-password">
        <h2 id="by-password">With a password</h2>
        <Form action={BY_PASSWORD} context={context} hidden={{ go_to }}>
          <Field
            action={BY_PASSWORD}
            context={context}
            name="email"
            label="Email address"
            type="email"
            autocomplete="username"
            required
            maxlength={254}
          />
          <Field
            action={BY_PASSWORD}
            context={context}
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
