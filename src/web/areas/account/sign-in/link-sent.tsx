import { accountPaths } from '../../../paths.ts';
import type { PageHead } from '../../../server/page.ts';

export const load = async () => ({});

export const head = (): PageHead => ({
  title: 'Look into your mail',
  description: 'A link is on its way.',
  canonical: accountPaths.signInLinkSent(),
  index: false,
});

/** The same for every address, so that it does not reveal who has an account. */
export const view = () => (
  <div class="stack trouble">
    <p class="eyebrow">One more step</p>
    <h1>Look into your mail</h1>
    <p class="lede">If mail can reach that address, a link is on its way. It works once, for 15 minutes.</p>
    <p>After many requests we send no more for some minutes. Then use the newest link in your inbox: it still works.</p>
    <p>
      Nothing after a few minutes? Look among the unwanted mail, or <a href={accountPaths.signIn()}>try again</a>.
    </p>
  </div>
);
