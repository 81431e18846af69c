import type { Operation } from '../../kernel/operation.ts';
import * as brand from './brand.ts';
import * as catalog from './catalog.ts';
import * as content from './content.ts';
import * as dataset from './dataset.ts';
import * as directory from './directory.ts';
import * as imports from './imports.ts';
import * as moderation from './moderation.ts';
import * as overview from './overview.ts';
import * as queues from './queues.ts';
import * as sales from './sales.ts';
import * as site from './site.ts';
import type { TeamOperation } from './team-operation.ts';

/** The files with their tags. */
const SUBJECTS: [tag: string, rows: Record<string, TeamOperation>][] = [
  ['Moderation', moderation],
  ['Queues', queues],
  ['Directory', directory],
  ['Imports', imports],
  ['Catalog', catalog],
  ['Content', content],
  ['Site', dataset],
  ['Sales', sales],
  ['Site', brand],
  ['Site', overview],
  ['Operation', site],
];

/**
 * The operators' API: what the team does in the back office. To add an operation, export it from the file of its subject: its name is its
 * id. Reads come first.
 */
export const TEAM_OPERATIONS = SUBJECTS.flatMap(([tag, rows]) =>
  Object.entries(rows)
    .map(([id, row]): Operation => ({ id, tag, example: {}, ...row }))
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET')),
);
