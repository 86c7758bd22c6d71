import { createMswHandlers, type HttpHandlerClass } from './handlers/msw.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import { createOrganisation, type Organisation } from './organisation.ts'

/**
 * Makes an organisation as `create-org.ts` does, and loads msw only when somebody asks for its handlers: an import of
 * msw takes longer than that of all the rest, and who calls `org.fetch` or serves has no use for it.
 *
 * @throws TypeError that lists every mistake in the options; `org.handlers()` throws one where msw is not installed.
 */
export function createOrg(options: OrgOptions = {}): Organisation {
  return createOrganisation(options, (dispatcher, handlersOptions) =>
    createMswHandlers(loadHttpHandler(), dispatcher, handlersOptions),
  )
}

let loaded: HttpHandlerClass | undefined

/** Node loads a module without waiting, the same one that an import gives. */
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
