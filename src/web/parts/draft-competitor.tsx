import type { Competitor } from '../../modules/drafts/schema.ts';
import { countryName, fieldName, label, shortAddress } from '../wording.ts';
import { Input } from './draft-field.tsx';
import type { Sheet } from './draft-sheet.ts';
import { UnderWay } from './draft-state.tsx';
import { placeOf } from './draft-values.ts';
import { Quotes } from './evidence.tsx';

/** Values that are codes, as people say them. */
const SAID: Record<string, (code: string) => string> = { country: countryName, pricing_model: label, stage: label };

const Said = ({ field, value }: { field: string; value: string | null }) =>
  value ? (
    <span dir="auto" class="keep-lines">
      {SAID[field]?.(value) ?? value}
    </span>
  ) : (
    <span class="not-said">Not stated</span>
  );

const Comparison = ({ competitor: { url, comparison } }: { competitor: Competitor }) => (
  <table class="draft-compare">
    <caption class="unseen">Your product beside {shortAddress(url)}</caption>
    <thead>
      <tr>
        <th scope="col">Fact</th>
        <th scope="col">Yours</th>
        <th scope="col" dir="auto">
          {shortAddress(url)}
        </th>
      </tr>
    </thead>
    <tbody>
      {comparison.map(({ field, ours, theirs, evidence }) => (
        <tr>
          <th scope="row">{fieldName(field)}</th>
          <td>
            <Said field={field} value={ours} />
          </td>
          <td>
            <Said field={field} value={theirs} />
            {evidence.length > 0 && (
              <details class="evidence">
                <summary>
                  Where we read this<span class="unseen">: {fieldName(field)}</span>
                </summary>
                <Quotes evidence={evidence} />
              </details>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A competitor, read as carefully as one's own site, and compared on what both state. */
export const DraftCompetitor = ({ sheet }: { sheet: Sheet }) => {
  const { competitor } = sheet.draft;
  return (
    <section class="draft-section" id={placeOf('competitor_url')} aria-labelledby="competitor-title">
      <h2 id="competitor-title">Beside a competitor</h2>
      <p class="quiet">We read their site as we read yours, and put the facts side by side for you. Nothing of it is published.</p>
      <Input sheet={sheet} name="competitor_url" title="Their website" type="website" most={2048} />
      {competitor?.status === 'reading' && <UnderWay says="Their site is being read." unit="competitor_url" />}
      {competitor?.status === 'failed' && <p class="notice">We could not read that site. Check the address, or choose another.</p>}
      {competitor?.status === 'ready' &&
        (competitor.comparison.length > 0 ? (
          <Comparison competitor={competitor} />
        ) : (
          <p class="quiet">We read their site and found no facts to compare.</p>
        ))}
    </section>
  );
};
