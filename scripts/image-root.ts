/**
 * Puts the contents of an image into a folder: this machine's executable, its libraries, and an empty folder for state.
 *
 *   npx tsx scripts/image-root.ts FOLDER
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { executableHere } from './executables/runtimes.ts'
import { emptyRoot } from './executables/root.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('expected a folder: npx tsx scripts/image-root.ts FOLDER')
mkdirSync(folder, { recursive: true })
emptyRoot(resolve(folder), executableHere())
