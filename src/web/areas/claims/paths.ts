import { path } from '../../server/path.ts';

export const claimPaths = {
  claim: path('/listings/:slug/claim', { done: '' }),
  objectToOwner: path('/listings/:slug/claim/objection'),
  claims: path('/claims', { page: 1 }),
  check: path('/claims/:claim_id/check'),
  confirm: path('/claims/confirm'),
  confirmed: path('/claims/confirmed'),
};
