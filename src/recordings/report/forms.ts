/** The forms of a report in addition to the text. */
export const compareReportForms = ['json', 'html'] as const

/** A form of a report. */
export type CompareReportForm = (typeof compareReportForms)[number]
