import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A place below `docs/` in the package. An executable has none. Bundlers of users take a literal for a module. */
const placeOf = (path: string): URL => new URL(`../../docs/${path}`, import.meta.url)

/** A section of a page: its heading and its text. */
export interface Section {
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** The pages of the documentation, by path below `docs/`. */
export function docsPages(): readonly string[] {
  return ['', 'reference/'].flatMap((below) => {
    const place = placeOf(below)
    if (!existsSync(place)) return []
    return readdirSync(place)
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${below}${file}`)
  })
}

/** The text of a page; undefined for an unknown path. */
export function docsPage(path: string): string | undefined {
  return docsPages().includes(path) ? readFileSync(placeOf(path), 'utf8') : undefined
}

/** The sections of the guides and of the page about the API. Tables of the reference are searched themselves. */
export function docsSections(): readonly Section[] {
  return docsPages()
    .filter((page) => basename(page) === page || page === 'reference/the-api.md')
    .flatMap((page) => {
      const [, ...parts] = docsPage(page)!.split(/^#{1,3} /m)
      return parts.map((part) => ({ page, heading: part.split('\n', 1)[0]!, text: part }))
    })
}
