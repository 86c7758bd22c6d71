import { parseSync } from 'vite'
import type { Mutant } from './mutants.ts'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Placed = { start: number; end: number; write: (inner: string) => string }

/** A change with the number that switches it on. */
export type Numbered = { mutant: Mutant; number: number }

/**
 * The text of a file with changes that `globalThis.mutantIsOn(number)` switches on while it runs. `left` are the
 * changes without a place for a switch, for example texts of imports. Changes in `atLoading` are in code that runs when
 * the file is loaded.
 */
export function withSwitches(
  text: string,
  list: readonly Numbered[],
): { text: string; left: Numbered[]; atLoading: number[] } {
  const file = list[0]?.mutant.file ?? 'file.ts'
  const placed: Placed[] = []
  const left: Numbered[] = []
  const atLoading: number[] = []
  const program = parseSync(file, text).program as unknown as Node
  for (const each of list) {
    const path = pathTo(program, each.mutant)
    const place = placeOf(each, text, path)
    const isLater = path.slice(0, -1).some(({ type }) => /Function|^PropertyDefinition$/.test(type))
    if (!isLater || path.some(isMadeOnce)) atLoading.push(each.number)
    if (place === undefined) left.push(each)
    else placed.push(place)
  }
  placed.sort((one, other) => one.start - other.start || other.end - one.end)
  const starts = new Set(placed.map(({ start }) => start))
  const statements = new Set(statementStarts(program).filter((start) => starts.has(start)))
  return { text: written(text, 0, text.length, placed, statements), left, atLoading }
}

/** Whether a call stores the result of its function: `once(() => z.string())`, and the input of an action. */
export function isMadeOnce({ type, ...node }: Node): boolean {
  if (type === 'CallExpression') return (node['callee'] as { name?: string }).name === 'once'
  return type === 'Property' && (node['key'] as { name?: string }).name === 'input'
}

/** The nodes from the program down to the one that a change replaces; empty if no node has its place. */
function pathTo(program: Node, { start, end }: Mutant): Node[] {
  const path = [program]
  for (;;) {
    const here = path.at(-1) as Node
    const isIt = here.start === start && here.end === end
    const inside = children(here).find((child) => child.start <= start && child.end >= end)
    // Of several nodes with the same place, takes the outermost, but not an expression statement.
    if (isIt && (inside === undefined || here.type !== 'ExpressionStatement')) return path
    if (inside === undefined) return []
    path.push(inside)
  }
}

function children(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

/** The starts of statements that, with a bracket in front, would look like arguments of the call above. */
function statementStarts(node: Node): number[] {
  const list = ['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase'].includes(node.type)
  const own = list ? children(node).filter(({ type }) => type === 'ExpressionStatement') : []
  return [...own.map(({ start }) => start), ...children(node).flatMap(statementStarts)]
}

const transparent = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSParameterProperty',
])
const withoutPlace = /^(?:Import|Export(?:All|Named)|TSEnum)|^Directive$/

function placeOf({ mutant, number }: Numbered, text: string, path: readonly Node[]): Placed | undefined {
  const isOn = `globalThis.mutantIsOn?.(${number})`
  let at = path.length - 1
  const node = path[at]
  if (node === undefined) return undefined
  const isType = ({ type }: Node) => type.startsWith('TS') && !transparent.has(type)
  if (path.some((each) => isType(each) || each.type === 'ImportExpression')) return undefined
  if (node.type === 'BlockStatement') {
    const write = (inner: string) => `{if(${isOn}){}else${inner}}`
    return { start: node.start, end: node.end, write }
  }
  if (node.type === 'SwitchCase') {
    const body = node['consequent'] as Node[]
    const [first, last] = [body[0], body.at(-1)]
    if (first === undefined || last === undefined) return undefined
    return { start: first.start, end: last.end, write: (inner) => `if(!${isOn}){${inner}}` }
  }
  if (node.type === 'ThrowStatement' || node.type === 'ForStatement')
    return { start: node.start, end: node.end, write: (inner) => `if(!${isOn}){${inner}}` }
  // A part that is not a value replaces its whole parent.
  while (at > 0 && isPart(path[at] as Node, path[at - 1] as Node, path)) at--
  const whole = path[at] as Node
  if (withoutPlace.test(whole.type) || withoutPlace.test(path[at - 1]?.type ?? '')) {
    // The value of `export const a = …` is further in; the text of an import has none.
    if (path[at - 1]?.type.endsWith('Declaration') !== true || whole.type === 'Literal') return undefined
  }
  if (/Statement$|Declaration$|^Property$|^PropertyDefinition$/.test(whole.type)) return undefined
  const parent = path[at - 1]
  if (parent?.['key'] === whole && parent['computed'] !== true) return undefined
  if (
    parent?.type === 'ExpressionStatement' &&
    'directive' in parent &&
    parent['directive'] !== null &&
    parent['directive'] !== undefined
  )
    return undefined
  // A deleted statement becomes a value that nobody reads.
  const replacement = mutant.replacement === ';' ? 'undefined' : mutant.replacement
  const isWhole = whole.start === mutant.start && whole.end === mutant.end
  const [before, after] = isWhole || isBare(mutant) ? ['', ''] : ['(', ')']
  const plain =
    text.slice(whole.start, mutant.start) + before + replacement + after + text.slice(mutant.end, whole.end)
  return { start: whole.start, end: whole.end, write: (inner) => `(${isOn}?(${plain}):(${inner}))` }
}

/** Whether the change has no brackets: a link of a chain, a text of a template. */
function isBare({ kind }: Mutant): boolean {
  return ['OptionalChaining', 'MethodExpression', 'StringLiteral', 'AssignmentOperator'].includes(kind)
}

/** Whether a node cannot be put into brackets without changing what its parent does. */
function isPart(node: Node, parent: Node, path: readonly Node[]): boolean {
  if (node.type === 'TemplateElement') return true
  if (parent.type === 'ChainExpression') return true
  const isLink =
    (parent.type === 'MemberExpression' && parent['object'] === node) ||
    (parent.type === 'CallExpression' && parent['callee'] === node) ||
    (parent.type === 'TSNonNullExpression' && node.type !== 'ChainExpression')
  // Within a chain each link ends the whole of it.
  if (isLink && path.some(({ type }) => type === 'ChainExpression')) return true
  if (parent.type === 'CallExpression' && parent['callee'] === node) return /Member|Paren/.test(node.type)
  if (parent.type === 'TaggedTemplateExpression') return true
  if (parent.type === 'UnaryExpression' && parent['operator'] === 'delete') return true
  if (parent.type === 'UpdateExpression') return true
  return parent.type === 'AssignmentExpression' && parent['left'] === node
}

/** The text from one offset to another, with the change at each place. */
function written(
  text: string,
  from: number,
  to: number,
  places: readonly Placed[],
  statements: Set<number>,
): string {
  let result = ''
  let at = from
  for (let index = 0; index < places.length;) {
    const place = places[index] as Placed
    let next = index + 1
    while (next < places.length && (places[next] as Placed).start < place.end) next++
    const before = statements.delete(place.start) ? ';' : ''
    const inner = written(text, place.start, place.end, places.slice(index + 1, next), statements)
    result += text.slice(at, place.start) + before + place.write(inner)
    at = place.end
    index = next
  }
  return result + text.slice(at, to)
}
