import type { Caller } from '../kernel/context.ts';
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

interface Action extends NavLink {
  for: 'strangers' | 'members' | 'all';
  /** Drawn as the main button. */
  main?: boolean;
}

/** What one can do, at the header's end. */
const ACTIONS: Action[] = [
  { name: 'Sign in', href: to.signIn(), for: 'strangers' },
  { name: 'Account', href: to.account(), for: 'members' },
];

export const actionsFor = (caller: Caller | null): Action[] =>
  ACTIONS.filter((action) => action.for === 'all' || action.for === (caller ? 'members' : 'strangers'));

export const FOOTER: { heading: string; links: NavLink[] }[] = [
  { heading: 'Discover', links: [...PLACES, { name: 'Coming up', href: to.listings({ status: 'upcoming' }) }] },
  { heading: 'Build on it', links: [{ name: 'API and MCP reference', href: '/docs' }] },
];
