import type { ComponentChildren } from 'preact';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { PROFILE_FIELDS, type ProfileFieldName } from '../../../modules/extraction/proposal.ts';
import { isShownPicture } from '../../../modules/listings/addresses.ts';
import { Logo } from '../../ui/elements.tsx';
import { INPUT_TYPES, type InputType } from '../../ui/form.tsx';
import { countRows, fieldElementId, isLines, isLongLine, unitElementId } from '../../ui/form-values.ts';
import { countryOptions, fieldName, pricingModelOptions, stageOptions } from '../../ui/format.tsx';
import { DraftFieldState, type DraftFormState, draftErrorAt } from './editor-state.tsx';
import { SuggestedCategories, SuggestedFeatures } from './editor-suggestions.tsx';

interface FieldFrameProps {
  id: string;
  title: string;
  required?: boolean;
  hint?: string;
  error: string | undefined;
  children: ComponentChildren;
}

/** The label, the hint and the error around an input. */
const FieldFrame = ({ id, title, required, hint, error, children }: FieldFrameProps) => (
  <div class={error ? 'field field-wrong' : 'field'}>
    <p class="draft-label">
      <label for={id}>{title}</label>
      {required && <span class="quiet">{t('needed to submit')}</span>}
      {hint && (
        <span class="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
    {children}
    {error && (
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
);

export interface DraftInputProps {
  form_state: DraftFormState;
  name: string;
  title: string;
  hint?: string;
  max_length: number;
  /** More than one row makes it a textarea. */
  rows?: number;
  type?: InputType;
  has_counter?: boolean;
  required?: boolean;
}

export const DraftInput = ({
  form_state,
  name,
  title,
  hint,
  max_length,
  rows = 1,
  type = 'text',
  has_counter,
  required,
}: DraftInputProps) => {
  const id = fieldElementId(name);
  const error = draftErrorAt(form_state, name);
  const value = form_state.values[name] ?? '';
  const shared = {
    id,
    name,
    dir: 'auto' as const,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`, has_counter && `${id}-count`].filter(Boolean).join(' ') || undefined,
  };
  return (
    <FieldFrame id={id} title={title} required={required && !value} hint={hint} error={error}>
      {rows > 1 || isLongLine(name) ? (
        <textarea {...shared} class={isLongLine(name) ? 'long-line' : undefined} rows={rows} maxlength={max_length} value={value} />
      ) : (
        <input
          {...shared}
          {...(INPUT_TYPES[type] as { type: 'text' })}
          maxlength={type === 'day' ? undefined : max_length}
          value={value}
          autocomplete="off"
        />
      )}
      {has_counter && (
        <p class="quiet counter" id={`${id}-count`} data-counts={id}>
          {rich('{length} of {max_length} characters', { length: <span>{[...value].length}</span>, max_length })}
        </p>
      )}
    </FieldFrame>
  );
};

interface Option {
  value: string;
  name: string;
}

interface DraftChoiceProps extends Pick<DraftInputProps, 'form_state' | 'name' | 'title' | 'required'> {
  none: string;
  options: Option[];
}

/** A select. A current value that is not among the options is added, so that saving does not drop it. */
const DraftChoice = ({ form_state, name, title, none, options, required }: DraftChoiceProps) => {
  const value = form_state.values[name] ?? '';
  const error = draftErrorAt(form_state, name);
  const id = fieldElementId(name);
  return (
    <FieldFrame id={id} title={title} required={required && !value} error={error}>
      <select id={id} name={name} aria-invalid={error ? 'true' : undefined} aria-describedby={error ? `${id}-error` : undefined}>
        <option value="">{none}</option>
        {value && !options.some((option) => option.value === value) && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};

const CHOICES: Partial<Record<ProfileFieldName, { none: string; options: () => Option[] }>> = texts({
  stage: { none: msg('Not specified'), options: stageOptions },
  pricing_model: { none: msg('Not specified'), options: pricingModelOptions },
  country: { none: msg('Not specified'), options: countryOptions },
});

const flattenOptions = (nodes: CategoryNode[], depth = 0): Option[] =>
  nodes.flatMap(({ name, subcategories = [] }) => [
    { value: name, name: `${'\u2003'.repeat(depth)}${name}` },
    ...flattenOptions(subcategories, depth + 1),
  ]);

const Categories = ({ form_state }: { form_state: DraftFormState }) => (
  <>
    <CategoryChoices form_state={form_state} />
    <SuggestedCategories form_state={form_state} />
  </>
);

const CategoryChoices = ({ form_state }: { form_state: DraftFormState }) => {
  const options = flattenOptions(form_state.categories);
  const optional_count = Math.min(Math.max(countRows(form_state.values, 'fields.categories'), 1), PROFILE_FIELDS.categories.max - 1);
  return (
    <div class="pairs">
      <DraftChoice
        form_state={form_state}
        name="fields.categories[0]"
        title={t('Primary category')}
        none={t('Choose one')}
        options={options}
        required
      />
      {Array.from({ length: optional_count }, (_, i) => (
        <DraftChoice
          form_state={form_state}
          name={`fields.categories[${i + 1}]`}
          title={t('Category {value}', { value: i + 2 })}
          none={t('None')}
          options={options}
        />
      ))}
    </div>
  );
};

const ROWS: Partial<Record<ProfileFieldName, number>> = {
  short_description: 2,
  description: 9,
  tags: 3,
  keywords: 3,
  features: 6,
  usps: 4,
};
const TYPES: Partial<Record<ProfileFieldName, InputType>> = {
  contact_email: 'email',
  logo_url: 'link',
  demo_video_url: 'link',
  founded_year: 'whole',
};
const MAX_LINE = 200;

const DraftBox = ({ form_state, name }: { form_state: DraftFormState; name: ProfileFieldName }) => {
  if (name === 'categories') return <Categories form_state={form_state} />;
  const { max, hint, ...row } = PROFILE_FIELDS[name];
  const choice = CHOICES[name];
  const shared = { form_state, name: `fields.${name}`, title: fieldName(name), required: 'required' in row };
  if (choice) return <DraftChoice {...shared} {...choice} options={choice.options()} />;
  const blank = !form_state.values[`fields.${name}`];
  const lines = isLines(name);
  return (
    <DraftInput
      {...shared}
      max_length={lines ? max * (MAX_LINE + 2) : max}
      rows={ROWS[name] ?? 1}
      type={TYPES[name]}
      hint={lines ? t('One per line, at most {max}.', { max }) : blank ? hint : undefined}
    />
  );
};

const describeLogo = (src: string | null): string => {
  if (!src) return t('Without a logo, your listing shows these initials.');
  return isShownPicture(src) ? t('Preview.') : t('We can’t show this logo, because its address begins with http://.');
};

/** The logo as listings show it; initials stand in for one that cannot be loaded. */
const LogoPreview = ({ form_state: { values } }: { form_state: DraftFormState }) => {
  const name = values['fields.name'] || t('Your product');
  const src = values['fields.logo_url'] || null;
  return (
    <div class="logo-preview">
      <Logo name={name} src={src} size={56} />
      <div class="stack">
        <label for="logo-file" class="quiet">
          {describeLogo(src)} {src ? t('Upload another picture:') : t('Upload a picture:')}
        </label>
        <p class="actions">
          <input id="logo-file" name="logo_file" type="file" accept="image/jpeg,image/png,image/webp,image/avif,image/gif" />
          <button class="button button-small" type="submit" name="act" value="logo" formenctype="multipart/form-data">
            {t('Upload logo')}
          </button>
        </p>
      </div>
    </div>
  );
};

/** Fields that take the full width; the others share a row where there is space. */
const WIDE: ProfileFieldName[] = ['name', 'tagline', 'short_description', 'description', 'categories'];

export const DraftField = ({ form_state, name }: { form_state: DraftFormState; name: ProfileFieldName }) => (
  <div class={WIDE.includes(name) ? 'draft-field draft-field-wide' : 'draft-field'} id={unitElementId(`fields.${name}`)}>
    <DraftBox form_state={form_state} name={name} />
    {name === 'logo_url' && <LogoPreview form_state={form_state} />}
    {name === 'features' && <SuggestedFeatures {...form_state} />}
    <DraftFieldState form_state={form_state} name={name} />
  </div>
);
