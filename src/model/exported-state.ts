import { RowsError, type StateRow } from './kernel/state-log.ts'

/** An exact copy of an organisation as one JSON document. On a server, the copy includes the other organisations. */
export interface ExportedState {
  readonly format: 'identikit-state'
  /** Version of the format. */
  readonly version: 1
  readonly rows: readonly StateRow[]
  /** The rows of the other organisations, by name. */
  readonly organisations?: Readonly<Record<string, readonly StateRow[]>>
}

/** An exact copy that shares nothing with its source. */
export function exportedState(rows: Iterable<StateRow>): ExportedState {
  // Row by row: as one text, a large organisation is longer than any text can be.
  return { format, version, rows: Array.from(rows, (row) => JSON.parse(JSON.stringify(row)) as StateRow) }
}

const format = 'identikit-state'
const version = 1

/**
 * Checks that a value is an export.
 *
 * @throws RowsError that describes the mistake.
 */
export function readExported(value: unknown): ExportedState {
  const read = (value ?? {}) as Partial<Record<keyof ExportedState, unknown>>
  if (read.format !== format)
    throw new RowsError('expected an export of identikit, which says "format": "identikit-state"')
  if (read.version !== version) {
    throw new RowsError(
      `the export has version ${JSON.stringify(read.version)}, and this identikit reads version 1`,
    )
  }
  const lists: unknown[] = [read.rows, ...Object.values(read.organisations ?? {})]
  if (!lists.every((each) => Array.isArray(each))) throw new RowsError('expected lists of rows in the export')
  return value as ExportedState
}

/**
 * An export as JSON text in parts, with a row on each line, so that two exports can be compared. Reads each row when
 * the caller asks for its line. So even a large organisation needs no more memory than it already has. `beside`
 * contains the rows of the other organisations, by name.
 */
export function* textsOfExported(
  rows: Iterable<StateRow>,
  beside: Iterable<readonly [name: string, rows: Iterable<StateRow>]> = [],
): Generator<string> {
  yield `{"format":"${format}","version":${version},"rows":[\n`
  yield* linesOf(rows)
  let isFirst = true
  for (const [name, each] of beside) {
    yield `${isFirst ? '],\n"organisations":{' : '],'}${JSON.stringify(name)}:[\n`
    yield* linesOf(each)
    isFirst = false
  }
  yield isFirst ? ']}\n' : ']}}\n'
}

function* linesOf(rows: Iterable<StateRow>): Generator<string> {
  let before: string | undefined
  for (const row of rows) {
    if (before !== undefined) yield `${before},\n`
    before = JSON.stringify(row)
  }
  yield `${before ?? ''}\n`
}

const besideLine = /^(?:\],|"organisations":\{)("(?:[^"\\]|\\.)*"):\[$/

/**
 * Reads an export line by line, as `textsOfExported` writes it. So it may be longer than the longest string.
 *
 * @returns undefined for JSON with another layout.
 * @throws SyntaxError for a line that is not JSON, and for an incomplete export.
 */
export function readExportedLines(lines: Iterable<string>): unknown {
  const rows: StateRow[] = []
  const organisations: Record<string, StateRow[]> = {}
  let into = rows
  let place = 'head'
  for (const line of lines) {
    if (place === 'head') {
      if (line !== `{"format":"${format}","version":${version},"rows":[`) return undefined
      place = 'rows'
    } else if (place === 'end') {
      if (line !== '') throw new SyntaxError('something follows the export')
    } else if (line === ']}' || line === ']}}') place = 'end'
    else if (line.startsWith('["')) {
      into.push(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as StateRow)
    } else if (line !== '' && line !== '],') {
      const [, name] = besideLine.exec(line) ?? []
      if (name === undefined) throw new SyntaxError('a line is no row')
      organisations[JSON.parse(name) as string] = into = []
    }
  }
  if (place !== 'end') throw new SyntaxError('the export breaks off')
  return { format, version, rows, ...(Object.keys(organisations).length === 0 ? {} : { organisations }) }
}
