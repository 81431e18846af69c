import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { getPendingTitle } from '../../../modules/accounts/credentials/pending-actions.ts';
import { readEmailedLink } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { readConfirmLink } from '../../../modules/digest/subscriptions.ts';
import { accountPaths, digestPaths } from '../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { SignInCard } from './sign-in.tsx';

interface EmailedLinkProps {
  heading: string;
  email: string;
  action: string;
  token: string;
  button: string;
  note: string;
  /** A second button. */
  other?: ComponentChildren;
}

/** The page of an emailed link. Opening it changes nothing, because mail scanners open links too. The button does it. */
const EmailedLink = ({ heading, email, action, token, button, note, other }: EmailedLinkProps) => (
  <SignInCard heading={heading}>
    <p class="sign-in-address">
      <bdi>{email}</bdi>
    </p>
    <Form action={action} hidden={{ token }}>
      <button class="button button-main" type="submit">
        {button}
      </button>
      {other}
    </Form>
    <p class="quiet">{note}</p>
  </SignInCard>
);

export const signInLinkPage = {
  path: accountPaths.signInByLink,
  async load(ctx: Ctx, _params: Params, query: Query) {
    const token = textParam(query.token) ?? '';
    const { email, pending_id } = await readEmailedLink(ctx, token, ['sign_in']);
    return { token, email, title: await getPendingTitle(ctx, pending_id) };
  },
  head: (): PageHead => ({
    title: t('Sign in'),
    description: t('Sign in with one click.'),
    canonical: accountPaths.signInByLink(),
    index: false,
  }),
  // Says what else signing in does: the link may have been requested elsewhere, even by somebody else.
  view: ({ title, ...link }: { token: string; email: string; title: string | null }) => (
    <EmailedLink
      {...link}
      heading={title ? t('Sign in {title}', { title }) : t('Sign in as')}
      action={accountPaths.signInByLink()}
      button={title ? t('Sign in and continue') : t('Sign in')}
      note={t('Not your address? Close this page. Someone sent you their link.')}
      other={
        title && (
          <button class="button" type="submit" name="only" value="sign_in">
            {t('Just sign in')}
          </button>
        )
      }
    />
  ),
};

const EMAIL_CHANGE_TEXTS = texts({
  old: { heading: msg('Change your email address'), button: msg('Confirm change') },
  new: { heading: msg('Use this email address'), button: msg('Confirm address') },
});

export const emailChangePage = {
  path: accountPaths.confirmEmail,
  async load(ctx: Ctx, _params: Params, query: Query) {
    const token = textParam(query.token) ?? '';
    const { purpose, email } = await readEmailedLink(ctx, token, ['confirm_old_address', 'confirm_new_address']);
    return { token, email, end: purpose === 'confirm_old_address' ? ('old' as const) : ('new' as const) };
  },
  head: (): PageHead => ({
    title: t('Confirm the change'),
    description: t('Confirm your change of email address.'),
    canonical: accountPaths.confirmEmail(),
    index: false,
  }),
  view: ({ token, email, end }: { token: string; email: string; end: 'old' | 'new' }) => (
    <EmailedLink
      {...EMAIL_CHANGE_TEXTS[end]}
      token={token}
      email={email}
      action={accountPaths.confirmEmail()}
      note={t('Wasn’t you? Close this page. Nothing changes unless both addresses are confirmed.')}
    />
  ),
};

export const digestConfirmPage = {
  path: digestPaths.confirm,
  async load(ctx: Ctx, _params: Params, query: Query) {
    const token = textParam(query.token) ?? '';
    return { token, ...(await readConfirmLink(ctx, { token })) };
  },
  head: (): PageHead => ({
    title: t('Confirm your subscription'),
    description: t('One click, and you get the weekly digest.'),
    canonical: digestPaths.confirm(),
    index: false,
  }),
  view: ({ token, email, categories }: { token: string; email: string; categories: string[] }) => (
    <EmailedLink
      token={token}
      email={email}
      heading={t('Confirm your digest subscription')}
      action={digestPaths.confirm()}
      button={t('Confirm subscription')}
      note={t('{value}One email a week. You can unsubscribe with one click.', {
        value: categories.length > 0 ? t('Categories: {join}. ', { join: categories.join(', ') }) : '',
      })}
    />
  ),
};
