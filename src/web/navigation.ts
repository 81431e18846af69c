import { to } from './addresses.ts';
import type { Section } from './page.ts';

export interface NavLink {
  name: string;
  href: string;
  section?: Section;
}

/** The header's places. Adding one is adding a row. */
export const PLACES: NavLink[] = [
  { name: 'Launches', href: to.launches(), section: 'launches' },
  { name: 'Products', href: to.listings(), section: 'listings' },
  { name: 'Boards', href: to.leaderboards(), section: 'leaderboards' },
  { name: 'Categories', href: to.categories(), section: 'categories' },
  { name: 'Founders', href: to.founders(), section: 'founders' },
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
  { name: 'Submit', href: to.submit(), for: 'all', main: true },
];

export const actionsFor = (signed_in: boolean): Action[] =>
  ACTIONS.filter((action) => action.for === 'all' || action.for === (signed_in ? 'members' : 'strangers'));

export const FOOTER: { heading: string; links: NavLink[] }[] = [
  { heading: 'Discover', links: PLACES },
  {
    heading: 'Week by week',
    links: [
      { name: 'This week', href: to.week('this') },
      { name: 'Launch weeks', href: to.calendar() },
      { name: 'Awards', href: to.awards() },
      { name: 'Latest updates', href: to.updates() },
      { name: 'Compare products', href: to.compare() },
    ],
  },
  {
    heading: 'How it works',
    links: [
      { name: 'How ranking works', href: to.ranking() },
      { name: 'Moderation log', href: '/moderation-log' },
      { name: 'Prices', href: to.products() },
      { name: 'Submit a product', href: to.submit() },
      { name: 'API and MCP', href: to.docs() },
    ],
  },
];
