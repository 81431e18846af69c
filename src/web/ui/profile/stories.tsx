import { t } from '../../../kernel/language/messages.ts';
import type { InterviewEntry } from '../../../modules/content/queries.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { Block, ExternalLink, Prose } from '../elements.tsx';
import { DayText, STORY_HEADINGS } from '../format.tsx';

// The paid sections and the news of a listing. Each renders nothing where the listing has none.

export const StorySections = ({ story }: { story: Listing['story'] }) => {
  if (!story) return null;
  const sections = Object.entries(STORY_HEADINGS).flatMap(([section, heading]) => {
    const text = story[section as keyof typeof STORY_HEADINGS];
    return text ? [{ heading, text }] : [];
  });
  return sections.length > 0 ? (
    <section class="block story" aria-labelledby="story">
      <h2 id="story" dir="auto">
        {story.title ?? t('Founder story')}
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

export const InterviewSection = ({ answers }: { answers: InterviewEntry[] }) =>
  answers.length > 0 ? (
    <section class="block story" aria-labelledby="interview">
      <h2 id="interview">{t('Founder interview')}</h2>
      {answers.map(({ question, answer }) => (
        <div>
          <h3 dir="auto">{question}</h3>
          <Prose text={answer} />
        </div>
      ))}
    </section>
  ) : null;

export const MilestoneList = ({ milestones }: { milestones: Listing['milestones'] }) =>
  milestones && milestones.length > 0 ? (
    <Block id="milestones" heading={t('Milestones')}>
      <ol class="timeline">
        {milestones.map(({ date, title, description, url }) => (
          <li>
            <p class="quiet">
              <DayText on={date} />
            </p>
            <h3 dir="auto">{url ? <ExternalLink href={url}>{title}</ExternalLink> : title}</h3>
            {description && <Prose text={description} />}
          </li>
        ))}
      </ol>
    </Block>
  ) : null;

export const UpdateList = ({ updates }: { updates: Listing['updates'] }) =>
  updates.length > 0 ? (
    <Block id="updates" heading={t('Latest updates')}>
      <ol class="timeline">
        {updates.map(({ id, title, body, created_at }) => (
          <li id={`update-${id}`}>
            <p class="quiet">
              <DayText on={created_at} />
            </p>
            <h3 dir="auto">{title}</h3>
            <Prose text={body} />
          </li>
        ))}
      </ol>
    </Block>
  ) : null;
