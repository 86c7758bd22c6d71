import { reactions } from '../src/model/reactions.ts'
import { cell } from './markdown.ts'

/** The section of docs/architecture.md on who hears of which change. */
export function renderReactions(): string {
  const rows = Object.entries(reactions).flatMap(([changed, heard]) =>
    heard.map(
      ({ part, because }, index) =>
        `| ${index === 0 ? changed : ''} | ${index + 1} | \`${part}\` | ${cell(because)} |`,
    ),
  )
  return `\n| Change of | | Part that hears of it | Why here |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
