/** The forms of the report of `identikit vary`. */
export const varyReportForms = ['html', 'json', 'junit'] as const
export type VaryReportForm = (typeof varyReportForms)[number]
