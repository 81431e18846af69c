import type { ComponentChildren } from 'preact';
import { rich, t } from '../../../kernel/language/messages.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { suggestCategories } from '../../../modules/drafts/category-suggestions.ts';
import { ExternalLink } from '../../ui/elements.tsx';
import { chosenCategories } from './draft-patch.ts';
import type { DraftFormState } from './editor-state.tsx';

const flattenCategories = (nodes: CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...flattenCategories(node.subcategories ?? [])]);

/** Categories the site speaks of, each with the words that say so. The owner picks. */
export const SuggestedCategories = ({ form_state: { draft, categories, values } }: { form_state: DraftFormState }) => {
  const chosen = chosenCategories(values).names;
  const suggestions = suggestCategories(draft.fields, flattenCategories(categories)).filter(({ name }) => name !== chosen[0]);
  if (suggestions.length === 0) return null;
  return (
    <div class="suggested">
      <p class="quiet">{t('Other categories that may fit, and why:')}</p>
      <ul>
        {suggestions.map(({ slug, name, excerpt, url }) => (
          <li>
            <p>
              <strong>{name}</strong>
              <span class="quiet" dir="auto">
                {url ? <ExternalLink href={url}>{t('Your site')}</ExternalLink> : t('You')} {url ? t('says') : t('wrote')} “{excerpt}”
              </span>
            </p>
            <button class="button button-small" type="submit" name="act" value={`category ${slug}`}>
              {t('Make primary')}
              <span class="unseen">: {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const linkTo = (url: string) => (text: ComponentChildren) => <ExternalLink href={url}>{text}</ExternalLink>;

/** What the website probably offers, each with its quote. The owner adds it or leaves it. */
export const SuggestedFeatures = ({ suggestions }: DraftFormState) =>
  suggestions.length === 0 ? null : (
    <details class="suggested">
      <summary>{t('Suggestions from your website ({length})', { length: suggestions.length })}</summary>
      <ul>
        {suggestions.map(({ value, quote, url }) => (
          <li>
            <p>
              <strong dir="auto">{value}</strong>
              <span class="quiet" dir="auto">
                {quote === value
                  ? rich('<externalLink>Your site</externalLink> says this', { externalLink: linkTo(url) })
                  : rich('<externalLink>Your site</externalLink> says “{quote}”', { externalLink: linkTo(url), quote })}
              </span>
            </p>
            <button class="button button-small" type="submit" name="act" value={`feature ${encodeURIComponent(value)}`}>
              {t('Add')}
              <span class="unseen">: {value}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
