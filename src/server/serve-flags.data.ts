import { z } from 'zod'
import { flattened, type Options, sentenceOf } from '../model/kernel/option.ts'
import { configOptions } from './serve-options.ts'

/** A flag of the commands that start a server, as its option has it. */
export interface ServeFlag {
  /** The heading in the help. */
  readonly heading: string
  /** As commander writes it: `--port <number>`. */
  readonly flag: string
  readonly text: string
  /** The place of its value in a configuration file. */
  readonly path: readonly string[]
  readonly is: 'duration' | 'list' | 'number' | 'switch' | 'text'
  readonly choices?: readonly string[]
  /** Bounds of a number. */
  readonly from?: number
  readonly to?: number
}

const flags: readonly ServeFlag[] = flattened(configOptions).flatMap(({ path, row }) => {
  if (row.flag === undefined) return []
  const [heading, flag] = row.flag
  return [{ heading, flag, text: sentenceOf(row), path, ...kindOf(row) }]
})

function kindOf(row: Options[string]): Pick<ServeFlag, 'is' | 'choices' | 'from' | 'to'> {
  if (row.isDuration) return { is: 'duration' }
  const type = row.type()
  if (type.safeParse(true).success) return { is: 'switch' }
  if (type instanceof z.ZodEnum) return { is: 'text', choices: type.options as readonly string[] }
  if (type instanceof z.ZodArray) return { is: 'list' }
  if (!(type instanceof z.ZodNumber)) return { is: 'text' }
  return { is: 'number', from: type.minValue ?? 0, to: type.maxValue ?? Number.MAX_SAFE_INTEGER }
}

export default flags
