import { OneOf, T, Text } from '../../../kernel/schema.ts';
import { report } from '../../../modules/moderation/reports/reports.ts';
import { REPORT_CAUSES, type ReportCause } from '../../../modules/moderation/reports/rules.ts';
import { reportPaths } from '../../paths.ts';
import { memberForm } from '../../server/confirmed-form.ts';

const FIELDS = { cause: OneOf(Object.keys(REPORT_CAUSES)), note: T.Optional(Text(500)) };

export const REPORT_ACTIONS = [
  memberForm({
    path: reportPaths.listing,
    page: reportPaths.listing,
    fields: FIELDS,
    run: (ctx, { cause, ...input }) => report(ctx, { of: 'listing', cause: cause as ReportCause, ...input }),
    done: 'sent',
  }),
  memberForm({
    path: reportPaths.founder,
    page: reportPaths.founder,
    fields: FIELDS,
    run: (ctx, { cause, ...input }) => report(ctx, { of: 'founder', cause: cause as ReportCause, ...input }),
    done: 'sent',
  }),
];
