import { createMswHandlers, type HttpHandlerClass } from './handlers/msw.ts'
import type { OrgOptions } from '../generated/org-options.ts'
import { createOrganisation, type Organisation } from './organisation.ts'

/**
 * Makes an organisation as `create-org.ts` does, but loads msw only for `org.handlers()`. To import msw takes longer
 * than to import everything else. For `org.fetch` and a server it is not needed.
 *
 * @throws TypeError that lists every mistake in the options; `org.handlers()` throws one if msw is not installed.
 */
export function createOrg(options: OrgOptions = {}): Organisation {
  return createOrganisation(options, (dispatcher, handlersOptions) =>
    createMswHandlers(loadHttpHandler(), dispatcher, handlersOptions),
  )
}

let loaded: HttpHandlerClass | undefined

/** Loads msw synchronously; it is the same module that an import gives. */
function loadHttpHandler(): HttpHandlerClass {
  loaded ??= loadMsw().HttpHandler
  return loaded
}

function loadMsw(): typeof import('msw') {
  const load = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  try {
    return load('msw') as typeof import('msw')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new TypeError(
      'org.handlers() makes handlers for msw, which is not installed here: npm install --save-dev msw',
      {
        cause,
      },
    )
  }
}
