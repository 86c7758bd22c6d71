import { providerStateCatalogue, providerStateNames } from '../src/pact/states/catalogue.ts'
import type { StateDefinition } from '../src/pact/states/state.ts'
import { inputSchema, table } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/provider-states.md: every provider state of the catalogue. */
export function renderProviderStates(): string {
  const rows = providerStateNames.map((name) => {
    const { summary, params } = providerStateCatalogue[name] as unknown as StateDefinition
    const { properties = {}, required = [] } = inputSchema(params)
    const taken = Object.keys(properties).map((key) => `\`${key}${required.includes(key) ? '' : '?'}\``)
    return [`\`${name}\``, taken.join(', ') || 'nothing', summary]
  })
  return filled('reference/provider-states.md', { states: table(['State', 'Parameters', 'Effect'], rows) })
}
