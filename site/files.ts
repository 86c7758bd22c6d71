import { existsSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly repository: { readonly url: string }
}
export const { version } = manifest
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** Folders of the project without a page of the site. */
export const foldersWithoutPages = [
  '.github',
  '.identikit',
  'bench',
  'build',
  'conform-report',
  'conformance',
  'coverage',
  'examples',
  'generated',
  'reports',
  'scripts',
  'site',
  'src',
  'test',
].map((folder) => `${folder}/**`)

/** The path on the site of a Markdown file: `docs/server.md` is `how-to.md`, and README.md is the front page. */
export function pathOnSite(file: string): string {
  if (file === 'README.md') return 'index.md'
  return file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1pages.md')
}

const isPage = (file: string): boolean =>
  /^(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$/.test(file)

const onRepository = `${repository}/blob/main/`

/**
 * The address on the site for a link of a file: pages by their path on the site, other files of the project in the
 * repository, at the tag of this version. A link to another site stays.
 */
export function addressOnSite(from: string, link: string): string {
  if (link.startsWith('#')) return link
  const [path = '', hash] = link.replace(onRepository, '/').split('#', 2)
  if (/^[a-z]+:/.test(path)) return link
  const file = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  const fragment = hash === undefined ? '' : `#${hash}`
  if (isPage(file)) return `/${pathOnSite(file)}${fragment}`
  return existsSync(resolve(root, file)) ? `${repository}/blob/v${version}/${file}${fragment}` : link
}
