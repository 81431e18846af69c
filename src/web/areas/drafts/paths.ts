import { path } from '../../server/path.ts';

export const draftPaths = {
  submit: path('/submit', { url: '' }),
  drafts: path('/drafts', { page: 1 }),
  draft: path('/drafts/:uuid', { done: '' }),
  preview: path('/drafts/:uuid/preview'),
  invites: path('/drafts/:uuid/invites', { done: '' }),
  invite: path('/invites'),
  inviteAccepted: path('/invites/accepted'),
};
