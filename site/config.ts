import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { llmsFiles } from '../scripts/llms.ts'
import { anchor } from '../scripts/markdown.ts'
import { foldersWithoutPages, pathOnSite, repository, version } from './files.ts'
import { forTheSite } from './markdown.ts'
import { miniSearch } from './search.ts'
import { sidebar } from './sidebar.ts'

/** The site: README, docs/ and the pages of maintainers, as they are written for GitHub. */
export default defineConfig({
  srcDir: '..',
  srcExclude: foldersWithoutPages,
  rewrites: pathOnSite,
  outDir: '../build/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // Pictures stay files, which readers keep while they go from page to page.
  vite: { build: { assetsInlineLimit: 0 } },
  // Links are relative: the same files work at any path of any host.
  base: './',
  lang: 'en',
  title: 'Identikit',
  description: 'A mock of an Okta-shaped identity management API, and a test kit for it.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Links of the pages are written for GitHub.
    anchor: { slugify: anchor },
    config: forTheSite,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformPageData: (page) =>
    page.relativePath === 'index.md'
      ? { frontmatter: { ...page.frontmatter, aside: false, pageClass: 'front' } }
      : {},
  async buildEnd({ outDir }) {
    for (const [name, text] of Object.entries(llmsFiles())) await writeFile(join(outDir, name), text)
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'All pages', link: '/pages' },
      { text: `v${version}`, link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch } },
    socialLinks: [{ icon: 'github', link: repository }],
  },
})
