import type { Told } from '../../modules/content/answer-queries.ts';
import type { Listing } from '../../modules/listings/schema.ts';
import { webAddress } from '../addresses.ts';
import { STORY_HEADINGS } from '../wording.ts';
import { Outward } from './outward.tsx';
import { Prose } from './prose.tsx';
import { Day } from './time.tsx';

/** The paid sections and the news of a listing: each is nothing where the listing has none. */

export const Media = ({ media, name }: { media: Listing['media']; name: string }) => {
  const pictures = (media ?? []).filter(({ url }) => webAddress(url));
  return pictures.length > 0 ? (
    <section aria-label={`Pictures of ${name}`}>
      <ul class="media">
        {pictures.map(({ url, alt, width, height }) => (
          <li>
            <img src={url} alt={alt} width={width} height={height} loading="lazy" decoding="async" referrerpolicy="no-referrer" />
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};

export const Story = ({ story }: { story: Listing['story'] }) => {
  if (!story) return null;
  const sections = Object.entries(STORY_HEADINGS).flatMap(([section, heading]) => {
    const text = story[section as keyof typeof STORY_HEADINGS];
    return text ? [{ heading, text }] : [];
  });
  return sections.length > 0 ? (
    <section class="block story" aria-labelledby="story">
      <h2 id="story" dir="auto">
        {story.title ?? 'The founder’s story'}
      </h2>
      {sections.map(({ heading, text }) => (
        <div>
          <h3>{heading}</h3>
          <Prose text={text} />
        </div>
      ))}
    </section>
  ) : null;
};

export const Interview = ({ answers }: { answers: Told[] }) =>
  answers.length > 0 ? (
    <section class="block story" aria-labelledby="interview">
      <h2 id="interview">Interview with the founder</h2>
      {answers.map(({ question, answer }) => (
        <div>
          <h3 dir="auto">{question}</h3>
          <Prose text={answer} />
        </div>
      ))}
    </section>
  ) : null;

export const Milestones = ({ milestones }: { milestones: Listing['milestones'] }) =>
  milestones && milestones.length > 0 ? (
    <section class="block" aria-labelledby="milestones">
      <h2 id="milestones">Milestones</h2>
      <ol class="timeline">
        {milestones.map(({ date, title, description, url }) => (
          <li>
            <p class="quiet">
              <Day on={date} />
            </p>
            <h3 dir="auto">{url ? <Outward href={url}>{title}</Outward> : title}</h3>
            {description && <Prose text={description} />}
          </li>
        ))}
      </ol>
    </section>
  ) : null;

export const Updates = ({ updates }: { updates: Listing['updates'] }) =>
  updates.length > 0 ? (
    <section class="block" aria-labelledby="updates">
      <h2 id="updates">Latest updates</h2>
      <ol class="timeline">
        {updates.map(({ id, title, body, created_at }) => (
          <li id={`update-${id}`}>
            <p class="quiet">
              <Day on={created_at} />
            </p>
            <h3 dir="auto">{title}</h3>
            <Prose text={body} />
          </li>
        ))}
      </ol>
    </section>
  ) : null;
