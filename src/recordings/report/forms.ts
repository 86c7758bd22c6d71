/** The forms a report can be written in, beside the text. */
export const compareReportForms = ['json', 'html'] as const

/** A form of a report. */
export type CompareReportForm = (typeof compareReportForms)[number]
