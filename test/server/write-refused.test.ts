/** Files in folders without write permission. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UsageError } from '../../src/server/usage-error.ts'
import { refuseOutFile, writeOutFile, writeWhole } from '../../src/server/write-file.ts'

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>()
  return { ...real, rename: vi.fn(real.rename), access: vi.fn(real.access) }
})

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-refused-'))
  file = join(folder, 'a.yaml')
})
afterEach(() => rmSync(folder, { recursive: true }))

const refusing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

test.each(['EACCES', 'EROFS'])('a file in a folder that answers %s is written in place', async (code) => {
  writeFileSync(file, 'before')
  vi.mocked(fs.rename).mockImplementationOnce(() => refusing(code))
  await writeWhole(file, 'after')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['after', ['a.yaml']])
})

test('any other error leaves the file unchanged, and no other file', async () => {
  writeFileSync(file, 'before')
  vi.mocked(fs.rename).mockImplementationOnce(() => refusing('EPERM'))
  await expect(writeOutFile(file, 'after', '--out')).rejects.toThrow(
    new Error(`--out: cannot write ${file}: EPERM`),
  )
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['a.yaml']])
})

test('a file that is new is not made in a folder that takes none', async () => {
  vi.mocked(fs.rename).mockImplementationOnce(() => refusing('EACCES'))
  await expect(writeOutFile(file, 'after', '--out')).rejects.toThrow(
    new Error(`--out: cannot write ${file}: EACCES`),
  )
  expect(readdirSync(folder)).toEqual([])
})

test('sets the given permissions, on an existing file as well', async () => {
  writeFileSync(file, 'before', { mode: 0o644 })
  await writeOutFile(file, 'after', '--out', 0o600)
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['after', 0o600])
})

test('names the file without write permission, or its folder if the file is new', async () => {
  vi.mocked(fs.access).mockImplementationOnce(() => refusing('EACCES'))
  await expect(refuseOutFile(file, '--to')).rejects.toThrow(
    new UsageError(`--to: ${folder} is not yours to write to`),
  )
  expect(vi.mocked(fs.access).mock.lastCall).toEqual([folder, fs.constants.W_OK])
  writeFileSync(file, 'text')
  vi.mocked(fs.access).mockImplementationOnce(() => refusing('EACCES'))
  await expect(refuseOutFile(file, '--to')).rejects.toThrow(
    new UsageError(`--to: ${file} is not yours to write to`),
  )
  await expect(refuseOutFile(join(file, 'b'), '--to')).rejects.toThrow(
    new UsageError(`--to: there is no folder ${file}`),
  )
})
