/**
 * A module of Node's own, without importing it: an import reads its every export, and some load what is not
 * needed here. For node:http that is the whole of undici, 15 ms of a start.
 */
export const builtin: typeof process.getBuiltinModule = (id: string) => process.getBuiltinModule(id)
