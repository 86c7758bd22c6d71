import limits from './size-limits.json' with { type: 'json' }

/** The sizes of docs/browser.md: the most that each entry point adds to a page or a start. */
export function renderSizes(): string {
  const rows = Object.entries(limits).map(([name, limit]) => `| \`${name}\` | ${limit} |`)
  return ['| Entry | At most, minified and gzipped |', '|---|--:|', ...rows, ''].join('\n')
}
