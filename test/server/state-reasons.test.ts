/** Why a file of state, or an export, cannot be used: each reason in words that a person can act on. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StateFileError, WrongStateFile } from '../../src/server/state/check.ts'
import { readExport, writeExport } from '../../src/server/state/exported.ts'
import { StateFile } from '../../src/server/state/file.ts'
import { textsOfExported } from '../../src/model/exported-state.ts'
import { createOrganisation } from '../../src/organisation.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-reasons-'))
  file = join(folder, 'a.state')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Puts something in the place of the SQLite that Node has. */
function builtinSqlite(module: object | undefined): void {
  const builtin = process.getBuiltinModule.bind(process)
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((id: string) =>
    id === 'node:sqlite' ? module : builtin(id),
  )
}

/** What is said where SQLite refuses to open a file. */
function refusedBySqlite(errcode: number | undefined): unknown {
  builtinSqlite({
    DatabaseSync: vi.fn(function refuse() {
      throw Object.assign(new Error('what SQLite says'), errcode === undefined ? {} : { errcode })
    }),
  })
  try {
    return new StateFile(file).begin()
  } catch (error) {
    return error
  }
}

test.each<[number | undefined, string]>([
  [5, 'PATH is in use by another server; stop that, or name another file'],
  [6, 'PATH is in use by another server; stop that, or name another file'],
  [261, 'PATH is in use by another server; stop that, or name another file'],
  [8, 'PATH cannot be written to; --read-only serves it as it is'],
  [776, 'PATH cannot be written to; --read-only serves it as it is'],
  [11, 'PATH is damaged: what SQLite says'],
  [26, 'PATH is damaged: what SQLite says'],
  [13, 'the disk is full: PATH cannot be written to'],
  [14, 'PATH cannot be opened: what SQLite says'],
  [1, 'PATH: what SQLite says'],
  [undefined, 'PATH: what SQLite says'],
])('the result code %j of SQLite is told as: %s', (errcode, reason) => {
  const error = refusedBySqlite(errcode)
  expect(error).toBeInstanceOf(StateFileError)
  expect(error).toMatchObject({ name: 'StateFileError', message: reason.replace('PATH', file) })
  expect(error).not.toHaveProperty('isWronglyNamed')
  expect(statSync(file).size).toBe(0)
})

test('a Node without SQLite is told which one has it, and warns of other things all the same', () => {
  const emitted = vi.fn()
  vi.spyOn(process, 'emitWarning').mockImplementation(emitted)
  builtinSqlite(undefined)
  expect(() => new StateFile(file)).toThrow(
    new StateFileError(
      `keeping state in a file takes Node 22.13 or later, which has SQLite; this is Node ${process.versions.node}`,
    ),
  )
  expect(existsSync(file)).toBe(false)
  process.emitWarning('of something else')
  expect(emitted.mock.calls).toEqual([['of something else']])
})

test('a file may become as large as it is told, and no larger', async () => {
  const state = new StateFile(file, { mostPages: 8 })
  await state.put([['users', 'a', 1]])
  await expect(state.put([['users', 'b', 'x'.repeat(60_000)]])).rejects.toThrow('database or disk is full')
  await state.put([['users', 'c', 2]])
  expect([...state.rows()]).toEqual([
    ['users', 'a', 1],
    ['users', 'c', 2],
  ])
  expect(state.size).toBeLessThanOrEqual(8 * 4096)
  state.close()
})

test('an export is written for its owner alone, and read as it was', async () => {
  const exported = createOrganisation({ seed: 'x' }).exportState()
  const written = join(folder, 'a.json')
  await writeExport(written, textsOfExported(exported.rows))
  expect(statSync(written).mode & 0o777).toBe(0o600)
  expect(await readExport(written)).toEqual(exported)
})

test('an export that cannot be written, or read, is told by its file and the reason', async () => {
  const inside = join(file, 'b.json')
  writeFileSync(file, 'text')
  const exported = createOrganisation().exportState()
  await expect(writeExport(inside, textsOfExported(exported.rows))).rejects.toThrow(
    new StateFileError(`cannot write ${inside}: ENOTDIR`),
  )
  mkdirSync(join(folder, 'sub'))
  for (const [path, message] of [
    [join(folder, 'none'), `there is no file ${join(folder, 'none')}`],
    [join(folder, 'sub'), `cannot read ${join(folder, 'sub')}: EISDIR`],
    [file, `${file} cannot be read: it is no JSON`],
  ] as const) {
    await expect(readExport(path)).rejects.toThrow(new WrongStateFile(message))
  }
  writeFileSync(file, '{}')
  const error = await readExport(file).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(WrongStateFile)
  expect(error).toMatchObject({
    isWronglyNamed: true,
    message: `${file} cannot be read: expected an export of identikit, which says "format": "identikit-state"`,
  })
})
