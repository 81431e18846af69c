import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { openSentAddress } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { getDigestSettings } from '../../../modules/digest/digest.ts';
import type { DigestSettings } from '../../../modules/digest/rules.ts';
import { digestPaths, weekPaths } from '../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { describeNextDigest } from './digest.tsx';

const SeeLaunches = () => (
  <p>
    <a class="button" href={weekPaths.week({ week: 'this' })}>
      {t('See this week’s launches')}
    </a>
  </p>
);

/** The same for every address, so that it does not reveal who subscribed or wants no mail. */
export const digestLinkSent = {
  path: digestPaths.sent,
  personal: true,
  load: async (ctx: Ctx, _params: Params, query: Query) => ({ email: await openSentAddress(ctx, textParam(query.to) ?? '') }),
  head: (): PageHead => ({
    title: t('Check your inbox'),
    description: t('Confirm your address.'),
    canonical: digestPaths.sent(),
    index: false,
  }),
  view: ({ email }: { email: string | null }) => (
    <div class="stack trouble">
      <h1>{t('Check your inbox')}</h1>
      <p class="lede">
        {email
          ? rich('Confirm your subscription with the link we sent to {email}. It works for 7 days.', {
              email: <strong dir="auto">{email}</strong>,
            })
          : t('Confirm your subscription with the link we sent you. It works for 7 days.')}
      </p>
      <p>
        {rich(
          'No email after a few minutes? Check your spam folder. We send an address at most three of these emails a day, and none for two weeks after someone chose “Don’t email me again” for it. <link>Use another address</link>',
          { link: (text) => <a href={digestPaths.home()}>{text}</a> },
        )}
      </p>
      <SeeLaunches />
    </div>
  ),
};

export const digestConfirmed = {
  path: digestPaths.confirmed,
  load: async (ctx: Ctx) => ({ settings: await getDigestSettings(ctx) }),
  head: (): PageHead => ({
    title: t('You’re subscribed'),
    description: t('You get the weekly digest.'),
    canonical: digestPaths.confirmed(),
    index: false,
  }),
  view: ({ settings }: { settings: DigestSettings }) => (
    <div class="stack trouble">
      <h1>{t('You’re subscribed')}</h1>
      <p class="lede">{t('{settings} Every one has a link to unsubscribe with one click.', { settings: describeNextDigest(settings) })}</p>
      <SeeLaunches />
    </div>
  ),
};
