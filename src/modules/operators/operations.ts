import * as catalog from './catalog.ts';
import * as content from './content.ts';
import * as directory from './directory.ts';
import * as moderation from './moderation.ts';
import * as sales from './sales.ts';
import * as site from './site.ts';

/** The operators' API: what the team does in the back office. To add an operation, export it from the file of its subject. */
export const TEAM_OPERATIONS = [moderation, directory, catalog, content, sales, site].flatMap((rows) => Object.values(rows));
