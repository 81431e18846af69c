import type { Ctx } from '../../../kernel/context.ts';
import { openSentAddress } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { getDigestSettings } from '../../../modules/digest/digest.ts';
import type { DigestSettings } from '../../../modules/digest/rules.ts';
import { digestPaths, weekPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { describeNextDigest } from './digest.tsx';

const SeeLaunches = () => (
  <p>
    <a class="button" href={weekPaths.week({ week: 'this' })}>
      See this week’s launches
    </a>
  </p>
);

/** The same for every address, so that it does not reveal who subscribed or wants no mail. */
export const digestLinkSent = {
  path: digestPaths.sent,
  personal: true,
  load: async (ctx: Ctx, _params: Params, query: Query) => ({ email: await openSentAddress(ctx, textParam(query.to) ?? '') }),
  head: (): PageHead => ({ title: 'Check your inbox', description: 'Confirm your address.', canonical: digestPaths.sent(), index: false }),
  view: ({ email }: { email: string | null }) => (
    <div class="stack trouble">
      <h1>Check your inbox</h1>
      <p class="lede">
        Confirm your subscription with the link we email to {email ? <strong dir="auto">{email}</strong> : 'you'}. It works for 7 days.
      </p>
      <p>
        No email after a few minutes? Check your spam folder. We send an address at most three of these emails a day, and none for two weeks
        after someone chose “Don’t email me again” for it. <a href={digestPaths.home()}>Use another address</a>
      </p>
      <SeeLaunches />
    </div>
  ),
};

export const digestConfirmed = {
  path: digestPaths.confirmed,
  load: async (ctx: Ctx) => ({ settings: await getDigestSettings(ctx) }),
  head: (): PageHead => ({
    title: 'You’re subscribed',
    description: 'You get the weekly digest.',
    canonical: digestPaths.confirmed(),
    index: false,
  }),
  view: ({ settings }: { settings: DigestSettings }, context: PageContext) => (
    <div class="stack trouble">
      <h1>You’re subscribed</h1>
      <p class="lede">{describeNextDigest(settings, context)} Every one has a link to unsubscribe with one click.</p>
      <SeeLaunches />
    </div>
  ),
};
