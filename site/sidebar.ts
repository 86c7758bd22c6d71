import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { addressOnSite, root } from './files.ts'

/** The sidebar, from the index of docs/: each section is a group, and each of its links to a page an item. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  const contributing = [
    ...itemsOf('docs/contributing/README.md', read('docs/contributing/README.md')),
    { text: 'Changelog', link: '/CHANGELOG.md' },
  ]
  return [...read('docs/README.md').matchAll(/^## (.+)\n([^]*?)(?=^## |$(?![^]))/gm)].flatMap(
    ([, text, section]) => {
      const items = text === 'Contributing' ? contributing : itemsOf('docs/README.md', section!)
      return [{ text: text!, collapsed: text === 'Reference' || text === 'Contributing', items }]
    },
  )
}

function itemsOf(file: string, section: string): DefaultTheme.SidebarItem[] {
  const links = [...section.matchAll(/\[([^\]]+)\]\(([^)\s]+\.md)\)/g)]
  return links.map(([, text, link]) => ({
    text: `${text![0]!.toUpperCase()}${text!.slice(1)}`,
    link: addressOnSite(file, link!),
  }))
}

function read(file: string): string {
  return readFileSync(resolve(root, file), 'utf8')
}
