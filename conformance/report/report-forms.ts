/** The forms of report a run can write. */
export const reportForms = ['html', 'json', 'junit', 'ctrf', 'md', 'badge'] as const

/** One form of report. */
export type ReportForm = (typeof reportForms)[number]
