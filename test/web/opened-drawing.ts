import { type InputError, Refusal } from '../../src/kernel/errors.ts';
import type { Consent } from '../../src/surfaces/oauth/consent.ts';
import { consentPage, consentTroublePage } from '../../src/web/pages/consent.tsx';
import { faultPage, refusalPage } from '../../src/web/pages/error.tsx';
import { ADA, type Drawing, openDrawing } from './page-drawing.ts';
import { site } from './samples.ts';

const CONSENT: Consent = {
  uid: 'a-uid',
  client_name: 'Claude for Harbours',
  client_host: 'claude.example',
  back: { kind: 'site', name: 'claude.example', source: 'https://claude.example' },
  scopes: [
    { scope: 'account:read', is_new: false },
    { scope: 'listings:write', is_new: true },
    { scope: 'orders:write', is_new: true },
  ],
  known: true,
};

const consent = (data: Consent): Drawing =>
  openDrawing((asked) => consentPage(asked, { account_id: ADA.account_id, email: 'Ada@example.com' }, site), data, ADA);

const WRONG: InputError[] = [{ path: 'week', code: 'wrong_form', message: 'must be a Monday' }];

/** Pages of no table: what an application asks, and what went wrong. */
export const OPENED_DRAWINGS: Record<string, Drawing> = {
  consent: consent(CONSENT),
  'consent, nobody vouches': consent({
    ...CONSENT,
    client_host: null,
    known: false,
    back: { kind: 'this_computer', name: 'localhost:4100', source: 'http://localhost:4100' },
  }),
  'consent, in trouble': openDrawing(consentTroublePage, {
    title: 'We do not know this application',
    words: 'It may have been registered long ago and forgotten.',
    code: 'invalid_client',
    detail: 'The client is not there',
  }),
  error: openDrawing((errors) => refusalPage(new Refusal('invalid_input', { errors })), WRONG),
  'error, nothing here': openDrawing(() => refusalPage(new Refusal('not_found')), {}),
  'error, a fault': openDrawing(faultPage, '6f0c1f0e-5b1e-4c38-9f43-0f1d2c3b4a59'),
};
