/** The header with the front's task for an organisation's object. The front removes it from callers' requests. */
export const taskHeader = 'x-identikit-task'

/** Tasks other than answering a caller. */
export type Task = 'create' | 'show' | 'delete' | 'rows'
