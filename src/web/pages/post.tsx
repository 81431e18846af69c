import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getBlogPost } from '../../modules/content/blog.ts';
import type { BlogPost } from '../../modules/content/schema.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import type { Head, Params } from '../page.ts';
import { Faqs } from '../parts/faqs.tsx';
import { markdownToHtml } from '../parts/markdown.ts';
import { Day, sayDay } from '../parts/time.tsx';

export const load = async (ctx: Ctx, params: Params) => valueIn(await getBlogPost(ctx, { slug: slugIn(params, 'blog_post_not_found') }));

export const head = ({ slug, title, excerpt }: BlogPost): Head => ({
  title,
  description: excerpt,
  canonical: to.post(slug),
  trail: [{ name: 'Blog', href: to.blog() }],
  type: 'article',
});

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
