import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { to } from '../addresses.ts';
import { count } from '../wording.ts';

/** Categories with how many products are live in each. */
export const CategoryGrid = ({ categories }: { categories: CategoryNode[] }) => (
  <ul class="category-grid">
    {categories.map(({ slug, name, live_listings }) => (
      <li>
        <a href={to.category(slug)}>
          <span dir="auto">{name}</span>
          <span class="number">{count(live_listings)}</span>
        </a>
      </li>
    ))}
  </ul>
);
