import type { ComponentChildren } from 'preact';
import type { FactChange } from '../../modules/rechecks/changes/queries.ts';
import { FieldChanges } from './diff.tsx';
import { QuoteList } from './elements.tsx';
import { DayText, fieldName, platformName } from './format.tsx';

export const factName = (path: string): string => {
  const [part, name] = path.split('.');
  return part === 'socials' && name ? platformName(name) : fieldName(name ?? path);
};

interface FactChangeProps {
  change: FactChange;
  /** What became of it. */
  status?: string;
  children?: ComponentChildren;
}

/** A fact that a website states differently than before, with the quotes of both. */
export const FactChangeItem = ({ change, status, children }: FactChangeProps) => (
  <li class="fact-change">
    <h3 dir="auto">{factName(change.path)}</h3>
    <p class="quiet">
      <DayText on={change.found_at.toISOString()} />
      {status && `. ${status}`}
    </p>
    <FieldChanges before={{ [change.path]: change.before }} after={{ [change.path]: change.after }} />
    <details class="evidence">
      <summary>
        Quotes, before and after<span class="unseen">: {factName(change.path)}</span>
      </summary>
      <p class="quiet">Before</p>
      <QuoteList evidence={change.quotes_before} />
      <p class="quiet">After</p>
      <QuoteList evidence={change.quotes_after} />
    </details>
    {children}
  </li>
);
