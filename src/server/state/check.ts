import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file that cannot be used as one of state, with a sentence that says why. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** A file that was named wrongly: it is not there, or holds something else. */
export class WrongStateFile extends StateFileError {
  readonly isWronglyNamed = true
}

/** `IDKT`, where databases of SQLite tell whose they are. */
export const applicationId = 0x49444b54

/** The version of what is in the file; a later identikit may write a later one. */
export const fileVersion = 2

const headerLength = 100
const magic = 'SQLite format 3\0'

/**
 * Looks at the beginning of a file before SQLite does, which would write to one that is not ours.
 *
 * @returns Whether there is none yet.
 * @throws WrongStateFile for a file of something else, of a later version, or one that cannot be used.
 */
export function refuseUnlessState(path: string, readOnly: boolean): boolean {
  if (!existsSync(path) || statSync(path).size === 0) {
    if (readOnly)
      throw new WrongStateFile(`there is no file ${path}, and nothing is made while it is read only`)
    const folder = dirname(path)
    if (!existsSync(folder)) throw new WrongStateFile(`there is no folder ${folder} for ${path}`)
    if (!mayWrite(folder))
      throw new WrongStateFile(`${path} cannot be made: the folder is not yours to write to`)
    return true
  }
  if (statSync(path).isDirectory()) throw new WrongStateFile(`${path} is a folder; name a file`)
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
