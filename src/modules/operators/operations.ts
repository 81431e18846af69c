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

const SUBJECTS: Record<string, Operation>[] = [
  moderation,
  queues,
  directory,
  imports,
  catalog,
  content,
  dataset,
  sales,
  brand,
  overview,
  site,
];

/** The operators' API: what the team does in the back office. To add an operation, export it from the file of its subject. Reads come first. */
export const TEAM_OPERATIONS = SUBJECTS.flatMap((rows) =>
  Object.values(rows).toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET')),
);
