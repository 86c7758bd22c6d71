import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { docs } from '../src/contract/docs-links.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A link to a page in a section of the index of docs/. */
interface Listed {
  readonly title: string
  /** From the folder of docs/. */
  readonly path: string
  readonly about: string
}

/**
 * The documentation for language models (https://llmstxt.org), from the index of docs/. `llms.txt` lists the pages.
 * `llms-full.txt` contains the README and the guides. The package and the site have both.
 */
export function llmsFiles(): Readonly<Record<'llms.txt' | 'llms-full.txt', string>> {
  const [title, summary] = read('README.md').split('\n\n')
  const head = `${title}\n\n> ${summary!.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')}\n`
  const sections = [...read('docs/README.md').matchAll(/^## (.+)\n([^]*?)(?=^## |$(?![^]))/gm)]
    .map(([, name, text]) => ({ name: name!, listed: listedIn(text!) }))
    .filter(({ listed }) => listed.length > 0)
  const lists = sections.map(({ name, listed }) => {
    const lines = listed.map(({ title: text, path, about }) => `- [${text}](${addressOf(path)}): ${about}`)
    return `## ${name}\n\n${lines.join('\n')}\n`
  })
  const guides = sections
    .flatMap(({ listed }) => listed.map(({ path }) => path))
    .filter((path) => !path.startsWith('reference/'))
  const pages = [...new Set(['../README.md', ...guides])].map((path) => read(join('docs', path)).trim())
  return {
    'llms.txt': [head, ...lists].join('\n'),
    'llms-full.txt': `${pages.join('\n\n---\n\n')}\n`,
  }
}

function listedIn(section: string): Listed[] {
  return section.split('\n').flatMap((line) =>
    [...line.matchAll(/\[([^\]]+)\]\((?!\w+:)([^)\s]+\.md)\)/g)].map(([link, title, path]) => ({
      title: title!,
      path: path!,
      about: aboutOf(line, link),
    })),
  )
}

/** The words of a line around its link: the cell of a table, or the text of an item. */
function aboutOf(line: string, link: string): string {
  const others = line
    .split('|')
    .filter((cell) => !cell.includes(link))
    .map((cell) => cell.trim())
    .filter(Boolean)
  const text = others.length > 0 ? others.join(' ') : line.replace(link, '')
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/^[\s:,.*-]+|[\s:,]+$/g, '')
}

function addressOf(path: string): string {
  return new URL(path, `${docs}/`).href
}
