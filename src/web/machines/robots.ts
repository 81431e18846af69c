import type { Site } from '../../kernel/context.ts';
import { PAGES } from '../routes.ts';

const personal = PAGES.filter((page) => page.personal).map(({ path }) => path.replace(/:\w+/g, '*'));

/** Addresses that are one person's or the team's, as prefixes. A page that is added to the table is kept out with it. */
const KEPT_OUT = personal.filter((path) => !personal.some((other) => other !== path && path.startsWith(`${other}/`))).sort();

/** Whether robots are asked to stay away from a page. */
export const isKeptOut = (path: string): boolean => KEPT_OUT.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** What robots may read: everything that is for everybody, and where it is all listed. */
export const robotsTxt = ({ root }: Site): string =>
  ['User-agent: *', ...KEPT_OUT.map((path) => `Disallow: ${path}`), 'Allow: /', '', `Sitemap: ${root}/sitemap.xml`, ''].join('\n');
