import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../../modules/listings/schema.ts';
import { AttributeField } from '../../ui/attributes/attributes.tsx';
import { attributeFieldName } from '../../ui/attributes/values.ts';
import { countRows, unitElementId } from '../../ui/form-values.ts';
import { platformName, storyHeading } from '../../ui/format.tsx';
import { DraftInput, type DraftInputProps } from './editor-field.tsx';
import { type DraftFormState, draftErrorAt, RedraftableState, ValueState } from './editor-state.tsx';

type Column = Pick<DraftInputProps, 'title' | 'max_length' | 'rows' | 'type'> & { name: string };

interface ListSection {
  title: string;
  description: string;
  max_rows: number;
  /** The name of an item: “Question 2”. */
  item_name: string;
  add_label: string;
  /** Columns side by side at the start of a row, and the class of their box. */
  pair?: { class: string; columns: Column[] };
  columns: Column[];
}

const LIST_SECTIONS: Record<'faqs' | 'founders' | 'milestones', ListSection> = texts({
  faqs: {
    title: msg('Questions and answers'),
    description: msg('At most ten. Clear both fields to remove one.'),
    max_rows: 10,
    item_name: msg('Question'),
    add_label: msg('Add a question'),
    columns: [
      { name: 'question', title: msg('Question'), max_length: 300 },
      { name: 'answer', title: msg('Answer'), max_length: 1500, rows: 3 },
    ],
  },
  founders: {
    title: msg('Founders'),
    description: msg('At most six, in this order. Clear all fields to remove one.'),
    max_rows: 6,
    item_name: msg('Founder'),
    add_label: msg('Add a founder'),
    pair: {
      class: 'pairs',
      columns: [
        { name: 'name', title: msg('Name'), max_length: 160 },
        { name: 'title', title: msg('Role'), max_length: 160 },
      ],
    },
    columns: [{ name: 'bio', title: msg('Biography'), max_length: 3000, rows: 3 }],
  },
  milestones: {
    title: msg('Milestones'),
    description: msg('Shown if your plan includes them. Clear all fields to remove one.'),
    max_rows: 50,
    item_name: msg('Milestone'),
    add_label: msg('Add a milestone'),
    pair: {
      class: 'pairs draft-pair-date',
      columns: [
        { name: 'date', title: msg('Day'), type: 'day', max_length: 10 },
        { name: 'title', title: msg('What happened'), max_length: 200 },
      ],
    },
    columns: [
      { name: 'description', title: msg('Details'), max_length: 2000, rows: 2 },
      { name: 'url', title: msg('Link'), type: 'link', max_length: 500 },
    ],
  },
});

/** A list edited in place, with a form for one more row. Clearing all fields of a row removes it. */
export const DraftListSection = ({ form_state, list }: { form_state: DraftFormState; list: keyof typeof LIST_SECTIONS }) => {
  const { title, description, max_rows, item_name, add_label, pair, columns } = LIST_SECTIONS[list];
  const items = form_state.draft[list];
  const row_count = countRows(form_state.values, list);
  const renderColumns = (row: number, some: Column[]) =>
    some.map(({ name, ...column }) => <DraftInput form_state={form_state} name={`${list}[${row}].${name}`} {...column} />);
  const renderRow = (row: number) => (
    <>
      {pair && <div class={pair.class}>{renderColumns(row, pair.columns)}</div>}
      {renderColumns(row, columns)}
    </>
  );
  return (
    <section class="draft-section" id={unitElementId(list)} aria-labelledby={`${list}-title`}>
      <h2 id={`${list}-title`}>{title}</h2>
      <p class="quiet">{description}</p>
      {Array.from({ length: row_count }, (_, i) => (
        <fieldset class="stack draft-row">
          <legend>
            {item_name} {i + 1}
          </legend>
          {renderRow(i)}
          {items[i] && (
            <ValueState form_state={form_state} of={`${item_name} ${i + 1}`} state={items[i].state} evidence={items[i].evidence} />
          )}
        </fieldset>
      ))}
      {row_count < max_rows && (
        <details class="draft-add" id={`add-${list}`}>
          <summary>{add_label}</summary>
          <fieldset class="stack draft-row">
            <legend class="unseen">
              {item_name} {row_count + 1}
            </legend>
            {renderRow(row_count)}
          </fieldset>
        </details>
      )}
    </section>
  );
};

/** What listings of its category are compared on. Which attributes there are depends on the primary category. */
export const AttributesSection = ({ form_state }: { form_state: DraftFormState }) => {
  const attributes = Object.entries(form_state.draft.attributes);
  return attributes.length > 0 ? (
    <section class="draft-section" id={unitElementId('attributes')} aria-labelledby="attributes-title">
      <h2 id="attributes-title">{t('Facts to compare')}</h2>
      <p class="quiet">{t('People compare and filter products by these. Leave blank what you don’t want to state.')}</p>
      <div class="pairs draft-fields">
        {attributes.map(([key, attribute]) => {
          const name = attributeFieldName(key);
          return (
            <div class="draft-field" id={unitElementId(name)}>
              <AttributeField
                definition={{ synonyms: [], ...attribute }}
                values={form_state.values}
                error={draftErrorAt(form_state, name)}
              />
              <RedraftableState form_state={form_state} name={name} unit={name} of={attribute.name} stated={attribute} />
            </div>
          );
        })}
      </div>
    </section>
  ) : null;
};

const OWNER_LABELS = texts({ company: msg('The product’s'), founder: msg('The founder’s') } as const);

const SocialInputs = ({ form_state, whose }: { form_state: DraftFormState; whose: keyof typeof OWNER_LABELS }) => {
  const group = `${whose}_socials`;
  const nameOf = (platform: string) => `${group}.${platform}`;
  const isShown = (platform: string) => Boolean(form_state.values[nameOf(platform)] || draftErrorAt(form_state, nameOf(platform)));
  const renderInput = (platform: string) => {
    const social = form_state.draft.socials[whose][platform];
    return (
      <div id={unitElementId(nameOf(platform))}>
        <DraftInput form_state={form_state} name={nameOf(platform)} title={platformName(platform)} type="link" max_length={500} />
        {social && (
          <ValueState
            form_state={form_state}
            of={`${OWNER_LABELS[whose]} ${platformName(platform)}`}
            state={social.state}
            evidence={social.evidence}
          />
        )}
      </div>
    );
  };
  return (
    <fieldset class="stack draft-row" id={unitElementId(group)}>
      <legend>{t('{value} own', { value: OWNER_LABELS[whose] })}</legend>
      {SOCIAL_PLATFORMS.filter(isShown).map(renderInput)}
      <details class="draft-add" id={`add-${group}`}>
        <summary>{t('Add a link')}</summary>
        <div class="pairs">{SOCIAL_PLATFORMS.filter((platform) => !isShown(platform)).map(renderInput)}</div>
      </details>
    </fieldset>
  );
};

export const DraftLinks = ({ form_state }: { form_state: DraftFormState }) => (
  <section class="draft-section" id={unitElementId('socials')} aria-labelledby="links-title">
    <h2 id="links-title">{t('Links')}</h2>
    <p class="quiet">{t('Social profiles of the product and its founder. Clear a field to remove a link.')}</p>
    <SocialInputs form_state={form_state} whose="company" />
    <SocialInputs form_state={form_state} whose="founder" />
  </section>
);

const StorySection = ({ form_state, section }: { form_state: DraftFormState; section: (typeof STORY_SECTIONS)[number] }) => {
  const { state, evidence, value } = form_state.draft.story[section];
  return (
    <div class="draft-field" id={unitElementId(`story.${section}`)}>
      <DraftInput
        form_state={form_state}
        name={`story.${section}`}
        title={storyHeading(section)}
        max_length={8000}
        rows={section === 'title' ? 1 : 4}
      />
      {value !== null && <ValueState form_state={form_state} of={storyHeading(section)} state={state} evidence={evidence} />}
    </div>
  );
};

export const DraftStory = ({ form_state }: { form_state: DraftFormState }) => {
  const isShown = (section: string) => Boolean(form_state.values[`story.${section}`] || draftErrorAt(form_state, `story.${section}`));
  const shown = STORY_SECTIONS.filter(isShown);
  return (
    <section class="draft-section" id={unitElementId('story')} aria-labelledby="story-heading">
      <h2 id="story-heading">{t('Founder story')}</h2>
      <p class="quiet">{t('In your own words. Shown if your plan includes it.')}</p>
      {shown.map((section) => (
        <StorySection form_state={form_state} section={section} />
      ))}
      {shown.length < STORY_SECTIONS.length && (
        <details class="draft-add" id="add-story">
          <summary>{shown.length > 0 ? t('Continue your story') : t('Write your story')}</summary>
          {STORY_SECTIONS.filter((section) => !isShown(section)).map((section) => (
            <StorySection form_state={form_state} section={section} />
          ))}
        </details>
      )}
    </section>
  );
};

export const DraftSeo = ({ form_state }: { form_state: DraftFormState }) => (
  <section class="draft-section" id={unitElementId('seo')} aria-labelledby="seo-heading">
    <h2 id="seo-heading">{t('For search engines')}</h2>
    <p class="quiet">{t('How your listing appears in search results. If empty, we use its name, tagline and short description.')}</p>
    <div class="draft-field" id={unitElementId('seo.title')}>
      <DraftInput form_state={form_state} name="seo.title" title={t('Title')} max_length={70} has_counter />
    </div>
    <div class="draft-field" id={unitElementId('seo.meta')}>
      <DraftInput form_state={form_state} name="seo.meta" title={t('Description')} max_length={170} rows={3} has_counter />
    </div>
  </section>
);
