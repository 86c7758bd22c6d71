import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serve } from '../src/server.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** The TypeScript of a page that needs nothing but this package. */
function snippets(page: string): string[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)]
  return blocks.map((match) => match[1]!).filter((block) => !/from '(?!identikit)/.test(block))
}

/** The entry points of the package, from the sources. */
function fromSources(text: string): string {
  return text.replaceAll(
    /from 'identikit(?:\/(\w+))?'/g,
    (_, entry = 'index') => `from '${join(root, 'src', entry)}.ts'`,
  )
}

/** What a snippet prints, by its own comments. */
function promised(text: string): string[] {
  return [...text.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, printed]) => printed!)
}

test.each([
  ['docs/client.md', 5],
  ['docs/openapi.md', 1],
])('what %s shows does what its comments say', async (page, count) => {
  const { url, org, close } = await serve({ port: 0 })
  const folder = mkdtempSync(join(root, 'test', '.readme-'))
  try {
    const all = snippets(page)
    expect(all).toHaveLength(count)
    all.forEach((text, index) => writeFileSync(join(folder, `${index}.mts`), fromSources(text)))
    writeFileSync(join(folder, 'all.mts'), all.map((_, index) => `await import('./${index}.mts')`).join('\n'))
    const env = { ...process.env, SERVICE_URL: url, SERVICE_TOKEN: org.apiToken }
    const { stdout } = await run(join(root, 'node_modules/.bin/tsx'), [join(folder, 'all.mts')], {
      cwd: root,
      env,
    })
    expect(stdout.trim().split('\n')).toEqual(all.flatMap(promised))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await close()
  }
})
