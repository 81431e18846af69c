import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../modules/listings/schema.ts';
import { platformName, STORY_HEADINGS } from '../wording.ts';
import { Input } from './draft-field.tsx';
import { errorAt, type Sheet } from './draft-sheet.ts';
import { Why } from './draft-state.tsx';
import { placeOf } from './draft-values.ts';

const WHOSE = { company: 'The product’s', founder: 'The founder’s' } as const;

const Links = ({ sheet, whose }: { sheet: Sheet; whose: keyof typeof WHOSE }) => {
  const group = `${whose}_socials`;
  const nameOf = (platform: string) => `${group}.${platform}`;
  const isThere = (platform: string) => Boolean(sheet.values[nameOf(platform)] || errorAt(sheet, nameOf(platform)));
  const link = (platform: string) => {
    const held = sheet.draft.socials[whose][platform];
    return (
      <div id={placeOf(nameOf(platform))}>
        <Input sheet={sheet} name={nameOf(platform)} title={platformName(platform)} type="link" most={500} />
        {held && <Why sheet={sheet} of={`${WHOSE[whose]} ${platformName(platform)}`} state={held.state} evidence={held.evidence} />}
      </div>
    );
  };
  return (
    <fieldset class="draft-row" id={placeOf(group)}>
      <legend>{WHOSE[whose]} own</legend>
      {SOCIAL_PLATFORMS.filter(isThere).map(link)}
      <details class="draft-add" id={`add-${group}`}>
        <summary>Add a link</summary>
        <div class="draft-links">{SOCIAL_PLATFORMS.filter((platform) => !isThere(platform)).map(link)}</div>
      </details>
    </fieldset>
  );
};

export const DraftLinks = ({ sheet }: { sheet: Sheet }) => (
  <section class="draft-section" id={placeOf('socials')} aria-labelledby="links-title">
    <h2 id="links-title">Elsewhere</h2>
    <p class="quiet">Profiles of the product and of its founder. Empty a box to take a link away.</p>
    <Links sheet={sheet} whose="company" />
    <Links sheet={sheet} whose="founder" />
  </section>
);

const storyHeading = (section: string): string => ({ title: 'Its title', ...STORY_HEADINGS })[section] ?? section;

const StorySection = ({ sheet, section }: { sheet: Sheet; section: (typeof STORY_SECTIONS)[number] }) => {
  const { state, evidence, value } = sheet.draft.story[section];
  return (
    <div class="draft-field" id={placeOf(`story.${section}`)}>
      <Input sheet={sheet} name={`story.${section}`} title={storyHeading(section)} most={8000} rows={section === 'title' ? 1 : 4} />
      {value !== null && <Why sheet={sheet} of={storyHeading(section)} state={state} evidence={evidence} />}
    </div>
  );
};

export const DraftStory = ({ sheet }: { sheet: Sheet }) => {
  const isThere = (section: string) => Boolean(sheet.values[`story.${section}`] || errorAt(sheet, `story.${section}`));
  const written = STORY_SECTIONS.filter(isThere);
  return (
    <section class="draft-section" id={placeOf('story')} aria-labelledby="story-heading">
      <h2 id="story-heading">Founder story</h2>
      <p class="quiet">Your own words. Shown where the listing’s plan includes it.</p>
      {written.map((section) => (
        <StorySection sheet={sheet} section={section} />
      ))}
      {written.length < STORY_SECTIONS.length && (
        <details class="draft-add" id="add-story">
          <summary>{written.length > 0 ? 'Write more of it' : 'Write your story'}</summary>
          {STORY_SECTIONS.filter((section) => !isThere(section)).map((section) => (
            <StorySection sheet={sheet} section={section} />
          ))}
        </details>
      )}
    </section>
  );
};

export const DraftSeo = ({ sheet }: { sheet: Sheet }) => (
  <section class="draft-section" id={placeOf('seo')} aria-labelledby="seo-heading">
    <h2 id="seo-heading">For search engines</h2>
    <p class="quiet">What they show of your listing. Left empty, its name, tagline and short description are used.</p>
    <div class="draft-field" id={placeOf('seo.title')}>
      <Input sheet={sheet} name="seo.title" title="Title" most={70} counted />
    </div>
    <div class="draft-field" id={placeOf('seo.meta')}>
      <Input sheet={sheet} name="seo.meta" title="Description" most={170} rows={3} counted />
    </div>
  </section>
);
