import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { getBlogPost } from '../../../modules/content/blog.ts';
import { listCovers } from '../../../modules/content/covers.ts';
import type { PostCover } from '../../../modules/content/queries.ts';
import type { BlogPost } from '../../../modules/content/schema.ts';
import { blogPaths, feedPaths } from '../../paths.ts';
import { feedAlternates, postThing } from '../../server/metadata.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { type ShareCard, shareImageUrl } from '../../share-images/share-card.ts';
import { Cover, coverPath } from '../../ui/cover.tsx';
import { FaqList } from '../../ui/elements.tsx';
import { DayText, formatDay } from '../../ui/format.tsx';
import { markdownToHtml } from '../../ui/markdown.ts';

/** A post and its picture, if it has one. */
export interface PostPage {
  post: BlogPost;
  cover: PostCover | null;
}

export const load = async (ctx: Ctx, { slug }: { slug: string }): Promise<PostPage> => {
  const [post, covers] = await Promise.all([getBlogPost(ctx, { slug }), listCovers(ctx, [{ slug }])]);
  return { post: toValue(post), cover: covers[slug] ?? null };
};

const cardOf = ({ slug, title, excerpt, author_name, published_at }: BlogPost, site: string): ShareCard => ({
  kind: t('Blog'),
  titles: [title, slug.replaceAll('-', ' ')],
  text: excerpt,
  notes: [author_name, formatDay(published_at)],
  site,
});

export const head = ({ post, cover }: PostPage, { site }: PageContext): PageHead => {
  const card = cardOf(post, site.name);
  const image = cover ? coverPath(cover) : shareImageUrl(blogPaths.post({ slug: post.slug }), card, site.brand);
  return {
    title: post.title,
    description: post.excerpt,
    canonical: blogPaths.post({ slug: post.slug }),
    trail: [{ name: t('Blog'), href: blogPaths.posts() }],
    type: 'article',
    alternates: feedAlternates(feedPaths.blog(), t('Blog')),
    things: [postThing(post, site, site.root + image)],
    card,
    ...(cover && { picture: { ...cover, path: image, type: 'image/webp' } }),
  };
};

const wasChangedLater = ({ published_at, updated_at }: BlogPost): boolean =>
  updated_at > published_at && formatDay(updated_at) !== formatDay(published_at);

export const view = ({ post, cover }: PostPage) => (
  <div class="narrow">
    <article>
      <header class="page-head">
        <h1 dir="auto">{post.title}</h1>
        <p class="actions byline">
          <span dir="auto">{post.author_name}</span>
          <DayText on={post.published_at} />
          {wasChangedLater(post) && <span>{rich('updated {day}', { day: <DayText on={post.updated_at} /> })}</span>}
        </p>
      </header>
      {cover && <Cover cover={cover} />}
      <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(post.body_markdown) }} />
      <FaqList faqs={post.faqs} />
    </article>
  </div>
);
