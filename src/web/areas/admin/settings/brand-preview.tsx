import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AppDeps, requestContext } from '../../../../http/deps.ts';
import type { Caller, Ctx } from '../../../../kernel/context.ts';
import { Refusal } from '../../../../kernel/errors.ts';
import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { renderMail } from '../../../../modules/accounts/mail/render-mail.tsx';
import { getBrand } from '../../../../modules/content/brand/brand.ts';
import { accountPaths, adminPaths, homePaths, searchPaths } from '../../../paths.ts';
import type { Page } from '../../../server/page.ts';
import { type Rendered, renderPage } from '../../../server/render.tsx';
import { readSession } from '../../../server/sessions.ts';
import { drawShareImage } from '../../../share-images/draw.ts';
import { siteShareCard } from '../../../share-images/share-card.ts';

/** Pages that can be previewed, by name. */
const PREVIEW_PAGES: Record<string, string> = {
  home: homePaths.home.pattern,
  products: searchPaths.listings.pattern,
  'sign-in': accountPaths.signIn.pattern,
};

/** Titles of everything that can be previewed. */
export const BRAND_PREVIEWS: Record<string, string> = texts({
  home: msg('Home page'),
  products: msg('Products'),
  'sign-in': msg('Sign-in page'),
  email: msg('Email'),
  'share-image': msg('Share image'),
});

const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };

const sampleMail = ({ site }: Ctx): string =>
  renderMail(site, {
    subject: t('An email from {name}', { name: site.name }),
    says: [t('This is how emails from your site look.'), t('Products launch here every Monday. This week’s launches are open for votes.')],
    sections: [
      { heading: t('Launching this week'), items: [{ name: t('A product'), href: site.root, text: t('What it does, in a line.') }] },
    ],
    link: { name: t('See this week’s launches'), href: site.root },
    foot: {
      says: t('You get this email because you have an account on {name}.', { name: site.name }),
      ways: [{ name: t('Unsubscribe'), href: site.root }],
    },
  }).html;

interface PreviewDeps {
  pages: Page[];
  sendPage(reply: FastifyReply, rendered: Rendered): FastifyReply;
}

/** The caller's site with the draft of its brand. Refuses with 404 if the caller is not on the team. */
const withDraft = async (ctx: Ctx<Caller>): Promise<Ctx<Caller>> => {
  const { draft, published } = await getBrand(ctx);
  return { ...ctx, site: { ...ctx.site, ...(draft ?? published), is_preview: true } };
};

/** Registers the previews of the unpublished brand. Only the team sees them, and nothing of them is cached. */
export const serveBrandPreview = (app: FastifyInstance, deps: AppDeps, { pages, sendPage }: PreviewDeps): void => {
  app.get(adminPaths.brandPreview.pattern, async (request, reply) => {
    const caller = await readSession(deps, request);
    if (!caller) throw new Refusal('sign_in_needed');
    const ctx = await withDraft(await requestContext(deps, request, caller));
    const { name } = request.params as { name: string };
    if (name === 'share-image')
      return reply.headers({ ...PRIVATE, 'content-type': 'image/png' }).send(await drawShareImage(ctx, siteShareCard(ctx.site)));
    if (name === 'email')
      return reply
        .headers({
          ...PRIVATE,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox allow-popups",
        })
        .send(sampleMail(ctx));
    const page = pages.find(({ path }) => path === PREVIEW_PAGES[name]);
    if (!page) throw new Refusal('not_found');
    return sendPage(reply, await renderPage(page, ctx, {}, {}));
  });
};
