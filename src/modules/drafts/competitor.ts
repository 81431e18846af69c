import type { Content } from './content.ts';
import type { DraftFieldName } from './fields.ts';
import type { Proposal } from './proposal.ts';
import type { Competitor } from './schema.ts';

/** A competitor as it is kept: what its own site says. */
export interface KeptCompetitor extends Omit<Competitor, 'comparison'> {
  theirs: Proposal['fields'];
}

/** What two products are compared on: facts, never opinions of either. */
const COMPARED: DraftFieldName[] = ['name', 'tagline', 'pricing_model', 'pricing_summary', 'country', 'city', 'founded_year', 'features'];

const said = (value: string | string[] | null | undefined): string | null => (Array.isArray(value) ? value.join('; ') : (value ?? null));

/** A competitor beside the draft as it stands now. A fact neither states is left out. */
export const besides = ({ fields }: Content, { url, status, theirs }: KeptCompetitor): Competitor => ({
  url,
  status,
  comparison:
    status !== 'ready'
      ? []
      : COMPARED.map((field) => ({
          field,
          ours: said(fields[field].value),
          theirs: said(theirs[field]?.value),
          evidence: theirs[field]?.evidence ?? [],
        })).filter((row) => row.ours !== null || row.theirs !== null),
});
