import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AppDeps, requestContext } from '../../../../http/deps.ts';
import type { Caller, Ctx } from '../../../../kernel/context.ts';
import { Refusal } from '../../../../kernel/errors.ts';
import { renderMail } from '../../../../modules/accounts/mail/render-mail.tsx';
import { getBrand } from '../../../../modules/content/brand/brand.ts';
import { accountPaths, adminPaths, homePaths, searchPaths } from '../../../paths.ts';
import type { Page } from '../../../server/page.ts';
import { type Rendered, renderPage } from '../../../server/render.tsx';
import { readSession } from '../../../server/sessions.ts';
import { drawShareImage } from '../../../share-images/draw.ts';
import { siteShareCard } from '../../../share-images/share-card.ts';

/** Pages that can be previewed, by name. */
const PREVIEW_PAGES: Record<string, { title: string; path: string }> = {
  home: { title: 'Home page', path: homePaths.home.pattern },
  products: { title: 'Products', path: searchPaths.listings.pattern },
  'sign-in': { title: 'Sign-in page', path: accountPaths.signIn.pattern },
};

export const BRAND_PREVIEWS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PREVIEW_PAGES).map(([name, { title }]) => [name, title])),
  email: 'Email',
  'share-image': 'Share image',
};

const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };

const sampleMail = ({ site }: Ctx): string =>
  renderMail(site, {
    subject: `An email from ${site.name}`,
    says: ['This is how emails from your site look.', 'Products launch here every Monday. This week’s launches are open for votes.'],
    sections: [{ heading: 'Launching this week', items: [{ name: 'A product', href: site.root, text: 'What it does, in a line.' }] }],
    link: { name: 'See this week’s launches', href: site.root },
    foot: { says: `You get this email because you have an account on ${site.name}.`, ways: [{ name: 'Unsubscribe', href: site.root }] },
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
    const page = pages.find(({ path }) => path === PREVIEW_PAGES[name]?.path);
    if (!page) throw new Refusal('not_found');
    return sendPage(reply, await renderPage(page, ctx, {}, {}));
  });
};
