/** The error about a state file that cannot be used; the message says why. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** The error about a wrong file: it does not exist, or is not a state file. */
export class WrongStateFile extends StateFileError {
  readonly isWronglyNamed = true
}

/** The error about a file, with advice for SQLite's reasons that a person can act on. */
export function stateError(path: string, error: unknown): StateFileError {
  if (error instanceof StateFileError) return error
  const { message, errcode = 0 } = error as Error & { readonly errcode?: number }
  // SQLite's primary result code is the lower byte.
  switch (errcode & 0xff) {
    case 5:
    case 6:
      return new StateFileError(`${path} is in use by another server; stop that, or name another file`)
    case 8:
      return new WrongStateFile(`${path} cannot be written to; --read-only serves it as it is`)
    case 11:
      return new StateFileError(`${path} is damaged: ${message}`)
    case 13:
      return new StateFileError(`the disk is full: ${path} cannot be written to`)
    case 14:
      return new WrongStateFile(`${path} cannot be opened: ${message}`)
    case 26:
      return new WrongStateFile(`${path} is not a state file; it was not changed`)
    default:
      return new StateFileError(`${path}: ${message}`)
  }
}
