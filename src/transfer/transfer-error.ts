/** Exit codes of `push` and `seed`; they mean what those of `conform` mean. */
export const transferExitCodes = { ok: 0, refused: 1, unreachable: 6, interrupted: 130 } as const

/** Why a transfer stopped, in a line for people, with the exit code of the command. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = transferExitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}
