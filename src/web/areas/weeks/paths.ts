import { filePath, path } from '../../server/path.ts';

export const weekPaths = {
  launches: path('/launches', { section: 'this-week', page: 1, per_page: 20 }),
  calendar: path('/launches/calendar', { page: 1, month: '' }),
  calendarFile: filePath('/launches/calendar.ics'),
  week: path('/launches/weeks/:week'),
  ledgerFile: filePath('/launches/weeks/:week/ledger.jsonl'),
  awards: path('/awards', { listing: '', page: 1 }),
  credentialFile: filePath('/awards/:week/:file'),
  statusListFile: filePath('/awards/status.json'),
  didFile: filePath('/.well-known/did.json'),
};
