import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  readonly run: (options: { readonly iframes: boolean }) => Promise<{
    readonly violations: { readonly id: string; readonly nodes: { readonly html: string }[] }[]
  }>
}

/** The problems that axe finds on a page. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(script)
  return page.evaluate(async () =>
    // The script is not in the frames, which have another origin.
    (await (globalThis as unknown as { axe: Axe }).axe.run({ iframes: false })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${JSON.stringify(nodes[0])}`,
    ),
  )
}
