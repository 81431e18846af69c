import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getBlogPost } from '../../modules/content/blog.ts';
import type { BlogPost } from '../../modules/content/schema.ts';
import { to } from '../addresses.ts';
import { feedOf } from '../alternates.ts';
import { slugIn } from '../asked.ts';
import { postThing } from '../linked-data.ts';
import type { Head, Here, Params } from '../page.ts';
import { Faqs } from '../parts/faqs.tsx';
import { markdownToHtml } from '../parts/markdown.ts';
import { Day, sayDay } from '../parts/time.tsx';
import { pictureAddress } from '../pictures/address.ts';
import type { Card } from '../pictures/card.ts';

export const load = async (ctx: Ctx, params: Params) => valueIn(await getBlogPost(ctx, { slug: slugIn(params, 'blog_post_not_found') }));

const cardOf = ({ slug, title, excerpt, author_name, published_at }: BlogPost, site: string): Card => ({
  kind: 'Blog',
  titles: [title, slug.replaceAll('-', ' ')],
  text: excerpt,
  notes: [author_name, sayDay(published_at)],
  site,
});

export const head = (post: BlogPost, { site }: Here): Head => {
  const card = cardOf(post, site.name);
  return {
    title: post.title,
    description: post.excerpt,
    canonical: to.post(post.slug),
    trail: [{ name: 'Blog', href: to.blog() }],
    type: 'article',
    alternates: feedOf('blog', 'Blog'),
    things: [postThing(post, site, site.root + pictureAddress(to.post(post.slug), card))],
    card,
  };
};

const changedLater = ({ published_at, updated_at }: BlogPost): boolean =>
  updated_at > published_at && sayDay(updated_at) !== sayDay(published_at);

export const view = (post: BlogPost) => (
  <div class="narrow">
    <article>
      <header class="page-head">
        <h1 dir="auto">{post.title}</h1>
        <p class="byline">
          <span dir="auto">{post.author_name}</span>
          <Day on={post.published_at} />
          {changedLater(post) && (
            <span>
              changed <Day on={post.updated_at} />
            </span>
          )}
        </p>
      </header>
      <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(post.body_markdown) }} />
      <Faqs faqs={post.faqs} />
    </article>
  </div>
);
