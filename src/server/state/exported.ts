import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type ExportedState, readExported, textOfExported } from '../../model/exported-state.ts'
import { StateFileError } from './check.ts'

/** Writes an export into a file, whole or not at all. */
export async function writeExport(file: string, exported: ExportedState): Promise<void> {
  const part = `${file}.${process.pid}.part`
  try {
    // For its owner alone: passwords' hashes, tokens and keys are in it.
    await writeFile(part, textOfExported(exported), { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw new StateFileError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/**
 * Reads an export from a file.
 *
 * @throws StateFileError for a file that cannot be read, and for what is no export.
 */
export async function readExport(file: string): Promise<ExportedState> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StateFileError(code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code}`)
  }
  try {
    return readExported(JSON.parse(text))
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'it is no JSON' : (error as Error).message.replace(/^rows: /, '')
    throw new StateFileError(`${file} cannot be read: ${reason}`)
  }
}
