import type { ErrorOut } from 'oidc-provider';
import type { FetchErrorCode } from '../../integrations/fetch/guarded-fetch.ts';
import { DocumentNotFetched } from './clients.ts';

/** Why an application cannot be connected, for the user. */
export interface OauthProblem {
  title: string;
  words: string;
  /** For the developer of the application. */
  code: string;
  detail: string | null;
}

const DOCUMENT = 'The application describes itself in a document on its own site, and ';
const NOT_FETCHED: Record<FetchErrorCode, string> = {
  invalid_url: `${DOCUMENT}the address it gave is none.`,
  address_not_allowed: `${DOCUMENT}we only read such documents on the public internet.`,
  unreachable: `${DOCUMENT}we could not reach it.`,
  timed_out: `${DOCUMENT}it did not answer in time.`,
  too_large: `${DOCUMENT}it is far too large.`,
  too_many_redirects: `${DOCUMENT}it has moved to another address, which is not allowed.`,
  malformed_answer: `${DOCUMENT}its answer could not be read.`,
};

const PROBLEM_TEXTS: Record<string, { title: string; words: string }> = {
  invalid_client: {
    title: 'We do not know this application',
    words: 'It may have been registered long ago and forgotten. Disconnect this site in the application, and connect it again.',
  },
  invalid_client_metadata: {
    title: 'This application cannot be connected',
    words: 'What it says about itself does not fit together, so we cannot tell who would be let in.',
  },
  invalid_redirect_uri: {
    title: 'This application cannot be connected',
    words:
      'It wants you to be sent to an address that is not known to be its own, or not safe. That is how sign-ins are stolen, so we stopped here.',
  },
  invalid_request: {
    title: 'Something is missing',
    words: 'The application did not ask in a way we understand. Please begin again there.',
  },
};
const OTHER_PROBLEM = { title: 'This did not work', words: 'Please begin again in the application.' };

const findFetchFailure = (error: unknown): DocumentNotFetched | undefined =>
  error instanceof DocumentNotFetched ? error : error instanceof Error && error.cause ? findFetchFailure(error.cause) : undefined;

export const oauthProblemOf = ({ error: code, error_description }: ErrorOut, error: Error): OauthProblem => {
  const failure = findFetchFailure(error)?.failure;
  if (!failure) return { ...(PROBLEM_TEXTS[code] ?? OTHER_PROBLEM), code, detail: error_description ?? null };
  return { title: 'We could not read about this application', words: NOT_FETCHED[failure.code], code, detail: failure.detail };
};
