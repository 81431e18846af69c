import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { invalidInput, type Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { processPicture } from '../listings/media/image-processing.ts';
import { storePicture } from '../listings/media/stored-pictures.ts';
import { insertBrandPicture } from './brand/queries.ts';
import { findCover, lockPost, type PostCover, selectCovers, updateCover } from './queries.ts';

/** The cover of a post, published or not. For the site's team. */
export const getCoverForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<PostCover | null> => {
  await requireTeam(ctx);
  return findCover(ctx, id);
};

/** The covers of posts by their slugs; those without one are left out. */
export const listCovers = async (ctx: Ctx, posts: { slug: string }[]): Promise<Record<string, PostCover>> => {
  if (posts.length === 0) return {};
  const rows = await selectCovers(
    ctx,
    posts.map(({ slug }) => slug),
  );
  return Object.fromEntries(rows.map(({ slug, cover }) => [slug, cover]));
};

/** Writes the cover of a post; null removes it. Also used for undo: former pictures stay stored. For the site's team. */
export const writeCover = (ctx: Ctx<Caller>, { id, cover }: { id: number; cover: PostCover | null }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { title } = requireFound('blog_post_not_found', await lockPost(ctx, id));
    const before = await findCover(ctx, id);
    if (isDeepStrictEqual(before, cover)) return null;
    await updateCover(ctx, id, cover);
    return { act: 'set_post_cover', record: 'post', record_id: id, title, before: { cover: before }, after: { cover } };
  });

interface CoverInput {
  id: number;
  /** A new picture; without one the stored one stays. */
  upload?: Buffer;
  /** What it shows. */
  alt?: string;
  removes?: boolean;
}

const inputError = (path: string, message: string): Refusal => invalidInput({ path, code: 'required', message });

/** Sets the picture of a post and its alt text, or removes it. For the site's team. */
export const setCover = async (ctx: Ctx<Caller>, { id, upload, alt, removes }: CoverInput): Promise<number | null> => {
  const stored = await getCoverForTeam(ctx, { id });
  if (removes) return writeCover(ctx, { id, cover: null });
  if (!upload && !stored) throw inputError('picture', 'is missing');
  if (!alt) throw inputError('alt', t('is required: say what the picture shows'));
  if (!upload) return writeCover(ctx, { id, cover: { ...stored!, alt } });
  const picture = await storePicture(ctx, ctx.site.id, await processPicture(upload));
  await insertBrandPicture(ctx.sql, ctx.site.id, picture, ctx.clock.now());
  return writeCover(ctx, { id, cover: { hash: picture.hash, width: picture.width, height: picture.height, alt } });
};
