import type { Ctx } from '../../../../kernel/context.ts';
import { readUnsubscribeLink } from '../../../../modules/listings/follows/follows.ts';
import { accountPaths, listingPaths } from '../../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';

interface Data {
  name: string;
  slug: string;
  token: string;
  /** Whether the mail is switched off now. */
  done: boolean;
}

/** Opening the link changes nothing, because mail scanners open links too. The button does it. */
export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const token = textParam(query.token) ?? '';
  return { token, done: false, ...(await readUnsubscribeLink(ctx, { token })) };
};

export const head = (): PageHead => ({
  title: 'Mail about a product',
  description: 'End the mail about a product you follow.',
  canonical: accountPaths.unsubscribe(),
  index: false,
});

export const view = ({ name, slug, token, done }: Data) => (
  <div class="stack trouble">
    <h1 dir="auto">{done ? `No more mail about ${name}` : `Mail about ${name}`}</h1>
    {done ? (
      <p class="lede">That was the last one. On the site you still follow it, and you can change that on its page.</p>
    ) : (
      <form method="post" action={accountPaths.unsubscribe({ token })}>
        <p class="lede">You get mail when it has news, because you follow it.</p>
        <p>
          <button class="button button-main" type="submit">
            Send me no more mail about it
          </button>
        </p>
      </form>
    )}
    <p>
      <a href={listingPaths.listing({ slug })} dir="auto">
        {name}
      </a>
    </p>
  </div>
);
