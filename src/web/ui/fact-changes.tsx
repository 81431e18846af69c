import type { ComponentChildren } from 'preact';
import { t } from '../../kernel/language/messages.ts';
import type { FactChange } from '../../modules/rechecks/changes/queries.ts';
import { ValueChange } from './diff.tsx';
import { QuoteList } from './elements.tsx';
import { DayText, fieldName, platformName } from './format.tsx';

export const factName = ({ path, name }: Pick<FactChange, 'path' | 'name'>): string => {
  const [part, key] = path.split('.');
  return name ?? (part === 'socials' && key ? platformName(key) : fieldName(path));
};

interface FactChangeProps {
  change: FactChange;
  /** What became of it. */
  status?: string;
  /** Whether the quotes are shown at once. */
  open?: boolean;
  children?: ComponentChildren;
}

/** A fact that a website states differently than before, with the quotes of both. */
export const FactChangeItem = ({ change, status, open, children }: FactChangeProps) => (
  <li class="fact-change">
    <h3 dir="auto">{factName(change)}</h3>
    <p class="quiet">
      <DayText on={change.found_at.toISOString()} />
      {status && `. ${status}`}
    </p>
    <ValueChange field={change.path} before={change.before} after={change.after} unit={change.unit} />
    <details class="evidence" open={open}>
      <summary>
        {t('Quotes, before and after')}
        <span class="unseen">: {factName(change)}</span>
      </summary>
      <p class="quiet">{t('Before')}</p>
      <QuoteList evidence={change.quotes_before} />
      <p class="quiet">{t('After')}</p>
      <QuoteList evidence={change.quotes_after} />
    </details>
    {children}
  </li>
);
