import type { Ctx } from '../../../../kernel/context.ts';
import { PASSWORD_LENGTH } from '../../../../modules/accounts/credentials/password.ts';
import { parseLocalPath } from '../../../../modules/accounts/rules.ts';
import { accountPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';
import { Field, Form } from '../../../ui/form.tsx';

export const load = async (_ctx: Ctx, _params: Params, query: Query) => ({ go_to: parseLocalPath(textParam(query.go_to)) });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Make an account',
  description: 'An account needs a mail address. A name and a password are up to you.',
  canonical: accountPaths.signUp(),
  index: false,
});

const ACTION = accountPaths.signUp();

export const view = ({ go_to }: Data, context: PageContext) => (
  <div class="broad">
    <header class="page-head">
      <h1>Make an account</h1>
      <p class="lede">
        We mail you a link; opening it makes the account. Have one? <a href={accountPaths.signIn({ go_to: go_to ?? undefined })}>Sign in</a>
        .
      </p>
    </header>
    <Form action={ACTION} context={context} hidden={{ go_to }}>
      <Field
        action={ACTION}
        context={context}
        name="email"
        label="Email address"
        type="email"
        autocomplete="username"
        required
        maxlength={254}
      />
      <Field
        action={ACTION}
        context={context}
        name="name"
        label="Name"
        hint="How you are shown. You may leave it empty."
        autocomplete="name"
        maxlength={100}
      />
      <Field
        action={ACTION}
        context={context}
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
