import { refusals } from '../../kernel/refusals.ts';

export const PEOPLE_REFUSALS = refusals(404, { founder_not_found: 'No founder has this slug. Find them with list_founders.' });
