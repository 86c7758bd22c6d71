import { FileError } from '../../conformance/engine/words/text-file.ts'
import { UsageError } from './usage-error.ts'

/**
 * The result of reading the file of an option.
 *
 * @throws UsageError that names the option and what is wrong with the file.
 */
export function fileOfOption<Result>(option: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof FileError ? new UsageError(`${option}: ${error.message}`) : error
  }
}
