import { renderMermaidSVG } from 'beautiful-mermaid'
import type { MarkdownOptions } from 'vitepress'
import { posix, relative } from 'node:path'
import { addressOnSite, root } from './files.ts'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** As much of what VitePress says of a page as is read here. */
interface PageEnvironment {
  readonly realPath?: string
  readonly path?: string
}

/** Makes pages that are written for GitHub pages of the site. */
export function forTheSite(md: MarkdownIt): void {
  md.core.ruler.before('normalize', 'marks', (state) => {
    state.src = withTabs(state.src).replace('<!-- playground -->', '<Playground />')
  })
  md.core.ruler.after('inline', 'links', (state) => {
    const file = fileOf(state.env as PageEnvironment)
    for (const token of state.tokens) {
      if (token.type === 'html_block') token.content = pictures(token.content)
      for (const child of token.children ?? []) {
        const link = child.attrGet('href')?.toString()
        if (child.type === 'link_open' && link !== undefined) child.attrSet('href', addressOnSite(file, link))
      }
    }
  })
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!
    return info === 'mermaid' ? diagram(content) : fence(tokens, index, ...rest)
  }
}

function fileOf({ realPath, path }: PageEnvironment): string {
  return relative(root, realPath ?? path ?? root).replaceAll('\\', posix.sep)
}

/** Between `<!-- tabs:start -->` and `<!-- tabs:end -->`, code below a comment `<!-- tab: Name -->` is a tab of that name. */
function withTabs(page: string): string {
  return page.replaceAll(/<!-- tabs:start -->([^]*?)<!-- tabs:end -->/g, (_, group: string) => {
    const fences = group.matchAll(/<!-- tab: (.*?) -->\n(?:<!-- .*? -->\n)*```(\w+)\n([^]*?)^```$/gm)
    const tabs = [...fences].map(([, name, language, code]) => `\`\`\`${language} [${name}]\n${code}\`\`\``)
    return `::: code-group\n${tabs.join('\n\n')}\n:::`
  })
}

/** Pictures come in two, one for each scheme; the site has a switch of its own, so the style sheet chooses. */
function pictures(html: string): string {
  return html.replaceAll(
    /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img ([^>]*?)src="([^"]+)"([^>]*)>\s*<\/picture>/g,
    (_, dark: string, before: string, light: string, after: string) =>
      [
        ['light', light],
        ['dark', dark],
      ]
        .map(([scheme, src]) => `<img class="in-${scheme}" loading="lazy" ${before}src="./${src}"${after}>`)
        .join(''),
  )
}

/** A diagram as a picture in the page. Its colours and fonts are those of the page: site/style.css. */
function diagram(text: string): string {
  const svg = renderMermaidSVG(text, { transparent: true }).replace(/<style>[^]*?<\/style>/, '')
  const states = [...new Set(text.match(/\b[A-Z_]{3,}\b/g))].join(', ')
  return `<div class="diagram" tabindex="0" v-pre>${svg.replace('<svg ', `<svg role="img" aria-label="Diagram: ${states}" `)}</div>`
}
