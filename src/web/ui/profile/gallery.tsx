import { t } from '../../../kernel/language/messages.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { ExternalLink, Icon } from '../elements.tsx';
import { webUrl } from '../urls.ts';
import { parseVideo } from './video.ts';

const VideoTile = ({ url, name }: { url: string; name: string }) => {
  const video = parseVideo(url);
  return (
    <ExternalLink href={url} class="video-tile" data={video ? { 'data-video': video.src, 'data-video-kind': video.kind } : undefined}>
      <span class="video-play">
        <Icon name="play" size={28} />
      </span>
      <strong>
        {t('Watch the demo')}
        <span class="unseen"> {t('of {name}', { name })}</span>
      </strong>
      <span class="quiet">
        {video ? t('Plays from {host}', { host: video.host }) : t('On {value}', { value: URL.parse(url)?.hostname.replace(/^www\./, '') })}
      </span>
    </ExternalLink>
  );
};

/**
 * The pictures and the video of a listing. With gallery.js they open in a dialog, and the video is loaded only then; without it they are
 * links.
 */
export const Gallery = ({ listing: { media, demo_video_url, name } }: { listing: Listing }) => {
  const pictures = (media ?? []).filter(({ url }) => webUrl(url));
  const video = webUrl(demo_video_url);
  if (pictures.length === 0 && !video) return null;
  // A single link needs no gallery.
  if (pictures.length === 0 && !parseVideo(video))
    return (
      <p class="gallery">
        <ExternalLink href={video!} class="button">
          <Icon name="play" size={16} />
          {t('Watch the demo')}
        </ExternalLink>
      </p>
    );
  return (
    <section class="gallery" aria-label={t('Pictures of {name}', { name })}>
      <ul class="media">
        {video && (
          <li>
            <VideoTile url={video} name={name} />
          </li>
        )}
        {pictures.map(({ url, alt, width, height }, index) => (
          <li>
            <a href={url} data-picture>
              <img
                src={url}
                alt={alt || t('Picture {value} of {name}', { value: index + 1, name })}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                referrerpolicy="no-referrer"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};
