import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { kindOf } from '../../../conformance/engine/words/text-file.ts'

/** The error about a state file that cannot be used; the message says why. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** The error about a wrong file: it does not exist, or is not a state file. */
export class WrongStateFile extends StateFileError {
  readonly isWronglyNamed = true
}

/** `IDKT`: databases of SQLite name their application here. */
export const applicationId = 0x49444b54

/** The version of the file's content; a later Identikit may write a later one. */
export const fileVersion = 3

const headerLength = 100
const magic = 'SQLite format 3\0'

/**
 * Checks the beginning of a file before SQLite does, because SQLite would write to a foreign file.
 *
 * @returns Whether the file does not exist yet.
 * @throws WrongStateFile for another kind of file, one of a later version, or an unusable one.
 */
export function refuseUnlessState(path: string, readOnly: boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats && !stats.isFile()) {
    throw new WrongStateFile(`${path} is a ${kindOf(path, stats) ?? 'pipe'}; name a file`)
  }
  if (!stats || stats.size === 0) {
    if (readOnly)
      throw new WrongStateFile(`there is no file ${path}, and nothing is made while it is read only`)
    const folder = dirname(path)
    if (!existsSync(folder)) throw new WrongStateFile(`there is no folder ${folder} for ${path}`)
    if (!mayWrite(folder))
      throw new WrongStateFile(`${path} cannot be made: the folder is not yours to write to`)
    return true
  }
  const header = beginningOf(path)
  if (header.subarray(0, magic.length).toString('latin1') !== magic || header.length < headerLength) {
    throw new WrongStateFile(`${path} is no file of state; it was left as it is`)
  }
  if (header.readUInt32BE(68) !== applicationId) {
    throw new WrongStateFile(`${path} is a database of something else; it was left as it is`)
  }
  const version = header.readUInt32BE(60)
  if (version > fileVersion) {
    throw new WrongStateFile(
      `${path} was written by a later identikit (version ${version} of the file, this one reads ${fileVersion}); use that`,
    )
  }
  if (!readOnly && !mayWrite(path)) {
    throw new WrongStateFile(`${path} cannot be written to; --read-only serves it as it is`)
  }
  return false
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function beginningOf(path: string): Buffer {
  const header = Buffer.alloc(headerLength)
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    return header.subarray(0, readSync(file, header, 0, headerLength, 0))
  } catch (error) {
    throw new WrongStateFile(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
