export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './server/fetch-handler.ts'
export { serve, type RunningServer } from './server/http.ts'
export type { ServeOptions } from './server/serve-options.ts'
