import { readFile } from 'node:fs/promises'
import { type ExportedState, readExported, textOfExported } from '../../model/exported-state.ts'
import { writeWhole } from '../write-file.ts'
import { StateFileError, WrongStateFile } from './check.ts'

/** Writes an export into a file, whole or not at all. */
export async function writeExport(file: string, exported: ExportedState): Promise<void> {
  try {
    // For its owner alone: passwords' hashes, tokens and keys are in it.
    await writeWhole(file, textOfExported(exported), 0o600)
  } catch (error) {
    throw new StateFileError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/**
 * Reads an export from a file.
 *
 * @throws WrongStateFile for a file that cannot be read, and for what is no export.
 */
export async function readExport(file: string): Promise<ExportedState> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongStateFile(code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code}`)
  }
  try {
    return readExported(JSON.parse(text))
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'it is no JSON' : (error as Error).message.replace(/^rows: /, '')
    throw new WrongStateFile(`${file} cannot be read: ${reason}`)
  }
}
