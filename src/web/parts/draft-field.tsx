import type { ComponentChildren } from 'preact';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { DRAFT_FIELDS, type DraftFieldName } from '../../modules/drafts/fields.ts';
import { COUNTRIES, PRICING_MODELS, STAGES } from '../facets.ts';
import { fieldName, label } from '../wording.ts';
import { errorAt, type Sheet } from './draft-sheet.ts';
import { FieldWhy } from './draft-state.tsx';
import { idOf, isLines, isLongLine, placeOf, rowsIn } from './draft-values.ts';
import { KINDS, type Kind } from './form.tsx';

interface LabelProps {
  id: string;
  title: ComponentChildren;
  required?: boolean;
  hint?: string;
}

/** What a field is called, and beside it, what is wanted. */
const Label = ({ id, title, required, hint }: LabelProps) => (
  <p class="draft-label">
    <label for={id}>{title}</label>
    {required && <span class="quiet">needed to submit</span>}
    {hint && (
      <span class="quiet" id={`${id}-hint`}>
        {hint}
      </span>
    )}
  </p>
);

interface InputProps {
  sheet: Sheet;
  name: string;
  title: ComponentChildren;
  hint?: string;
  most: number;
  /** More than one makes it a box of so many lines. */
  rows?: number;
  type?: Kind;
  counted?: boolean;
  required?: boolean;
  children?: ComponentChildren;
}

/** A field's own box with its label, and what is wrong with it. */
export const Input = ({ sheet, name, title, hint, most, rows = 1, type = 'text', counted, required, children }: InputProps) => {
  const id = idOf(name);
  const error = errorAt(sheet, name);
  const value = sheet.values[name] ?? '';
  const shared = {
    id,
    name,
    dir: 'auto' as const,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`, counted && `${id}-count`].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <Label id={id} title={title} required={required && !value} hint={hint} />
      {rows > 1 || isLongLine(name) ? (
        <textarea {...shared} class={isLongLine(name) ? 'long-line' : undefined} rows={rows} maxlength={most} value={value} />
      ) : (
        <input
          {...shared}
          {...(KINDS[type] as { type: 'text' })}
          maxlength={type === 'day' ? undefined : most}
          value={value}
          autocomplete="off"
        />
      )}
      {counted && (
        <p class="quiet counter" id={`${id}-count`} data-counts={id}>
          <span>{[...value].length}</span> of {most} characters
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
};

interface Option {
  value: string;
  name: string;
}

interface ChoiceProps {
  sheet: Sheet;
  name: string;
  title: ComponentChildren;
  none: string;
  offered: Option[];
  required?: boolean;
  children?: ComponentChildren;
}

/** A choice. A value that is not offered is added, so that saving never drops it. */
const Choice = ({ sheet, name, title, none, offered, required, children }: ChoiceProps) => {
  const value = sheet.values[name] ?? '';
  const error = errorAt(sheet, name);
  const id = idOf(name);
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <Label id={id} title={title} required={required && !value} />
      <select id={id} name={name} aria-invalid={error ? 'true' : undefined} aria-describedby={error ? `${id}-error` : undefined}>
        <option value="">{none}</option>
        {value && !offered.some((option) => option.value === value) && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {offered.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.name}
          </option>
        ))}
      </select>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
};

const slugs = (values: string[]): Option[] => values.map((value) => ({ value, name: label(value) }));

const CHOICES: Partial<Record<DraftFieldName, { none: string; offered: Option[] }>> = {
  stage: { none: 'Not said', offered: slugs(STAGES) },
  pricing_model: { none: 'Not said', offered: slugs(PRICING_MODELS) },
  country: { none: 'Not said', offered: COUNTRIES.map(({ code, name }) => ({ value: code, name })) },
};

/** The tree as a list, what is inside a category drawn under it. */
const flat = (nodes: CategoryNode[], depth = 0): Option[] =>
  nodes.flatMap(({ name, subcategories = [] }) => [
    { value: name, name: `${'\u2003'.repeat(depth)}${name}` },
    ...flat(subcategories, depth + 1),
  ]);

const Categories = ({ sheet }: { sheet: Sheet }) => {
  const offered = flat(sheet.categories);
  const more = Math.min(Math.max(rowsIn(sheet.values, 'fields.categories'), 1), DRAFT_FIELDS.categories.max - 1);
  return (
    <div class="categories-chosen">
      <Choice sheet={sheet} name="fields.categories[0]" title="Primary category" none="Choose one" offered={offered} required />
      {Array.from({ length: more }, (_, i) => (
        <Choice sheet={sheet} name={`fields.categories[${i + 1}]`} title={`Category ${i + 2}`} none="None" offered={offered} />
      ))}
    </div>
  );
};

/** How a field is written, where it is not a line. */
const ROWS: Partial<Record<DraftFieldName, number>> = { short_description: 2, description: 9, tags: 3, keywords: 3, features: 6, usps: 4 };
const TYPES: Partial<Record<DraftFieldName, Kind>> = {
  contact_email: 'email',
  logo_url: 'link',
  demo_video_url: 'link',
  founded_year: 'whole',
};
const LINE_MOST = 200;

const Box = ({ sheet, name }: { sheet: Sheet; name: DraftFieldName }) => {
  if (name === 'categories') return <Categories sheet={sheet} />;
  const { max, hint, ...row } = DRAFT_FIELDS[name];
  const choice = CHOICES[name];
  const shared = { sheet, name: `fields.${name}`, title: fieldName(name), required: 'required' in row };
  if (choice) return <Choice {...shared} {...choice} />;
  const blank = !sheet.values[`fields.${name}`];
  const lines = isLines(name);
  return (
    <Input
      {...shared}
      most={lines ? max * (LINE_MOST + 2) : max}
      rows={ROWS[name] ?? 1}
      type={TYPES[name]}
      hint={lines ? `One a line, ${max} at most.` : blank ? hint : undefined}
    />
  );
};

/** The others stand two by two where there is room. */
const WIDE: DraftFieldName[] = ['name', 'tagline', 'short_description', 'description', 'categories'];

/** One of the 18 fields: its box, its state, and behind it the words it rests on. */
export const DraftField = ({ sheet, name }: { sheet: Sheet; name: DraftFieldName }) => (
  <div class={WIDE.includes(name) ? 'draft-field draft-field-wide' : 'draft-field'} id={placeOf(`fields.${name}`)}>
    <Box sheet={sheet} name={name} />
    <FieldWhy sheet={sheet} name={name} />
  </div>
);
