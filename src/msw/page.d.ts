import type { HttpHandler } from 'msw'

/** The class of msw that handlers extend. */
export declare function httpHandler(): typeof HttpHandler
