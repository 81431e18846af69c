import { openPage } from './open.ts';
import type { PageText, ReadPage } from './page.ts';

/** The text of a page in pieces: what a reader sees, what the page tells machines, and, told apart, what nobody sees. */
export const pageTextOf = (page: Pick<ReadPage, 'url' | 'html'>): PageText => openPage(page).text;
