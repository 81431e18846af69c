import { to } from './addresses.ts';
import type { Section } from './page.ts';

export interface NavLink {
  name: string;
  href: string;
  section?: Section;
}

/** The header's places. Adding one is adding a row. */
export const PLACES: NavLink[] = [
  { name: 'Products', href: to.listings(), section: 'listings' },
  { name: 'Categories', href: to.categories(), section: 'categories' },
  { name: 'Founders', href: to.founders(), section: 'founders' },
  { name: 'Compare', href: to.compare(), section: 'compare' },
  { name: 'Blog', href: to.blog(), section: 'blog' },
];

/** What one can do, at the header's end; the last is drawn as the main button. Sign-in and submit come here. */
export const ACTIONS: NavLink[] = [];

export const FOOTER: { heading: string; links: NavLink[] }[] = [
  { heading: 'Discover', links: [...PLACES, { name: 'Coming up', href: to.listings({ status: 'upcoming' }) }] },
  { heading: 'Build on it', links: [{ name: 'API and MCP reference', href: '/docs' }] },
];
