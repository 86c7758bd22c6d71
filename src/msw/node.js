/**
 * msw as Node gets it: loaded by its first use, because that takes longer than everything else together. It is the
 * same module that an import gives.
 */
export function loadMsw(name, user) {
  try {
    return process.getBuiltinModule('node:module').createRequire(import.meta.url)(name)
  } catch (cause) {
    if (!/'?\bmsw\b/.test(cause.message) || !/MODULE_NOT_FOUND/.test(cause.code)) throw cause
    throw new TypeError(`${user}, which is not installed here: npm install --save-dev msw`, { cause })
  }
}

export const httpHandler = () => loadMsw('msw', 'org.handlers() makes handlers for msw').HttpHandler
