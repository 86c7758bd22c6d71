import type { Area } from '../src/contract/operation-names.ts'
import { areaOf, operations } from '../src/contract/operations/index.ts'
import { userDiagram } from './lifecycle-page.ts'
import { anchor, table } from './markdown.ts'
import { between } from './marked-section.ts'

/** The tables of docs/the-api.md, by their markers, and the areas whose operations each lists. */
const sections: Readonly<Record<string, readonly Area[]>> = {
  clients: ['clients'],
  groups: ['groups', 'membership', 'groupApps'],
  rules: ['rules'],
  users: ['users'],
  lifecycle: ['lifecycle'],
  credentials: ['credentials'],
  sessions: ['sessions'],
  grants: ['grants', 'tokens'],
}

/** docs/the-api.md: people write its text; its tables of operations and the life cycle come from the contract. */
export function renderTheApi(before: string): string {
  return Object.entries(sections).reduce(
    (page, [name, areas]) => between(page, name, operationsOf(areas)),
    between(before, 'diagram', userDiagram()),
  )
}

function operationsOf(areas: readonly Area[]): string {
  const rows = operations
    .filter(({ name }) => areas.includes(areaOf(name)))
    .map(({ name, method, path, summary }) => [
      `[${name}](reference/operations.md#${anchor(headingOf(method, path))})`,
      `\`${method} ${path}\``,
      summary,
    ])
  return table(['Operation', 'Request', 'Effect'], rows)
}

/** The heading of an operation on its page: those of one method and path share it. */
function headingOf(method: string, path: string): string {
  const here = operations.filter((operation) => operation.method === method && operation.path === path)
  return here.map(({ summary }) => summary).join('; or: ')
}
