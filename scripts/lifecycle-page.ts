import { operationSpecs } from '../src/contract/operations/index.ts'
import { refusals } from '../src/contract/errors/catalogue.ts'
import {
  transitionAllowed,
  transitionRefusal,
  transitionTarget,
  userEvents,
  userStatuses,
  userTransitions,
  type UserStatus,
  type UserTransition,
  type UserTransitionName,
} from '../src/contract/user-lifecycle.ts'
import { between, table } from './markdown.ts'

interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
}

const names = Object.keys(userTransitions) as UserTransitionName[]

/** The notation of the API description for an operation: the end of its path, or its method. */
function labelOf(name: UserTransitionName): string {
  const { operation }: UserTransition = userTransitions[name]
  if (operation === undefined) return 'reset_password?provider=FEDERATION'
  const { method, path } = operationSpecs[operation]
  return method === 'POST' ? path.slice(path.lastIndexOf('/') + 1) : method
}

/** An operation that is allowed in nearly all statuses has a separate diagram: its lines would cover the rest. */
const nearlyAll = userStatuses.length - 1

/** Transitions that depend on more than the status, which the table leaves to the model. */
const conditional: readonly Edge[] = [
  { from: '[*]', to: 'STAGED', label: 'create, activate=false' },
  { from: '[*]', to: 'PROVISIONED', label: 'create, no password' },
  { from: '[*]', to: 'ACTIVE', label: 'create, password or federated' },
  { from: 'STAGED', to: 'PROVISIONED', label: 'activate, no password' },
  { from: 'DEPROVISIONED', to: 'PROVISIONED', label: 'activate, no password' },
]

/**
 * docs/reference/lifecycle.md: its diagrams and its matrix, from the transition table.
 * @param before The current page; only the parts between the markers change.
 */
export function renderLifecycle(before: string): string {
  const withDiagram = between(before, 'diagram', userDiagram())
  const withWide = between(withDiagram, 'wide-diagram', diagram(wideEdges()))
  return between(withWide, 'matrix', matrix())
}

/** The statuses of a user and the transitions between them, as a mermaid diagram. */
export function userDiagram(): string {
  return diagram([...conditional, ...narrowEdges(), ...eventEdges()])
}

function isWide(name: UserTransitionName): boolean {
  return userTransitions[name].from.length >= nearlyAll
}

function narrowEdges(): readonly Edge[] {
  return names
    .filter((name) => !isWide(name))
    .flatMap((name) =>
      userTransitions[name].from.map((from) => ({ from, to: target(name, from), label: labelOf(name) })),
    )
}

/** Transitions that lead to one status from anywhere, as one line each. */
function wideEdges(): readonly Edge[] {
  return names.filter(isWide).flatMap((name) => {
    const { from } = userTransitions[name]
    const excluded = userStatuses.filter((status) => !from.includes(status as never))
    const except = excluded.length === 0 ? '' : `, but not ${excluded.join(', ')}`
    const targets = new Map<string, UserStatus[]>()
    for (const status of from) {
      const to = target(name, status)
      if (to !== status || !('to' in userTransitions[name]))
        targets.set(to, [...(targets.get(to) ?? []), status])
    }
    return [...targets].map(([to, sources]): Edge => {
      const isMost = sources.length > 4
      return {
        from: isMost ? 'any' : sources[0]!,
        to,
        label: labelOf(name) + (isMost ? except : others(sources)),
      }
    })
  })
}

function others([, ...rest]: readonly UserStatus[]): string {
  return rest.length === 0 ? '' : `, also ${rest.join(', ')}`
}

function eventEdges(): readonly Edge[] {
  return Object.values(userEvents).flatMap(({ what, from, to }) =>
    from.map((status) => ({ from: status, to, label: what })),
  )
}

/** One line for each pair of statuses, with every operation between them; operations without effect are left out. */
function diagram(edges: readonly Edge[]): string {
  const lines = new Map<string, string[]>()
  for (const { from, to, label } of edges) {
    if (from === to) continue
    const pair = `${from} --> ${to === 'removed' ? '[*]' : to}`
    const known = lines.get(pair) ?? []
    if (!known.includes(label)) lines.set(pair, [...known, label])
  }
  const body = [...lines].map(([pair, all]) => `    ${pair}: ${all.join('<br/>')}`)
  return ['```mermaid', 'stateDiagram-v2', ...body, '```'].join('\n')
}

function target(name: UserTransitionName, from: UserStatus): string {
  return transitionTarget(name, from)
}

function matrix(): string {
  const rows = names.map((name) => [labelOf(name), ...userStatuses.map((status) => cell(name, status))])
  return table(['Operation', ...userStatuses], rows)
}

function cell(name: UserTransitionName, from: UserStatus): string {
  if (!transitionAllowed(name, from)) {
    const { status, code } = refusals[transitionRefusal(name, from)]
    return `${status} ${code}`
  }
  const to = target(name, from)
  return to === from ? '*stays*' : `**${to}**`
}
