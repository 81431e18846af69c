import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { homePaths, listingPaths } from '../../paths.ts';
import type { PageContext, PageHead, Params, Query } from '../../server/page.ts';
import { textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { webUrl } from '../../ui/urls.ts';

interface Post {
  title: string;
  url: string;
}

const MAX_TITLE = 300;

/** The post to share: only addresses of this site. */
export const load = async ({ site }: Ctx, _params: Params, query: Query): Promise<Post> => {
  const url = textParam(query.url) ?? '';
  return { title: (textParam(query.title) ?? '').slice(0, MAX_TITLE), url: url.startsWith(`${site.root}/`) ? url : site.root };
};

/** The form for a new post on a Mastodon server. The server may be typed as an address, or as part of an account's name. */
export const mastodonUrl = (server: string, { title, url }: Post): string | null => {
  const host = URL.parse(`https://${server.replace(/^https?:\/\//i, '').replace(/^.*@/s, '')}`)?.host;
  return host?.includes('.') ? `https://${host}/share?${new URLSearchParams({ text: `${title} ${url}`.trim() })}` : null;
};

export const head = (post: Post, { form }: PageContext): PageHead => ({
  title: t('Share on Mastodon'),
  description: t('Choose your Mastodon server.'),
  canonical: listingPaths.shareOnMastodon(),
  index: false,
  // A form may not redirect to another site.
  redirects_to: form?.result.server ? (mastodonUrl(form.result.server, post) ?? undefined) : undefined,
});

export const view = (post: Post, context: PageContext) => {
  const action = listingPaths.shareOnMastodon();
  const { server } = context.form?.result ?? {};
  const leads_to = server && mastodonUrl(server, post);
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{t('Share on Mastodon')}</h1>
        <p class="lede">{leads_to ? t('Opening your server…') : t('Which server is your account on?')}</p>
      </header>
      {leads_to ? (
        <p>
          <a class="button button-main" href={leads_to} rel="nofollow noopener">
            {t('Continue to {server}', { server })}
          </a>
        </p>
      ) : (
        <Form action={action} hidden={{ ...post }}>
          <Field action={action} name="server" label={t('Server')} type="website" hint={t('For example mastodon.social')} required />
          <div class="actions">
            <button class="button button-main" type="submit">
              {t('Continue')}
            </button>
            <a href={webUrl(post.url) ?? homePaths.home()}>{t('Cancel')}</a>
          </div>
        </Form>
      )}
    </div>
  );
};
