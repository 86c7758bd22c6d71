import { reactions } from '../src/model/reactions.ts'
import { ends } from '../src/model/tokens/ends.ts'
import { table } from './markdown.ts'

/** The section of docs/contributing/architecture.md about the effects of each change. */
export function renderReactions(): string {
  const rows = Object.entries(reactions).flatMap(([changed, heard]) =>
    heard.map(({ part, because }, index) => [
      index === 0 ? changed : '',
      `${index + 1}`,
      `\`${part}\``,
      because,
    ]),
  )
  return `\n${table(['Change of', '', 'Service that reacts', 'Why here'], rows)}\n`
}

/** The section of docs/contributing/architecture.md about what ends when something ends. */
export function renderEnds(): string {
  const rows = Object.values(ends).map(({ when, kinds, says }) => [
    when,
    kinds.map((kind) => `\`${kind}\``).join(', '),
    says,
  ])
  return `\n${table(['When', 'These end, in this order', 'Source'], rows)}\n`
}
