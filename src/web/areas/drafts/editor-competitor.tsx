import { t } from '../../../kernel/language/messages.ts';
import type { Competitor } from '../../../modules/drafts/schema.ts';
import { QuoteList } from '../../ui/elements.tsx';
import { unitElementId } from '../../ui/form-values.ts';
import { FIELD_FORMATS, fieldName, shortUrl } from '../../ui/format.tsx';
import { DraftInput } from './editor-field.tsx';
import { type DraftFormState, InProgress } from './editor-state.tsx';

const ComparedValue = ({ field, value }: { field: string; value: string | null }) =>
  value ? (
    <span dir="auto" class="keep-lines">
      {FIELD_FORMATS[field]?.(value) ?? value}
    </span>
  ) : (
    <span class="not-said">{t('Not stated')}</span>
  );

const Comparison = ({ competitor: { url, comparison } }: { competitor: Competitor }) => (
  <table class="draft-compare">
    <caption class="unseen">{t('Your product and {url}', { url: shortUrl(url) })}</caption>
    <thead>
      <tr>
        <th scope="col">{t('Fact')}</th>
        <th scope="col">{t('Yours')}</th>
        <th scope="col" dir="auto">
          {shortUrl(url)}
        </th>
      </tr>
    </thead>
    <tbody>
      {comparison.map(({ field, ours, theirs, evidence }) => (
        <tr>
          <th scope="row">{fieldName(field)}</th>
          <td>
            <ComparedValue field={field} value={ours} />
          </td>
          <td>
            <ComparedValue field={field} value={theirs} />
            {evidence.length > 0 && (
              <details class="evidence">
                <summary>
                  {t('Where we read this')}
                  <span class="unseen">: {fieldName(field)}</span>
                </summary>
                <QuoteList evidence={evidence} />
              </details>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const DraftCompetitor = ({ form_state }: { form_state: DraftFormState }) => {
  const { competitor } = form_state.draft;
  return (
    <section class="draft-section" id={unitElementId('competitor_url')} aria-labelledby="competitor-title">
      <h2 id="competitor-title">{t('Compare with a competitor')}</h2>
      <p class="quiet">{t('We read their website and show the facts side by side. Only you can see this.')}</p>
      <DraftInput form_state={form_state} name="competitor_url" title={t('Their website')} type="website" max_length={2048} />
      {competitor?.status === 'reading' && <InProgress text={t('We’re reading their website.')} unit="competitor_url" />}
      {competitor?.status === 'failed' && <p class="notice">{t('We couldn’t read that website. Check the address or try another one.')}</p>}
      {competitor?.status === 'ready' &&
        (competitor.comparison.length > 0 ? (
          <Comparison competitor={competitor} />
        ) : (
          <p class="quiet">{t('We found no facts to compare on their website.')}</p>
        ))}
    </section>
  );
};
