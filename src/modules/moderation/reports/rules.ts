import { msg, texts } from '../../../kernel/language/messages.ts';

/** Why a listing or a founder is reported. */
export const REPORT_CAUSES = texts({
  spam: msg('It is spam or advertising.'),
  misleading: msg('It is misleading or false.'),
  unlawful: msg('It is illegal or violates someone’s rights.'),
  gone: msg('It no longer exists.'),
  other: msg('Something else.'),
});
export type ReportCause = keyof typeof REPORT_CAUSES;

/** What can be reported here; reviews and comments have reports of their own. */
export const REPORTED = ['listing', 'founder'] as const;
export type Reported = (typeof REPORTED)[number];

export const REPORT_DECISIONS = ['accepted', 'dismissed'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];
