import { providerStateCatalogue, providerStateNames } from '../src/pact/states/catalogue.ts'
import type { StateDefinition } from '../src/pact/states/state.ts'
import { inputSchema, table } from './markdown.ts'

/** docs/reference/provider-states.md: every provider state of the catalogue. */
export function renderProviderStates(): string {
  const rows = providerStateNames.map((name) => {
    const { summary, params } = providerStateCatalogue[name] as unknown as StateDefinition
    const { properties = {}, required = [] } = inputSchema(params)
    const taken = Object.keys(properties).map((key) => `\`${key}${required.includes(key) ? '' : '?'}\``)
    return [`\`${name}\``, taken.join(', ') || 'nothing', summary]
  })
  return `# Provider states

Provider states for pacts against the service; [pact.md](../pact.md) shows how to use them. The words in
braces are parameters: give them as parameters of the state, or write them in the name (\`user 00u1 is SUSPENDED\`).
Ids are taken as they are given; what is not given is made up. States build on one another: what an earlier one of the
same interaction made is used.

Each state gives the values named below, for \`fromProviderState\`, and always \`apiToken\`, under which the administrator
calls. An unknown name, or a parameter that a state does not take, makes the verification fail. The message names the
nearest one.

${table(['State', 'Parameters', 'Effect'], rows)}
`
}
