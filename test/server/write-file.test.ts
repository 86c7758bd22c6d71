import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseOutFile, writeOutFile, writeWhole } from '../../src/server/write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-write-'))

test('a file is written whole, through a link too, and keeps who may read it', async () => {
  const file = join(folder, 'kept.yaml')
  const link = join(folder, 'link.yaml')
  writeFileSync(file, 'before')
  chmodSync(file, 0o640)
  symlinkSync(file, link)
  await writeWhole(link, 'after')
  expect(readFileSync(file, 'utf8')).toBe('after')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  await writeWhole(join(folder, 'new.yaml'), 'new', 0o600)
  expect(statSync(join(folder, 'new.yaml')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('writes into a file that is not a plain one, instead of replacing it', async () => {
  await writeWhole('/dev/null', 'gone')
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('a write that fails leaves nothing, and says which option named the file', async () => {
  await expect(writeOutFile('/dev/full', 'text', '--out')).rejects.toThrow(
    '--out: cannot write /dev/full: ENOSPC',
  )
  await expect(refuseOutFile(folder, '--out')).rejects.toThrow(`--out: ${folder} is a folder; name a file`)
  await expect(refuseOutFile(join(folder, 'no/file'), '--out')).rejects.toThrow('--out: there is no folder ')
  await expect(refuseOutFile(join(folder, 'free.yaml'), '--out')).resolves.toBeUndefined()
})
