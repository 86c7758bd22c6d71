/** Files and folders without write permission. The errors are fakes, because root may write everywhere. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { UsageError } from '../../src/server/usage-error.ts'
import { refuseOutFile, writeOutFile, writeWhole } from '../../src/server/write-file.ts'

const refused = vi.hoisted(() => ({ code: '', path: '' }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const refuse = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }))
  return {
    ...real,
    writeFile: async (...[file, ...more]: Parameters<typeof real.writeFile>) => {
      await real.writeFile(file, ...more)
      return refused.code !== '' && typeof file === 'string' && file.endsWith('.part')
        ? refuse(refused.code)
        : undefined
    },
    access: (path: string, mode: number) =>
      path === refused.path && mode === real.constants.W_OK ? refuse('EACCES') : real.access(path, mode),
  }
})

const folder = mkdtempSync(join(tmpdir(), 'identikit-refused-'))
const file = join(folder, 'kept.yaml')
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  Object.assign(refused, { code: '', path: '' })
})

test.each(['EACCES', 'EROFS'])(
  'where the folder refuses with %s, an existing file is still written',
  async (code) => {
    writeFileSync(file, 'before', { mode: 0o640 })
    refused.code = code
    await writeWhole(file, 'after', 0o600)
    expect(readFileSync(file, 'utf8')).toBe('after')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder)).toEqual(['kept.yaml'])
  },
)

test('any other error leaves the file unchanged', async () => {
  writeFileSync(file, 'before')
  refused.code = 'ENOSPC'
  const failed = writeOutFile(file, 'after', '--out')
  await expect(failed).rejects.toThrow(new Error(`--out: cannot write ${file}: ENOSPC`))
  await expect(failed).rejects.not.toBeInstanceOf(UsageError)
  await expect(failed).rejects.toMatchObject({ cause: { code: 'ENOSPC' } })
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['kept.yaml'])
})

test.each(['EACCES', 'EROFS'])(
  'a file that is new is not made where the folder refuses with %s',
  async (code) => {
    refused.code = code
    const fresh = join(folder, 'new.yaml')
    await expect(writeWhole(fresh, 'text')).rejects.toMatchObject({ code })
    expect(readdirSync(folder)).toEqual(['kept.yaml'])
  },
)

test('names a file or folder without write permission before it does anything', async () => {
  writeFileSync(file, 'before')
  const fresh = join(folder, 'new.yaml')
  refused.path = file
  await expect(refuseOutFile(file, '--out')).rejects.toThrow(
    new UsageError(`--out: ${file} is not yours to write to`),
  )
  await expect(refuseOutFile(fresh, '--out')).resolves.toBeUndefined()
  refused.path = folder
  await expect(refuseOutFile(fresh, '--ledger')).rejects.toThrow(
    new UsageError(`--ledger: ${folder} is not yours to write to`),
  )
  await expect(refuseOutFile(file, '--out')).resolves.toBeUndefined()
  await expect(refuseOutFile(join(file, 'below.yaml'), '--out')).rejects.toThrow(
    new UsageError(`--out: there is no folder ${file}`),
  )
  await expect(refuseOutFile(folder, '--out')).rejects.toThrow(
    new UsageError(`--out: ${folder} is a folder; name a file`),
  )
})
