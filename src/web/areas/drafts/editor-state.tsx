import type { ComponentChildren } from 'preact';
import type { InputError } from '../../../kernel/errors.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import type { Suggestion } from '../../../modules/drafts/rules.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import type { FieldState } from '../../../modules/drafts/states.ts';
import type { ProfileFieldName } from '../../../modules/extraction/proposal.ts';
import { draftPaths } from '../../paths.ts';
import { Icon, type QuotedEvidence, QuoteList } from '../../ui/elements.tsx';
import { type ErrorLink, submittedTo } from '../../ui/form.tsx';
import { draftValues, type FormValues, unitOf, valuesFingerprint } from '../../ui/form-values.ts';
import { fieldName, humanize, platformName, storyHeading } from '../../ui/format.tsx';

/** The state of the editor: the draft, or, if a submitted form came back, its values and errors. */
export interface DraftFormState {
  draft: Draft;
  values: FormValues;
  errors: InputError[];
  message: string | null;
  /** Whether the submitted values were saved although something else was refused. */
  is_saved: boolean;
  /** Hashes of the values at render time, sent as the field `seen`. */
  fingerprint: string;
  categories: CategoryNode[];
  suggestions: Suggestion[];
}

/** The id of the editor's form, for buttons outside of it. */
export const DRAFT_FORM_ID = 'draft';

export const draftFormState = ({
  draft,
  categories,
  suggestions,
}: Pick<DraftFormState, 'draft' | 'categories' | 'suggestions'>): DraftFormState => {
  const form = submittedTo(draftPaths.draft({ uuid: draft.id }));
  const { errors, message } = form ?? { errors: [], message: null };
  const is_saved = form?.result.saved !== undefined;
  const values = form && !is_saved ? form.values : draftValues(draft);
  const fingerprint = form && !is_saved ? (values.seen ?? '') : valuesFingerprint(values);
  return { draft, values, errors, message, is_saved, fingerprint, categories, suggestions };
};

/** Descriptions of the patterns and formats in input schemas. */
const FORMAT_MESSAGES: Record<string, string> = texts({
  '^https://': msg('must start with https://'),
  date: msg('must be a date, such as 2026-03-01'),
  '^\\d{4}-\\d{2}-\\d{2}$': msg('must be a date, such as 2026-03-01'),
});

const ROWS: Record<string, string> = texts({ faqs: msg('Question'), founders: msg('Founder'), milestones: msg('Milestone') });
/** Labels of columns where they differ from the column name. */
const COLUMNS: Record<string, string> = texts({
  name: msg('name'),
  question: msg('question'),
  answer: msg('answer'),
  'founders.title': msg('role'),
  'founders.bio': msg('biography'),
  'milestones.date': msg('day'),
  'milestones.title': msg('what happened'),
  'milestones.description': msg('details'),
  'milestones.url': msg('link'),
});

/** The name of a field, for messages that are not next to its label. */
const describePath = (path: string, { attributes }: Draft): string => {
  const [, list, row, column] = /^(faqs|founders|milestones)\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (list) return `${ROWS[list]} ${Number(row) + 1}, ${COLUMNS[`${list}.${column}`] ?? COLUMNS[column!] ?? column}`;
  const [group, name] = unitOf(path).split('.');
  if (group?.endsWith('_socials')) return platformName(name!);
  if (group === 'attributes') return attributes[name!]?.name ?? humanize(name!);
  if (group === 'seo' || group === 'story')
    return group === 'seo'
      ? `${t('For search engines')}: ${name === 'title' ? t('Title') : t('Description')}`
      : `${t('Founder story')}: ${storyHeading(name!)}`;
  return name ? fieldName(name) : t('Competitor');
};

export const draftFieldErrors = ({ errors, draft }: DraftFormState): (Omit<ErrorLink, 'id'> & { name: string })[] =>
  errors.map(({ path, code, limit, message }) => {
    const [, lines, line] = /^(fields\.(?!categories)\w+)\[(\d+)\]/.exec(path) ?? [];
    const text = FORMAT_MESSAGES[String(limit)] ?? (code === 'required' ? t('is required') : message);
    return {
      name: lines ?? path,
      of: describePath(path, draft),
      says: line ? t('(line {line}) {text}.', { line: Number(line) + 1, text }) : `${text}.`,
    };
  });

export const draftErrorAt = (form_state: DraftFormState, name: string): string | undefined => {
  const error = draftFieldErrors(form_state).find((one) => one.name === name);
  return error && `${error.of} ${error.says}`;
};

const FIELD_ACTIONS = texts({
  lock: msg('Lock'),
  unlock: msg('Unlock'),
  restore: msg('Restore original'),
  regenerate: msg('Read my website again'),
} as const);
type FieldAction = keyof typeof FIELD_ACTIONS;

const STATES: Record<FieldState, { label: string; actions: FieldAction[]; explain: (pages: number) => string | null }> = texts({
  pending: {
    label: msg('Reading website'),
    actions: [],
    explain: () => t('We’re still reading your website. You can already enter a value.'),
  },
  ai: { label: msg('From your website'), actions: ['lock', 'regenerate'], explain: () => null },
  not_found: {
    label: msg('Not found on your website'),
    actions: ['regenerate'],
    explain: (pages) =>
      pages > 0
        ? t('We looked for it on {n, plural, one {# page} other {# pages}} and didn’t find it. Fill it in, or leave it blank.', {
            n: pages,
          })
        : t('We couldn’t look for it. Fill it in, or leave it blank.'),
  },
  edited: { label: msg('Edited by you'), actions: ['restore', 'lock', 'regenerate'], explain: () => t('You changed what we read.') },
  manual: {
    label: msg('Written by you'),
    actions: ['lock'],
    explain: () => t('We didn’t find this on your website. It’s your own text.'),
  },
  override: {
    label: msg('Locked'),
    actions: ['unlock', 'restore'],
    explain: () => t('This value stays when your website is read again. You can still edit it.'),
  },
  deleted: { label: msg('Removed'), actions: ['restore'], explain: () => t('You removed this value.') },
});

interface ValueStateProps {
  form_state: DraftFormState;
  of: string;
  state: FieldState;
  evidence: QuotedEvidence[];
  children?: ComponentChildren;
}

export const ValueState = ({ form_state: { draft }, of, state, evidence, children }: ValueStateProps) => {
  const { label, explain } = STATES[state];
  const explanation = explain(draft.pages_read.length);
  return (
    <details class="why" id={`why-${of.replace(/\W+/g, '-').toLowerCase()}`}>
      <summary>
        <span class={`pill state state-${state}`}>
          {state === 'override' && <Icon name="lock" size={14} />}
          {label}
        </span>
        <span class="unseen">: {of}</span>
      </summary>
      <div class="stack why-inside">
        {explanation && <p class="quiet">{explanation}</p>}
        <QuoteList evidence={evidence} />
        {children}
      </div>
    </details>
  );
};

/** Shown while something is being read in the background. Its button saves the form and refreshes the page. */
export const InProgress = ({ text, unit }: { text: string; unit: string }) => (
  <p class="actions under-way" data-watch>
    {text}{' '}
    <button class="button button-small" type="submit" form={DRAFT_FORM_ID} name="act" value={`look ${unit}`}>
      {t('Check now')}
    </button>
  </p>
);

interface StatedValueProps {
  form_state: DraftFormState;
  /** Its name in lock_fields, and the unit of the form it is edited in. */
  name: string;
  unit: string;
  of: string;
  stated: { state: FieldState; evidence: QuotedEvidence[] };
}

/** The state of a value that can be locked, restored and read again. */
export const RedraftableState = ({ form_state, name, unit, of, stated: { state, evidence } }: StatedValueProps) => {
  if (form_state.draft.redrafting.includes(name)) return <InProgress text={t('We’re reading your website again for this.')} unit={unit} />;
  return (
    <ValueState form_state={form_state} of={of} state={state} evidence={evidence}>
      <p class="actions">
        {STATES[state].actions.map((action) => (
          <button class="button button-small" type="submit" form={DRAFT_FORM_ID} name="act" value={`${action} ${name}`}>
            {FIELD_ACTIONS[action]}
            <span class="unseen">: {of}</span>
          </button>
        ))}
      </p>
    </ValueState>
  );
};

export const DraftFieldState = ({ form_state, name }: { form_state: DraftFormState; name: ProfileFieldName }) => (
  <RedraftableState
    form_state={form_state}
    name={name}
    unit={`fields.${name}`}
    of={fieldName(name)}
    stated={form_state.draft.fields[name]}
  />
);
