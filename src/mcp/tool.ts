import type { Target } from './target.ts'

/** The session of a client: its organisation, and what its entry point allows. */
export interface Session {
  target: Target
  /** The organisation that was started for the client; undefined if it was attached to a running one. */
  readonly own: Target | undefined
  /** Whether the client runs on this machine as this user: it may then attach to other servers and run programs. */
  readonly isLocal: boolean
}

type Schema = Readonly<Record<string, unknown>>

/** The input of a tool. The tools check it themselves, with messages that say what to change. */
export type Input = Readonly<Record<string, unknown>>

/** A tool for coding agents. */
export interface Tool {
  /** One sentence on its purpose, then what to know to call it well. */
  readonly description: string
  /** JSON Schemas of its fields. */
  readonly fields: Readonly<Record<string, Schema>>
  /** Further fields, for a client on this machine only. */
  readonly localFields?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Whether it changes nothing. */
  readonly reads?: true
  /** The result: a text, or a value to show as JSON. */
  run(session: Session, input: Input): Promise<unknown>
}

/** The length of a result, in UTF-16 units, unless the call asks for all of it. */
const shortLength = 4000

/** A result as text: values as compact JSON, lists with an item in each line. */
export function shown(value: unknown, isWhole: boolean): string {
  const text = typeof value === 'string' ? value : jsonOf(value)
  if (isWhole || text.length <= shortLength) return text
  const left = text.length - shortLength
  return `${text.slice(0, shortLength)}\n… ${left} more characters: narrow the call, or add "whole": true`
}

function jsonOf(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length === 0 ? 'nothing' : value.map((item) => JSON.stringify(item)).join('\n')
}
