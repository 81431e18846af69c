import type { Site } from '../../../kernel/context.ts';

/**
 * The `rel` of the link to a product's website. Search engines require that links somebody paid for are marked as sponsored; whether
 * they follow the others is the site's choice.
 */
export const websiteRel = (plan: 'free' | 'paid' | null, { product_links }: Pick<Site, 'product_links'>): string =>
  [plan === 'paid' && 'sponsored', product_links !== 'followed' && 'nofollow', 'noopener'].filter(Boolean).join(' ');
