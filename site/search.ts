import type { DefaultTheme } from 'vitepress'

type MiniSearch = NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']>

/**
 * How the search works. Both functions are copied into the page as text, so they use nothing from outside.
 */
export const miniSearch: MiniSearch = {
  options: {
    // Words of every question find nothing in particular.
    processTerm: (term) =>
      /^(?:a|an|and|are|as|at|be|by|can|did|do|does|for|from|get|have|how|i|in|is|it|me|my|of|on|or|that|the|there|this|to|use|what|when|which|why|with|you|your)$/i.test(
        term,
      )
        ? undefined
        : term.toLowerCase(),
  },
  searchOptions: {
    // Pages for reading come before long tables and before pages for maintainers.
    boostDocument: (id: string) =>
      id.includes('/contributing/') ? 0.2 : /\/reference\/(?!the-api)|CHANGELOG/.test(id) ? 0.4 : 1,
  },
}
