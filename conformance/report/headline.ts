import type { Assertion } from '../engine/judge/judge.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { inWords } from '../engine/words/in-words.ts'
import { short } from './room.ts'

/** The calls and the assertion that show a failure. */
export interface Shown {
  readonly assertion: Assertion
  readonly exchange: Exchange | undefined
  /** The write whose effect the exchange should show. */
  readonly write?: Exchange | undefined
  /** Whether the write was accepted and changed nothing. */
  readonly isIdle?: boolean
}

const nouns = ['user', 'group', 'rule', 'client', 'grant', 'token'] as const

/** A failure as a sentence: `After suspendUser the user is still ACTIVE`. Its end says nothing of the expectation. */
export function headlineOf({ assertion, exchange, write, isIdle = false }: Shown): string {
  const { what, differences } = assertion
  const [difference] = differences
  const path = difference?.path.replace(/^body\.?/, '') ?? ''
  const call = exchange && nameOf(exchange)
  const value = inShort(path === '' ? assertion.got : difference?.got)
  if (exchange === undefined || call === undefined)
    return path !== ''
      ? `${path} is ${value}`
      : isSaid(assertion)
        ? insteadOf(assertion)
        : `${what}: got ${value}`
  const isAfter = write !== undefined && write !== exchange
  const after = (text: string): string => (isAfter ? `After ${nameOf(write)} ${text}` : text)
  const status = differences.find(({ path }) => path === 'status')
  if (status !== undefined && status.got === exchange.status) {
    if (exchange.status === 0) return after(`${call} gets no answer`)
    if (exchange.status < 300) return after(`${call} succeeds with ${exchange.status}`)
    return after(`${call} is refused with ${exchange.status}`)
  }
  if (path === '')
    return isSaid(assertion) ? `${call}: ${insteadOf(assertion)}` : after(`${call} differs: ${what}`)
  const still = isIdle ? 'still ' : ''
  if (difference?.got === undefined) return after(`${call} shows no ${path}`)
  const noun = nouns.find((each) => call.toLowerCase() === `get${each}`)
  if (path === 'status' && noun !== undefined) return after(`the ${noun} is ${still}${value}`)
  return after(`${call} ${still}shows ${path} as ${value}`)
}

/** Whether an expectation says by itself what was asked: then the headline contains it. */
export function isSaid({ what, expected, differences }: Assertion): boolean {
  return (what === '' || what === expected) && (differences[0]?.path ?? '') === ''
}

function insteadOf({ expected, got }: Assertion): string {
  return `${inShort(got)} instead of ${inShort(expected)}`
}

/** A value for a sentence: words of the suite and of the API description without quotation marks. */
function inShort(value: unknown): string {
  const isWord = typeof value === 'string' && (/^[A-Z_]+$/.test(value) || / /.test(value))
  return short(isWord ? value : inWords(value))
}

/** An operation, or the method and path of a call to none. */
function nameOf(exchange: Exchange): string {
  return operationOf(exchange) ?? `${exchange.method} ${exchange.path.split('?')[0]}`
}
