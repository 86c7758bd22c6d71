import type { ValueError } from '../model/kernel/value-error.ts'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { parseDuration } from '../model/kernel/duration.ts'
import { namesData } from '../server/seed-file-name.ts'
import { didYouMean } from '../query/suggestion.ts'

/**
 * How values of options are read, alike in each command.
 */

/** How a command writes a seed. Each command has its own option: a group of one would be that of all. */
export const formatOption = () =>
  new Option('--format <format>', 'form of the output (default: as the file ends, else yaml)').choices([
    'yaml',
    'json',
  ] as const)

/** A seed of chance. Data is refused: `--seed org.yaml` would be taken without a word, and load nothing. */
export function seedText(text: string): string {
  if (!namesData(text)) return text
  throw new InvalidArgumentError(`Expected any text, from which ids and names come; data is --data ${text}.`)
}

/** A span of time in milliseconds: `500`, `500ms`, `2s`, `5m`, `1h30m`, `P1D`. */
export function duration(text: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    const { reason } = error as ValueError
    throw new InvalidArgumentError(`${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`)
  }
}

/** A whole number between two bounds, both included. */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= from && value <= to) return value
    throw new InvalidArgumentError(
      to === Number.MAX_SAFE_INTEGER
        ? `Expected a whole number from ${from}.`
        : `Expected a whole number from ${from} to ${to}.`,
    )
  }
}

/** A number, with a fraction or without, from a bound on. */
export function numberFrom(from: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value >= from) return value
    throw new InvalidArgumentError(`Expected a number from ${from}.`)
  }
}

/** Some of the known words, with commas between them, or as repeated options. */
export function someOf<Word extends string>(
  words: readonly Word[],
): (text: string, before?: Word[]) => Word[] {
  return (text, before = []) => [...before, ...split(text).map((each) => known(each, words))]
}

/** Any words, with commas between them, or as repeated options. */
export function wordList(text: string, before: string[] = []): string[] {
  return [...before, ...split(text)]
}

/** A client of the user's own application. */
interface ClientOfFlag {
  readonly client_id: string
  readonly application_type?: 'native'
  readonly redirect_uris: string[]
  readonly post_logout_redirect_uris: string[]
}

/**
 * ID=REDIRECT_URI: a public client, and where its sign-ins lead back to. Sign-outs may lead to the origin. Given again
 * with the same id, it adds a redirect URI.
 */
export function clientOf(text: string, before: ClientOfFlag[] = []): ClientOfFlag[] {
  const [, id = '', uri = ''] = /^([^\s=]+)=(\S+)$/.exec(text) ?? []
  if (!URL.canParse(uri))
    throw new InvalidArgumentError('Expected ID=REDIRECT_URI such as my-spa=http://localhost:5173/callback.')
  const { protocol, origin } = new URL(uri)
  const isOfPage = /^https?:$/.test(protocol)
  const known = before.find(({ client_id }) => client_id === id)
  const client: ClientOfFlag = {
    client_id: id,
    // A scheme that is not of the web belongs to an app.
    ...(isOfPage ? {} : { application_type: 'native' }),
    redirect_uris: [...(known?.redirect_uris ?? []), uri],
    post_logout_redirect_uris: [
      ...new Set([
        ...(known?.post_logout_redirect_uris ?? []),
        ...(isOfPage ? [origin, `${origin}/`] : [uri]),
      ]),
    ],
  }
  return [...before.filter((each) => each !== known), client]
}

/** ID=VALUE: another value of an interpretation. */
export function interpretationOf(
  text: string,
  before: Readonly<Record<string, string | number>> = {},
): Readonly<Record<string, string | number>> {
  const [, id, value = ''] = /^([^\s=]+)=(\S+)$/.exec(text) ?? []
  if (id === undefined) throw new InvalidArgumentError('Expected ID=VALUE such as revoked-grants=shown.')
  return { ...before, [id]: /^\d+$/.test(value) ? Number(value) : value }
}

/** An option that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text]
}

/** I/N: the I-th of N parts. */
export function part(text: string): { index: number; of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new InvalidArgumentError('Expected I/N such as 2/4, with I from 1 to N.')
}

/** A known word. */
function known<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === text)
  if (word !== undefined) return word
  const hint = didYouMean(text, words)
  throw new InvalidArgumentError(
    `Expected one of ${words.join(', ')}${hint === undefined ? '' : `; ${hint}`}`.replace(/(?<!\?)$/, '.'),
  )
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}
