import { RowsError, type StateRow } from './kernel/state-log.ts'

/** An exact copy of an organisation, and on a server of those beside it, as one JSON document. */
export interface ExportedState {
  readonly format: 'identikit-state'
  /** Of this form. */
  readonly version: 1
  readonly rows: readonly StateRow[]
  /** The rows of the organisations beside it, by name. */
  readonly organisations?: Readonly<Record<string, readonly StateRow[]>>
}

/** An exact copy that shares nothing with what it was taken from. */
export function exportedState(
  rows: Iterable<StateRow>,
  beside: Iterable<readonly [name: string, rows: Iterable<StateRow>]> = [],
): ExportedState {
  const organisations = Object.fromEntries(Array.from(beside, ([name, each]) => [name, [...each]] as const))
  const exported = {
    format: 'identikit-state',
    version: 1,
    rows: [...rows],
    ...(Object.keys(organisations).length === 0 ? {} : { organisations }),
  } as const
  return JSON.parse(JSON.stringify(exported)) as ExportedState
}

/**
 * What may be an export.
 *
 * @throws RowsError that says what is wrong with it.
 */
export function readExported(value: unknown): ExportedState {
  const { format, version, rows, organisations } = (value ?? {}) as Partial<
    Record<keyof ExportedState, unknown>
  >
  if (format !== 'identikit-state')
    throw new RowsError('expected an export of identikit, which says "format": "identikit-state"')
  if (version !== 1) {
    throw new RowsError(
      `the export has version ${JSON.stringify(version)}, and this identikit reads version 1`,
    )
  }
  const lists: unknown[] = [rows, ...Object.values(organisations ?? {})]
  if (!lists.every((each) => Array.isArray(each))) throw new RowsError('expected lists of rows in the export')
  return value as ExportedState
}

/** An export as text: JSON, a row a line, so that two can be compared. */
export function textOfExported({ format, version, rows, organisations = {} }: ExportedState): string {
  const list = (each: readonly StateRow[]): string =>
    `[\n${each.map((row) => JSON.stringify(row)).join(',\n')}\n]`
  const beside = Object.entries(organisations).map(([name, each]) => `${JSON.stringify(name)}:${list(each)}`)
  const more = beside.length === 0 ? '' : `,\n"organisations":{${beside.join(',')}}`
  return `{"format":"${format}","version":${version},"rows":${list(rows)}${more}}\n`
}
