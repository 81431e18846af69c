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

const DOCUMENT = 'We couldn’t read the application’s metadata document: ';
const NOT_FETCHED: Record<FetchErrorCode, string> = {
  invalid_url: `${DOCUMENT}its address is not valid.`,
  address_not_allowed: `${DOCUMENT}it is not on the public internet.`,
  unreachable: `${DOCUMENT}the server couldn’t be reached.`,
  timed_out: `${DOCUMENT}the server didn’t respond in time.`,
  too_large: `${DOCUMENT}it is too large.`,
  too_many_redirects: `${DOCUMENT}it redirects to another address, which is not allowed.`,
  malformed_answer: `${DOCUMENT}the response couldn’t be read.`,
};

const PROBLEM_TEXTS: Record<string, { title: string; words: string }> = {
  invalid_client: {
    title: 'Unknown application',
    words: 'Its registration may have expired. Disconnect this site in the application, then connect it again.',
  },
  invalid_client_metadata: {
    title: 'This application cannot be connected',
    words: 'The information it sent about itself is inconsistent, so we can’t tell who would get access.',
  },
  invalid_redirect_uri: {
    title: 'This application cannot be connected',
    words:
      'It asked us to send you to an address that isn’t registered as its own, or isn’t secure. Attackers do this to steal sign-ins, so we stopped here.',
  },
  invalid_request: {
    title: 'Invalid request',
    words: 'The application sent a request we couldn’t understand. Go back to it and try again.',
  },
};
const OTHER_PROBLEM = { title: 'Something went wrong', words: 'Go back to the application and try again.' };

const findFetchFailure = (error: unknown): DocumentNotFetched | undefined =>
  error instanceof DocumentNotFetched ? error : error instanceof Error && error.cause ? findFetchFailure(error.cause) : undefined;

export const oauthProblemOf = ({ error: code, error_description }: ErrorOut, error: Error): OauthProblem => {
  const failure = findFetchFailure(error)?.failure;
  if (!failure) return { ...(PROBLEM_TEXTS[code] ?? OTHER_PROBLEM), code, detail: error_description ?? null };
  return { title: 'We couldn’t check this application', words: NOT_FETCHED[failure.code], code, detail: failure.detail };
};
