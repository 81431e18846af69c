import type { PostCover } from '../../modules/content/queries.ts';
import { brandPaths } from '../paths.ts';

/** The address of a post's picture. */
export const coverPath = ({ hash }: PostCover): string => brandPaths.file({ file: `${hash}.webp` });

/** The picture of a post. In lists the title beside it is the link, so it is only shown. */
export const Cover = ({ cover, is_lazy }: { cover: PostCover; is_lazy?: boolean }) => (
  <img
    class="cover"
    src={coverPath(cover)}
    alt={cover.alt}
    width={cover.width}
    height={cover.height}
    loading={is_lazy ? 'lazy' : undefined}
    decoding="async"
  />
);
