import { closeSync, openSync, readSync } from 'node:fs'
import { FileError, readTextFile, refuseUnreadable } from '../../../conformance/engine/words/text-file.ts'
import { type ExportedState, readExported, readExportedLines } from '../../model/exported-state.ts'
import { RowsError } from '../../model/kernel/state-log.ts'
import { writeWhole } from '../write-file.ts'
import { StateFileError, WrongStateFile } from './error.ts'

/** Writes the parts of an export to a file, completely or not at all. */
export async function writeExport(file: string, texts: Iterable<string>): Promise<void> {
  try {
    // For its owner alone: it contains password hashes, tokens and keys.
    await writeWhole(file, texts, 0o600)
  } catch (error) {
    if (error instanceof StateFileError) throw error
    throw new StateFileError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/**
 * Reads an export from a file.
 *
 * @throws WrongStateFile for an unreadable file, or one that is not an export.
 */
export async function readExport(file: string): Promise<ExportedState> {
  let read: unknown
  try {
    refuseUnreadable(file, Number.POSITIVE_INFINITY)
    read = readExportedLines(linesIn(file)) ?? JSON.parse(readTextFile(file, longestText))
  } catch (error) {
    if (error instanceof SyntaxError) throw new WrongStateFile(`${file} cannot be read: it is no JSON`)
    if (error instanceof FileError) throw new WrongStateFile(error.message)
    throw error
  }
  try {
    return readExported(read)
  } catch (error) {
    if (!(error instanceof RowsError)) throw error
    throw new WrongStateFile(`${file} cannot be read: ${error.reason}`)
  }
}

/** The longest export on one line, in bytes. */
const longestText = 500 * 1024 * 1024

/** A longer line was not written by Identikit. */
const longestLine = 64 * 1024 * 1024

/** The lines of a file, without their ends. */
function* linesIn(file: string): Generator<string> {
  const opened = openSync(file, 'r')
  try {
    const decoder = new TextDecoder()
    const block = Buffer.alloc(1024 * 1024)
    let rest = ''
    for (let length = readSync(opened, block); length > 0; length = readSync(opened, block)) {
      const lines = (rest + decoder.decode(block.subarray(0, length), { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines
      if (rest.length > longestLine) break
    }
    yield rest + decoder.decode()
  } finally {
    closeSync(opened)
  }
}
