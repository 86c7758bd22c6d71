import { refuse } from './wire.ts'

/** How the expressions of a list are read. */
export interface Dialect {
  /** Operators of each attribute; undefined for an attribute that cannot be asked for. */
  readonly operators: (attribute: string) => readonly string[] | undefined
  /** Whether comparison is case-sensitive. */
  readonly exact: boolean
}

type Test = (read: (attribute: string) => unknown) => boolean

const bad = (why: string): Error => refuse(400, 'E0009004', `This expression cannot be read: ${why}`)

/** Reads an expression of comparisons, `and`, `or` and parentheses into a test of one record. */
export function readExpression(source: string, dialect: Dialect): Test {
  const words = source.match(/"(?:\\.|[^"\\])*"|[()]|[^\s()"]+/g) ?? []
  let at = 0
  const isPrefix = (word: string): boolean => words[at]?.toLowerCase() === word

  function either(): Test {
    let left = both()
    while (isPrefix('or')) {
      at += 1
      const [first, second] = [left, both()]
      left = (read) => first(read) || second(read)
    }
    return left
  }

  function both(): Test {
    let left = single()
    while (isPrefix('and')) {
      at += 1
      const [first, second] = [left, single()]
      left = (read) => first(read) && second(read)
    }
    return left
  }

  function single(): Test {
    if (words[at] === '(') {
      at += 1
      const inner = either()
      if (words[at] !== ')') throw bad('a parenthesis is open')
      at += 1
      return inner
    }
    const [attribute, operator, raw] = [words[at], words[at + 1]?.toLowerCase(), words[at + 2]]
    if (attribute === undefined || operator === undefined || raw === undefined) throw bad('it ends early')
    const allowed = dialect.operators(attribute)
    if (allowed === undefined) throw bad(`${attribute} cannot be asked for`)
    if (!allowed.includes(operator)) throw bad(`${attribute} does not take ${operator}`)
    if (!raw.startsWith('"')) throw bad('a value is not quoted')
    at += 3
    const value = raw.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    return (read) => compare(read(attribute), operator, value, dialect.exact)
  }

  const test = either()
  if (at < words.length) throw bad(`${words[at]} stands where nothing may`)
  return test
}

function compare(found: unknown, operator: string, wanted: string, exact: boolean): boolean {
  if (Array.isArray(found)) return found.some((each) => compare(each, operator, wanted, exact))
  if (typeof found !== 'string') return false
  const [left, right] = exact ? [found, wanted] : [found.toLowerCase(), wanted.toLowerCase()]
  const order = orderOf(left, right)
  if (operator === 'eq') return order === 0
  if (operator === 'sw') return left.startsWith(right)
  if (operator === 'gt') return order > 0
  if (operator === 'ge') return order >= 0
  return operator === 'lt' ? order < 0 : order <= 0
}

function orderOf(left: string, right: string): number {
  const isTime = (each: string): boolean => /^\d{4}-\d\d-\d\dt[\d:.]+z$/i.test(each)
  if (isTime(left) && isTime(right)) return Date.parse(left) - Date.parse(right)
  if (left === right) return 0
  return left < right ? -1 : 1
}
