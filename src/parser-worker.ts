import { setPriority } from 'node:os';
import { OAUTH_PARSERS } from './http/oauth/parsers.ts';
import { PROVIDER_PARSERS } from './integrations/parsers.ts';
import type { Parser } from './kernel/parsing/task.ts';
import { serveParsers } from './kernel/parsing/thread.ts';
import { CLAIM_PARSERS } from './modules/claims/parsers.ts';
import { CONTENT_PARSERS } from './modules/content/brand/parsers.ts';
import { EXTRACTION_PARSERS } from './modules/extraction/parsers.ts';
import { LAUNCH_PARSERS } from './modules/launches/badges/parsers.ts';
import { RECHECK_PARSERS } from './modules/rechecks/reading/parsers.ts';
import { WEB_PARSERS } from './web/server/multipart.ts';

/** Every parser of untrusted input. Only worker threads load them. */
export const PARSERS: Parser[] = [
  ...PROVIDER_PARSERS,
  ...LAUNCH_PARSERS,
  ...EXTRACTION_PARSERS,
  ...CLAIM_PARSERS,
  ...RECHECK_PARSERS,
  ...CONTENT_PARSERS,
  ...OAUTH_PARSERS,
  ...WEB_PARSERS,
];

// Requests have priority when there are few CPUs. On Linux this sets the priority of the thread; elsewhere of the whole process.
if (process.platform === 'linux') setPriority(10);

serveParsers(PARSERS);
