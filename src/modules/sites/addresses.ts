import type { Site } from '../../kernel/context.ts';

/** The path of a listing's public page. The website declares the same path in its own table. */
export const listingPath = (slug: string): string => `/listings/${slug}`;

export const listingUrl = ({ root }: Pick<Site, 'root'>, slug: string): string => root + listingPath(slug);

/** The path of a drawn logo or portrait, for invented products and people. */
export const drawingPath = (kind: 'logos' | 'portraits', slug: string): string => `/drawings/${kind}/${slug}.svg`;

/** The path of the page on which owners manage their listing. */
export const dashboardPath = (listing_id: number): string => `/dashboard/listings/${listing_id}`;
