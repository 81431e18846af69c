import type { ComponentChildren } from 'preact';
import type { DraftFieldName } from '../../modules/drafts/fields.ts';
import { counted, fieldName } from '../wording.ts';
import { FORM, type Sheet } from './draft-sheet.ts';
import type { Quote } from './evidence.tsx';
import { Quotes } from './evidence.tsx';
import { Icon } from './icon.tsx';

type State = Sheet['draft']['faqs'][number]['state'];

/** What can be done to a field, by its button's name. */
export const ACTS = {
  lock: 'Lock',
  unlock: 'Unlock',
  restore: 'Put the original back',
  regenerate: 'Read my site again',
} as const;
type Act = keyof typeof ACTS;

/** How each state is said, and what can be done to a field in it. */
const STATES: Record<State, { says: string; acts: Act[]; means: (pages: number) => string | null }> = {
  ai: { says: 'From your site', acts: ['lock', 'regenerate'], means: () => null },
  not_found: {
    says: 'Not on your site',
    acts: ['regenerate'],
    means: (pages) =>
      pages > 0
        ? `We looked for it on ${counted(pages, 'page')} and found no words for it. It stays blank unless you fill it in.`
        : 'We could not look for it. It stays blank unless you fill it in.',
  },
  edited: { says: 'Edited by you', acts: ['restore', 'lock', 'regenerate'], means: () => 'You have written over what we read.' },
  manual: { says: 'Written by you', acts: ['lock'], means: () => 'Your site does not state it, as far as we saw; these are your words.' },
  override: {
    says: 'Locked',
    acts: ['unlock', 'restore'],
    means: () => 'However often your site is read again, this stays as it is. You can still type over it.',
  },
  deleted: { says: 'Removed', acts: ['restore'], means: () => 'You have taken it out.' },
};

interface WhyProps {
  sheet: Sheet;
  /** What the value is called, for who hears the page. */
  of: string;
  state: State;
  evidence: Quote[];
  children?: ComponentChildren;
}

/** A value's state; pressed, the words it rests on and what can be done about it. */
export const Why = ({ sheet: { draft }, of, state, evidence, children }: WhyProps) => {
  const { says, means } = STATES[state];
  const meaning = means(draft.pages_read.length);
  return (
    <details class="why" id={`why-${of.replace(/\W+/g, '-').toLowerCase()}`}>
      <summary>
        <span class={`state state-${state}`}>
          {state === 'override' && <Icon name="lock" size={14} />}
          {says}
        </span>
        <span class="unseen">: {of}</span>
      </summary>
      <div class="why-inside">
        {meaning && <p class="quiet">{meaning}</p>}
        <Quotes evidence={evidence} />
        {children}
      </div>
    </details>
  );
};

/** Something that is being read while one goes on writing. Looking saves what was typed. */
export const UnderWay = ({ says, unit }: { says: string; unit: string }) => (
  <p class="under-way" data-watch>
    {says}{' '}
    <button class="button button-small" type="submit" form={FORM} name="act" value={`look ${unit}`}>
      Look now
    </button>
  </p>
);

/** The state of one of the 18 fields, with what can be done to it. */
export const FieldWhy = ({ sheet, name }: { sheet: Sheet; name: DraftFieldName }) => {
  const { state, evidence } = sheet.draft.fields[name];
  if (sheet.draft.redrafting.includes(name)) return <UnderWay says="Your site is being read again for this." unit={`fields.${name}`} />;
  return (
    <Why sheet={sheet} of={fieldName(name)} state={state} evidence={evidence}>
      <p class="why-acts">
        {STATES[state].acts.map((act) => (
          <button class="button button-small" type="submit" form={FORM} name="act" value={`${act} ${name}`}>
            {ACTS[act]}
            <span class="unseen">: {fieldName(name)}</span>
          </button>
        ))}
      </p>
    </Why>
  );
};
