import { expect, test } from 'vitest'
import { exportedState, readExported, textOfExported } from '../../src/model/exported-state.ts'
import { RowsError, type StateRow } from '../../src/model/kernel/state-log.ts'

const rows: StateRow[] = [
  ['users', '1', { id: 'u1' }],
  ['users', '2', null],
] as never

test('an export shares nothing with what it was taken from', () => {
  const exported = exportedState(rows)
  expect(exported).toStrictEqual({ format: 'identikit-state', version: 1, rows })
  expect(exported.rows[0]).not.toBe(rows[0])
})

test('the organisations beside it are exported by name', () => {
  const exported = exportedState(
    rows,
    new Map([
      ['acme', rows.slice(0, 1)],
      ['other', []],
    ]),
  )
  expect(exported).toStrictEqual({
    format: 'identikit-state',
    version: 1,
    rows,
    organisations: { acme: rows.slice(0, 1), other: [] },
  })
  expect(exported.organisations?.['acme']?.[0]).not.toBe(rows[0])
})

test('an export is text of a row a line', () => {
  expect(textOfExported(exportedState(rows))).toBe(
    '{"format":"identikit-state","version":1,"rows":[\n["users","1",{"id":"u1"}],\n["users","2",null]\n]}\n',
  )
  const beside = exportedState([], Object.entries({ 'a"b': rows.slice(0, 1), c: [] }))
  expect(textOfExported(beside)).toBe(
    '{"format":"identikit-state","version":1,"rows":[\n\n],\n"organisations":{"a\\"b":[\n["users","1",{"id":"u1"}]\n],"c":[\n\n]}}\n',
  )
  expect(JSON.parse(textOfExported(beside))).toStrictEqual(beside)
})

test('an export that is sound is read as it is', () => {
  const exported = exportedState(rows, [['acme', rows]])
  expect(readExported(exported)).toBe(exported)
  const alone = exportedState([])
  expect(readExported(alone)).toBe(alone)
})

const noExport = 'expected an export of identikit, which says "format": "identikit-state"'
const noLists = 'expected lists of rows in the export'
const version = (told: string) => `the export has version ${told}, and this identikit reads version 1`
const format = 'identikit-state'

test.each([
  [undefined, noExport],
  [null, noExport],
  [5, noExport],
  [{}, noExport],
  [{ version: 1, rows: [] }, noExport],
  [{ format: 'identikit', version: 1, rows: [] }, noExport],
  [{ format, rows: [] }, version('undefined')],
  [{ format, version: 2, rows: [] }, version('2')],
  [{ format, version: '1', rows: [] }, version('"1"')],
  [{ format, version: 1 }, noLists],
  [{ format, version: 1, rows: {} }, noLists],
  [{ format, version: 1, rows: [], organisations: { acme: [], other: {} } }, noLists],
])('%j is no export', (value, message) => {
  expect(() => readExported(value)).toThrow(new RowsError(message))
})
