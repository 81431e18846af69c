import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { type AppDeps, requestContext } from '../../../http/deps.ts';
import { countAnonymous } from '../../../http/invoke.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { MAIL_KINDS, UNSOLICITED_KINDS } from '../../../modules/accounts/mail/kinds.ts';
import { readMailKindLink, unsubscribeFromMailKind } from '../../../modules/accounts/mail/preferences.ts';
import { closeMailbox, openMailboxLink, readDigestUnsubscribeLink, unsubscribeFromDigest } from '../../../modules/digest/subscriptions.ts';
import { readUnsubscribeLink, unsubscribeFromListing } from '../../../modules/listings/follows/follows.ts';
import { accountPaths, digestPaths, listingPaths } from '../../paths.ts';
import { type LoadedPage, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';
import { PAGE_HEADERS, renderLoaded } from '../../server/render.tsx';

/** What the link of a mail is about, and whether that mail is switched off now. */
type LinkData<L> = L & { token: string; done: boolean };

interface UnsubscribePage<L> {
  path: Path<string, { token: string }>;
  title(): string;
  description(): string;
  /** What the link is about. */
  read(ctx: Ctx, link: { token: string }): Promise<L>;
  /** Switches the mail off. */
  unsubscribe(ctx: Ctx, link: { token: string }): Promise<L>;
  heading(data: LinkData<L>): ComponentChildren;
  explanation(data: L): ComponentChildren;
  button(data: L): string;
  /** Where the button leads, if not to the page itself. */
  action?(data: L): string | null;
  /** Whether there is nothing to switch off. */
  isDone?(data: L): boolean;
  confirmation(data: L): ComponentChildren;
  footer?(data: LinkData<L>): ComponentChildren;
}

/** A page that ends one kind of mail. */
const unsubscribePage = <L extends object>(row: UnsubscribePage<L>) => {
  const { path, title, description } = row;
  const head = (): PageHead => ({ title: title(), description: description(), canonical: path(), index: false });
  const view = (data: LinkData<L>) => (
    <div class="stack trouble">
      {row.heading(data)}
      {data.done ? (
        row.confirmation(data)
      ) : (
        <form method="post" action={row.action?.(data) ?? path({ token: data.token })}>
          <p class="lede">{row.explanation(data)}</p>
          <p>
            <button class="button button-main" type="submit">
              {row.button(data)}
            </button>
          </p>
        </form>
      )}
      {row.footer?.(data)}
    </div>
  );
  return {
    path,
    /** Opening the link changes nothing, because mail scanners open links too. The button does it. */
    async load(ctx: Ctx, _params: Params, query: Query): Promise<LinkData<L>> {
      const token = textParam(query.token) ?? '';
      const data = await row.read(ctx, { token });
      return { ...data, token, done: row.isDone?.(data) ?? false };
    },
    head,
    view,
    /** Switches the mail off and returns the page that confirms it. */
    async unsubscribe(ctx: Ctx, token: string): Promise<LoadedPage> {
      return { head: head(), body: view({ ...(await row.unsubscribe(ctx, { token })), token, done: true }) };
    },
  };
};

const mailHeading = (kind: string) => (
  <>
    <p class="eyebrow">{t('Email preferences')}</p>
    <h1>{kind}</h1>
  </>
);

export const listingUnsubscribePage = unsubscribePage({
  path: accountPaths.unsubscribe,
  title: () => t('Emails about a product'),
  description: () => t('Unsubscribe from a product you follow.'),
  read: readUnsubscribeLink,
  unsubscribe: unsubscribeFromListing,
  heading: ({ name, done }) => (
    <h1 dir="auto">{done ? t('Unsubscribed from {name}', { name }) : t('Unsubscribe from {name}', { name })}</h1>
  ),
  explanation: () => t('You get an email when this product launches or posts an update, because you follow it.'),
  button: () => t('Unsubscribe'),
  confirmation: () => <p class="lede">{t('You won’t get emails about this product any more. You still follow it on the site.')}</p>,
  footer: ({ name, slug }) => (
    <p>
      <a href={listingPaths.listing({ slug })} dir="auto">
        {name}
      </a>
    </p>
  ),
});

export const kindUnsubscribePage = unsubscribePage({
  path: accountPaths.unsubscribeKind,
  title: () => t('Unsubscribe'),
  description: () => t('Unsubscribe from one kind of email.'),
  read: readMailKindLink,
  unsubscribe: unsubscribeFromMailKind,
  heading: ({ kind }) => mailHeading(MAIL_KINDS[kind].name),
  explanation: ({ kind }) => MAIL_KINDS[kind].says,
  button: () => t('Unsubscribe'),
  confirmation: () => (
    <p class="lede" role="status">
      {t('You’re unsubscribed. You’ll still see notifications on the site.')}
    </p>
  ),
  footer: () => (
    <p>
      <a href={accountPaths.mail()}>{t('Manage email preferences')}</a>
    </p>
  ),
});

const describeDigest = () => t('You’re subscribed to the weekly digest: one email a week with new launches and last week’s winners.');

const digestHeading = ({ email, done }: { email: string; done: boolean }) => (
  <h1>{done ? t('You’re unsubscribed') : rich('Unsubscribe {email}?', { email: <bdi>{email}</bdi> })}</h1>
);

const LeftDigest = ({ email }: { email: string }) => (
  <>
    <p class="lede" role="status">
      {rich('We won’t send the weekly digest to {email} any more. The address is deleted from its list.', { email: <bdi>{email}</bdi> })}
    </p>
    <p>{rich('Changed your mind? <link>Subscribe again</link>', { link: (text) => <a href={digestPaths.home()}>{text}</a> })}</p>
  </>
);

export const mailboxUnsubscribePage = unsubscribePage({
  path: accountPaths.unsubscribeMailbox,
  title: () => t('Unsubscribe'),
  description: () => t('Unsubscribe from one kind of email.'),
  read: openMailboxLink,
  unsubscribe: closeMailbox,
  heading: ({ kind, email, leave_token, done }) =>
    leave_token ? digestHeading({ email, done }) : mailHeading(UNSOLICITED_KINDS[kind].name),
  explanation: ({ kind, email, leave_token }) =>
    leave_token
      ? describeDigest()
      : rich('{says} Someone asked us to send it to {email}.', { says: UNSOLICITED_KINDS[kind].says, email: <bdi>{email}</bdi> }),
  button: ({ leave_token }) => (leave_token ? t('Unsubscribe') : t('Don’t email me again')),
  action: ({ leave_token }) => leave_token && accountPaths.unsubscribeDigest({ token: leave_token }),
  confirmation: ({ email, kind, leave_token }) =>
    leave_token ? (
      <LeftDigest email={email} />
    ) : (
      <>
        <p class="lede" role="status">
          {rich('We won’t send these emails any more to {email}.', { email: <bdi>{email}</bdi> })}
        </p>
        {kind === 'digest' && (
          <p>
            {rich('Want the digest after all? From two weeks from now, you can <link>subscribe again</link>.', {
              link: (text) => <a href={digestPaths.home()}>{text}</a>,
            })}
          </p>
        )}
      </>
    ),
});

export const digestUnsubscribePage = unsubscribePage({
  path: accountPaths.unsubscribeDigest,
  title: () => t('Unsubscribe from the digest'),
  description: () => t('Stop the weekly digest.'),
  read: readDigestUnsubscribeLink,
  unsubscribe: unsubscribeFromDigest,
  heading: digestHeading,
  explanation: describeDigest,
  button: () => t('Unsubscribe'),
  isDone: ({ is_subscribed }) => !is_subscribed,
  confirmation: ({ email }) => <LeftDigest email={email} />,
});

const BODY_BYTES = 4096;

/**
 * One-click unsubscribe (RFC 8058). The mail provider's server sends the POST: without cookies or an origin, and without following
 * redirects. The token is the only authorization.
 */
export const serveUnsubscribe = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null));
    for (const { path, unsubscribe } of [listingUnsubscribePage, kindUnsubscribePage, mailboxUnsubscribePage, digestUnsubscribePage])
      scope.post(path.pattern, async (request, reply) => {
        const ctx = await requestContext(deps, request);
        await countAnonymous(deps, ctx.site, request.ip);
        const { html } = renderLoaded(ctx, await unsubscribe(ctx, textParam((request.query as Query).token) ?? ''));
        return reply.headers({ ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' }).send(html);
      });
  });
};
