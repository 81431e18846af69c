import { type Page, page } from './page.ts';
import * as alternatives from './pages/alternatives.tsx';
import * as blog from './pages/blog.tsx';
import * as categories from './pages/categories.tsx';
import * as category from './pages/category.tsx';
import * as compare from './pages/compare.tsx';
import * as docs from './pages/docs.tsx';
import * as docsErrors from './pages/docs-errors.tsx';
import * as docsOperation from './pages/docs-operation.tsx';
import * as founder from './pages/founder.tsx';
import * as founders from './pages/founders.tsx';
import * as home from './pages/home.tsx';
import * as listing from './pages/listing.tsx';
import * as post from './pages/post.tsx';
import * as search from './pages/search.tsx';

/** Every page of the website. A page's file brings what it loads, what it says about itself and what it shows. */
export const PAGES: Page[] = [
  page({ name: 'home', path: '/', ...home }),
  page({ name: 'search', path: '/listings', section: 'listings', ...search }),
  page({ name: 'listing', path: '/listings/:slug', section: 'listings', ...listing }),
  page({ name: 'alternatives', path: '/listings/:slug/alternatives', section: 'listings', ...alternatives }),
  page({ name: 'compare', path: '/compare', section: 'compare', ...compare }),
  page({ name: 'categories', path: '/categories', section: 'categories', ...categories }),
  page({ name: 'category', path: '/categories/:slug', section: 'categories', ...category }),
  page({ name: 'founders', path: '/founders', section: 'founders', ...founders }),
  page({ name: 'founder', path: '/founders/:slug', section: 'founders', ...founder }),
  page({ name: 'blog', path: '/blog', section: 'blog', ...blog }),
  page({ name: 'post', path: '/blog/:slug', section: 'blog', ...post }),
  page({ name: 'docs', path: '/docs', ...docs }),
  page({ name: 'docs_operation', path: '/docs/operations/:id', ...docsOperation }),
  page({ name: 'docs_errors', path: '/docs/errors', ...docsErrors }),
];
