import { escapeHtml as h } from './escape.ts'
import { capital } from './words.ts'

/** A part of the page; what cannot be shown is said in its place, and takes nothing else with it. */
export function part(name: string, make: () => string): string {
  try {
    return make()
  } catch (error) {
    return `<p class="problem">${h(capital(name))} could not be shown here: ${h(error instanceof Error ? error.message : String(error))}. The JSON report has it.</p>`
  }
}
