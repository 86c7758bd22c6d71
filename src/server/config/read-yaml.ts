import type { z } from 'zod'
import { readTextFile } from '../../../conformance/engine/words/text-file.ts'
import { causesMax, withMore } from '../../contract/errors/refusal.ts'
import { SeedError } from '../../fixtures/seed/mistake.ts'
import { readSeed } from '../../fixtures/seed/parse.ts'
import { examined } from '../../model/kernel/check-options.ts'
import { fileOfOption } from '../file-of-option.ts'
import { UsageError } from '../usage-error.ts'

/** The content of a YAML or JSON file. */
export interface ReadYaml {
  readonly value: unknown
  /** The position of a value in the file: `identikit.config.yaml:3:5`. */
  readonly place: (path: readonly PropertyKey[]) => string
  /**
   * Checks the content of the file, or a value made from it.
   *
   * @param kind The word for a name in it: `option`.
   * @throws UsageError that lists every mistake with file, line and column.
   */
  readonly check: <Output>(schema: z.ZodType<Output>, kind: string, value?: unknown) => Output
}

/**
 * Reads a YAML or JSON file.
 *
 * @param option The option that names the file: `--config`.
 * @throws UsageError if the file does not exist, or is neither YAML nor JSON.
 */
export function readYaml(file: string, option: string): ReadYaml {
  const { seed: read, located } = parsed(file, option)
  const positionOf = (path: readonly PropertyKey[]): Position | undefined =>
    path.length === 0
      ? { line: 1, column: 1 }
      : located({ path: path.map(String).join('.'), message: '' }).position
  return {
    value: read,
    place: (path) => placed(file, positionOf(path)),
    check(schema, kind, value = read) {
      const result = examined(schema, value, kind)
      if ('value' in result) return result.value
      throw new UsageError(
        told(
          result.mistakes.slice(0, causesMax).map(({ path, message }) => {
            const name = path.map(String).join('.')
            return { position: positionOf(path), message: name === '' ? message : `${name}: ${message}` }
          }),
          file,
          result.mistakes.length,
        ),
      )
    },
  }
}

function parsed(file: string, option: string): ReturnType<typeof readSeed> {
  if (!/\.(ya?ml|json)$/i.test(file)) {
    throw new UsageError(`${option}: expected a .yaml or .json file, got ${file}`)
  }
  try {
    return readSeed(
      fileOfOption(option, () => readTextFile(file)),
      file,
    )
  } catch (error) {
    if (error instanceof SeedError) {
      throw new UsageError(told(error.mistakes.slice(0, causesMax), file, error.mistakes.length))
    }
    throw error
  }
}

interface Position {
  readonly line: number
  readonly column: number
}

/** The first mistakes in the order of the file, each with its line and column, and how many there are. */
function told(
  mistakes: readonly { readonly message: string; readonly position?: Position | undefined }[],
  file: string,
  count: number,
): string {
  const lines = mistakes
    .toSorted((one, other) => order(one.position) - order(other.position))
    .map(({ message, position }) => `${placed(file, position)}: ${message}`)
  if (count === 1) return lines[0]!
  return [`${count} mistakes`, ...withMore(lines, count - lines.length)].join('\n  ')
}

function order({ line, column }: Position = { line: 0, column: 0 }): number {
  return line * 100_000 + column
}

function placed(file: string, position: Position | undefined): string {
  return position === undefined ? file : `${file}:${position.line}:${position.column}`
}
