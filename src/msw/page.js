// msw as pages and bundlers get it: imported, so that a bundler finds it.
import { HttpHandler } from 'msw'

export const httpHandler = () => HttpHandler
