import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AppDeps, requestContext } from '../../../http/deps.ts';
import { nameRoute } from '../../../http/request-metrics.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { takePendingAction } from '../../../modules/accounts/credentials/pending-actions.ts';
import { findProvider } from '../../../modules/accounts/identities/providers.ts';
import { finishProviderSignIn, type ProviderOutcome, type ProviderProblem } from '../../../modules/accounts/identities/sign-in.ts';
import { accountPaths } from '../../paths.ts';
import { completeSignIn, type SignInDeps, setCookies } from '../../server/complete-sign-in.ts';
import type { LoadedPage, PageContext, PageHead } from '../../server/page.ts';
import { renderLoaded } from '../../server/render.tsx';
import { readSession, visitOf } from '../../server/sessions.ts';
import { Form } from '../../ui/form.tsx';
import { webUrl } from '../../ui/urls.ts';
import { SignInCard } from './sign-in.tsx';

interface ContinueData {
  key: string;
  label: string;
}

/** Leads on to the provider: a form's answer may not redirect to another site, but a page may. */
export const continueWithPage = {
  path: accountPaths.continueWith,
  async load(ctx: Ctx, { provider }: { provider: string }): Promise<ContinueData> {
    const { key, label } = await findProvider(ctx, provider);
    return { key, label };
  },
  head: ({ key, label }: ContinueData, { form }: PageContext): PageHead => ({
    title: t('Continue with {label}', { label }),
    description: t('Redirects to {label}.', { label }),
    canonical: accountPaths.continueWith({ provider: key }),
    index: false,
    redirects_to: webUrl(form?.result.url ?? '') ?? undefined,
  }),
  view({ key, label }: ContinueData, context: PageContext) {
    const url = webUrl(context.form?.result.url ?? '');
    return (
      <SignInCard heading={t('Continue with {label}', { label })}>
        {url ? (
          <>
            <p>{t('Taking you to {label}…', { label })}</p>
            <a class="button button-main" href={url}>
              {t('Continue')}
            </a>
          </>
        ) : (
          <Form action={accountPaths.continueWith({ provider: key })}>
            <button class="button button-main" type="submit">
              {t('Continue')}
            </button>
          </Form>
        )}
        <p class="quiet">
          <a href={accountPaths.signIn()}>{t('Sign in another way')}</a>
        </p>
      </SignInCard>
    );
  },
};

interface ProblemText {
  title(label: string): string;
  text(label: string): string;
  status: number;
}

const PROBLEMS: Record<ProviderProblem, ProblemText> = {
  cancelled: {
    title: (label) => t('You cancelled signing in with {label}', { label }),
    text: () => t('Nothing was changed. You can try again, or sign in another way.'),
    status: 200,
  },
  expired: {
    title: () => t('This sign-in has expired'),
    text: () => t('It took too long, was already used, or was started in another browser. Please start again.'),
    status: 400,
  },
  rejected: {
    title: (label) => t('Signing in with {label} failed', { label }),
    text: (label) =>
      t('We couldn’t verify the response from {label}, so you are not signed in. Try again, or sign in another way.', { label }),
    status: 400,
  },
  unreachable: {
    title: (label) => t('{label} can’t be reached right now', { label }),
    text: () => t('Try again in a few minutes, or sign in another way.'),
    status: 400,
  },
  no_address: {
    title: (label) => t('{label} didn’t share your email address', { label }),
    text: (label) => t('An account needs one. Sign in by email instead; you can connect {label} in your account afterwards.', { label }),
    status: 400,
  },
  taken: {
    title: (label) => t('This {label} account is already in use', { label }),
    text: (label) =>
      t('It is connected to another account here. Sign in with {label} to use that one, or disconnect it there first.', { label }),
    status: 400,
  },
};

/** The page for somebody who came back from a provider without being signed in. */
const problemPage = (label: string, { problem, sign_in }: Extract<ProviderOutcome, { kind: 'problem' }>): LoadedPage => {
  const { title, text, status } = PROBLEMS[problem];
  const back =
    sign_in?.account_id == null
      ? { href: accountPaths.signIn({ go_to: sign_in?.go_to, pending: sign_in?.pending_id }), name: t('Back to sign-in') }
      : { href: accountPaths.home(), name: t('Back to your account') };
  return {
    head: { title: title(label), description: text(label), canonical: accountPaths.signIn(), index: false, status },
    body: (
      <SignInCard heading={title(label)}>
        <p>{text(label)}</p>
        <a class="button button-main" href={back.href}>
          {back.name}
        </a>
      </SignInCard>
    ),
  };
};

const mailedPage = (label: string, email: string): LoadedPage => ({
  head: { title: t('Check your inbox'), description: t('Verify your email address.'), canonical: accountPaths.signIn(), index: false },
  body: (
    <SignInCard heading={t('Check your inbox')}>
      <p>
        {rich(
          'Before you can sign in with {label}, we need to check that {email} is yours. We sent you a link. Open it in this browser to sign in.',
          { label, email: <strong dir="auto">{email}</strong> },
        )}
      </p>
      <p class="quiet">{t('It works once, within 15 minutes. Check your spam folder if it doesn’t arrive.')}</p>
    </SignInCard>
  ),
});

/** Serves the address that providers send people back to. */
export const serveProviderCallback = (app: FastifyInstance, deps: AppDeps, sign_in_deps: SignInDeps): void => {
  const path = accountPaths.providerCallback.pattern;
  app.get(path, { config: { route: nameRoute('page', 'provider_callback') } }, async (request, reply): Promise<FastifyReply> => {
    const ctx = await requestContext(deps, request, await readSession(deps, request));
    const provider = await findProvider(ctx, (request.params as { provider: string }).provider);
    const visit = visitOf(ctx.site, request);
    const { searchParams: query } = new URL(request.url, ctx.site.root);
    const outcome = await finishProviderSignIn(ctx, { provider, query, browser: visit.browser }, visit);
    switch (outcome.kind) {
      case 'signed_in': {
        const { session, go_to, pending_id } = outcome;
        const pending = await takePendingAction(ctx, pending_id, visit.browser);
        return completeSignIn(sign_in_deps, { ctx, request, reply }, { session, go_to, pending });
      }
      case 'connected':
        return reply.header('cache-control', 'no-store').redirect(accountPaths.home({ done: 'connected' }), 303);
      case 'mailed':
        setCookies(reply, ctx.site, outcome);
        return sign_in_deps.sendPage(reply, renderLoaded(ctx, mailedPage(provider.label, outcome.email)));
      case 'problem':
        if (outcome.detail) deps.log.warn({ provider: provider.key, problem: outcome.problem, detail: outcome.detail }, 'sign-in failed');
        return sign_in_deps.sendPage(reply, renderLoaded(ctx, problemPage(provider.label, outcome)));
    }
  });
};
