import type { Ctx } from '../../kernel/context.ts';
import { readBrandPicture } from '../../modules/content/brand/brand.ts';
import { rasterizeSvg } from '../../modules/listings/media/image-processing.ts';
import { renderShareCard, type ShareCard } from './share-card.ts';

/** Draws an image in the site's brand. */
export const drawShareImage = async (ctx: Pick<Ctx, 'sql' | 'site' | 'integrations'>, card: ShareCard): Promise<Buffer> => {
  const { brand } = ctx.site;
  return rasterizeSvg(renderShareCard(card, { brand, logo: brand?.logo && (await readBrandPicture(ctx, brand.logo.hash)) }));
};
