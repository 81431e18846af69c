/** Why a listing or a founder is reported. */
export const REPORT_CAUSES = {
  spam: 'It is spam or advertising.',
  misleading: 'It is misleading or false.',
  unlawful: 'It is illegal or violates someone’s rights.',
  gone: 'It no longer exists.',
  other: 'Something else.',
} as const;
export type ReportCause = keyof typeof REPORT_CAUSES;

/** What can be reported here; reviews and comments have reports of their own. */
export const REPORTED = ['listing', 'founder'] as const;
export type Reported = (typeof REPORTED)[number];

export const REPORT_DECISIONS = ['accepted', 'dismissed'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];
