/**
 * A built-in module of Node, without an import. An import reads every export, and some load modules that this code
 * does not need. For node:http, that is all of undici: 15 ms of startup.
 */
export const builtin: typeof process.getBuiltinModule = (id: string) => process.getBuiltinModule(id)
