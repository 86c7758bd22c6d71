import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A block of code of a page. */
export interface DocsBlock {
  readonly page: string
  /** Of the fence that opens it. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** Why it is run nowhere, by the comment above it: `<!-- not run: … -->`. */
  readonly notRun: string | undefined
}

/** The pages that people write: the README, the guides, and the pages of the reference with code to run. */
export const docsPages: readonly string[] = [
  'README.md',
  ...['agent-skill', 'console', 'control', 'seeds', 'target-profile', 'the-api'].map(
    (name) => `docs/reference/${name}.md`,
  ),
  ...['docs', 'docs/contributing'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
]

/** Every block of every page, in their order. */
export const docsBlocks: readonly DocsBlock[] = docsPages.flatMap(blocksOf)

function blocksOf(page: string): DocsBlock[] {
  const text = readFileSync(join(root, page), 'utf8')
  const fence = /(?:<!-- not run: (.*?) -->\n)?^```(\w*)\n(.*?)^```$/gms
  return [...text.matchAll(fence)].map(({ index, 1: notRun, 2: language, 3: code }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language: language!,
    text: code!,
    notRun,
  }))
}

/** The blocks of a page in some languages, but for those that say that they are not run. */
export function runBlocks(page: string, ...languages: readonly string[]): DocsBlock[] {
  return docsBlocks.filter(
    (block) => block.page === page && languages.includes(block.language) && block.notRun === undefined,
  )
}
