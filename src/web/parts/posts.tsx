import type { BlogPostSummary } from '../../modules/content/schema.ts';
import { to } from '../addresses.ts';
import { Day } from './time.tsx';

export const Posts = ({ posts, level = 2 }: { posts: BlogPostSummary[]; level?: 2 | 3 }) => {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul class="posts">
      {posts.map(({ slug, title, excerpt, author_name, published_at }) => (
        <li>
          <article>
            <p class="quiet">
              <Day on={published_at} />
            </p>
            <Title>
              <a href={to.post(slug)} dir="auto">
                {title}
              </a>
            </Title>
            <p dir="auto">{excerpt}</p>
            <p class="quiet" dir="auto">
              {author_name}
            </p>
          </article>
        </li>
      ))}
    </ul>
  );
};
