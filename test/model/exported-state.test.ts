import { expect, test } from 'vitest'
import {
  exportedState,
  readExported,
  readExportedLines,
  textsOfExported,
} from '../../src/model/exported-state.ts'
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

const textOf = (...given: Parameters<typeof textsOfExported>): string =>
  [...textsOfExported(...given)].join('')

test('an export is text of a row a line, and read line by line as it is read whole', () => {
  const alone = textOf(rows)
  expect(alone).toBe(
    '{"format":"identikit-state","version":1,"rows":[\n["users","1",{"id":"u1"}],\n["users","2",null]\n]}\n',
  )
  const beside = textOf([], Object.entries({ 'a"b': rows.slice(0, 1), c: [] }))
  expect(beside).toBe(
    '{"format":"identikit-state","version":1,"rows":[\n\n],\n"organisations":{"a\\"b":[\n["users","1",{"id":"u1"}]\n],"c":[\n\n]}}\n',
  )
  for (const text of [alone, beside]) {
    expect(readExportedLines(text.split('\n'))).toStrictEqual(JSON.parse(text))
  }
})

test('an export that breaks off anywhere, or was written in another way, is not read line by line', () => {
  const lines = textOf(rows, [['acme', rows]]).split('\n')
  for (let count = 1; count < lines.length - 1; count += 1) {
    expect(() => readExportedLines(lines.slice(0, count))).toThrow(SyntaxError)
  }
  expect(() => readExportedLines(lines.with(1, '["users","1"'))).toThrow(SyntaxError)
  expect(() => readExportedLines(lines.with(1, 'nonsense'))).toThrow(SyntaxError)
  expect(() => readExportedLines([...lines, 'more'])).toThrow(SyntaxError)
  expect(readExportedLines([JSON.stringify(exportedState(rows))])).toBeUndefined()
})

test('an export that is sound is read as it is', () => {
  const exported = { ...exportedState(rows), organisations: { acme: rows } }
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
