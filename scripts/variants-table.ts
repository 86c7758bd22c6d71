import { variantNames } from '../src/vary/variant-names.ts'
import { variantOf } from '../src/vary/variants.ts'
import { table } from './markdown.ts'

/** The table of docs/reference/variants.md: every variant, with the part of the API description that leaves it open. */
export function renderVariants(): string {
  const rows = variantNames.map((name) => {
    const { severity, summary, open, interpretation } = variantOf(name)
    const link =
      interpretation === undefined ? '' : ` ([\`${interpretation}\`](interpretations.md#${interpretation}))`
    return [`\`${name}\``, severity, `The service ${summary}`, open + link]
  })
  return table(['Variant', 'Severity', 'Difference', 'Open'], rows)
}
