import type { Random, RandomState } from './random.ts'
import { Single } from './single.ts'

/**
 * The prefixes of ids, by kind. The API description shows most ids only in part. These prefixes come from the
 * service's recorded answers and from the examples of its reference.
 */
export const idPrefixes = {
  user: '00u',
  group: '00g',
  groupRule: '0pr',
  client: '0oa',
  grant: 'oag',
  refreshToken: 'oar',
  accessToken: 'oat',
  session: '102',
  apiToken: '00T',
  userType: 'oty',
  schema: 'osc',
  scope: 'scp',
  authorizationServer: 'aus',
  appAssignment: '0ua',
  pushMapping: 'gPm',
  factor: 'mfa',
  device: 'guo',
  authorization: 'oaz',
  claim: 'ocl',
  policy: '00p',
} as const

/** The kinds of ids. */
export type IdKind = keyof typeof idPrefixes

/** The state of every stream of ids. Opaque. */
export type IdGeneratorState = Readonly<Record<string, StreamState>>

/** Creates every id and opaque text of an organisation. Called with a kind, it returns an id of that kind. */
export type IdGenerator = ReturnType<typeof createIdGenerator>

/** The state of a stream of ids. */
export interface StreamState {
  random: RandomState
  serial: number
}

interface Stream {
  random: Random
  /** The distance between two ids in the serial part. */
  step: number
  serial: number
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const URL_SAFE = `${ALPHANUMERIC}_-`
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnopqrstuvwxyz'
const DIGITS = '23456789'
const CODES = Array.from(ALPHANUMERIC, (letter) => letter.charCodeAt(0))

/** The streams of secrets, which must not be predictable from ids. */
const secretLabels: ReadonlySet<string> = new Set([
  'token',
  'oneTimeToken',
  'clientSecret',
  'apiTokenValue',
  'temporaryPassword',
  'letters',
])

/** The streams of every reply. Names of replies need not be stored before the reply is sent. */
const minorLabels: ReadonlySet<string> = new Set(['request', 'error'])

/** More than the replies that a process sends between two saves. */
const unkeptMax = 2 ** 20

const SERIAL_RANGE = 62 ** 8
const QUINTET = 62 ** 5
const QUARTET = 62 ** 4

/**
 * Creates the id generator of one organisation. Each kind has its own stream: the ids of users do not depend on the
 * number of earlier groups.
 *
 * An id has 9 random characters and 8 of a serial. The serial walks the range 62^8 in steps that share no factor with
 * it. So no id comes twice before 2 x 10^14 ids.
 *
 * @param secrets The source of tokens, codes and secrets, if they must not follow from the seed of the ids.
 * @param stored Has the state of all streams. An earlier state brings the same ids again.
 */
export function createIdGenerator(
  random: Random,
  secrets: Random = random,
  stored: Single<IdGeneratorState> = new Single<IdGeneratorState>({ name: 'ids' }),
) {
  const streams = new Map<string, Stream>()
  const openedOf = (label: string): Stream => {
    let stream = streams.get(label)
    if (stream === undefined) {
      stream = openStream((secretLabels.has(label) ? secrets : random).fork(`ids ${label}`))
      streams.set(label, stream)
    }
    return stream
  }
  const streamOf = (label: string): Stream => {
    stored.touch(minorLabels.has(label))
    return openedOf(label)
  }
  const text = (label: string, alphabet: string, length: number): string => {
    const { random: source } = streamOf(label)
    // Written in one call: a text that is joined letter by letter consists of many objects.
    const codes: number[] = []
    while (codes.length < length) codes.push(alphabet.charCodeAt(source.int(alphabet.length)))
    return String.fromCharCode(...codes)
  }

  const chosen = new Map<IdKind, string>()
  let isTaken: ((kind: IdKind, id: string) => boolean) | undefined
  const made = (kind: IdKind): string => {
    const id = nextBody(streamOf(kind), idPrefixes[kind])
    return isTaken?.(kind, id) === true ? made(kind) : id
  }
  /** An id of 20 characters: the kind's prefix and 17 of `[A-Za-z0-9]`. Never the same twice. */
  const generate = (kind: IdKind): string => {
    if (chosen.size === 0) return made(kind)
    const id = chosen.get(kind) ?? made(kind)
    chosen.delete(kind)
    return id
  }

  stored.follow({
    read: () =>
      Object.fromEntries(
        Array.from(streams, ([label, { random: source, serial }]) => [
          label,
          { random: source.state(), serial },
        ]),
      ),
    write(state) {
      chosen.clear()
      for (const label of streams.keys()) if (!Object.hasOwn(state, label)) streams.delete(label)
      for (const [label, saved] of Object.entries(state)) {
        const stream = openedOf(label)
        stream.random.restore(saved.random)
        stream.serial = saved.serial
      }
    },
  })

  return Object.assign(generate, {
    /** Sets the next id of a kind, for tools that put records where a test expects them. */
    choose(kind: IdKind, id: string) {
      chosen.set(kind, id)
      // An earlier state has no chosen ids.
      stored.touch()
    },
    /** Sets a test for taken ids, because a chosen id may be in use. The generator skips taken ids from now on. */
    avoid: (asked: (kind: IdKind, id: string) => boolean) => void (isTaken = asked),
    /** The `errorId` of a platform-style error: `oae` and 22 of `[A-Za-z0-9]` (Clients, Errors). */
    errorId: () => `oae${nextBody(streamOf('error'))}${text('error', ALPHANUMERIC, 5)}`,
    /** An opaque text of `[A-Za-z0-9]`. */
    token: (length: number) => text('token', ALPHANUMERIC, length),
    /** A text of the given letters, such as a code that people type. */
    letters: (alphabet: string, length: number) => text('letters', alphabet, length),
    /** The id of a request: 17 of `[A-Za-z0-9]`. */
    requestId: () => nextBody(streamOf('request')),
    /** A one-time token for activation, recovery and e-mail links: 20 of `[A-Za-z0-9]`. */
    oneTimeToken: () => flat(nextBody(streamOf('oneTimeToken')) + text('oneTimeToken', ALPHANUMERIC, 3)),
    /** A client secret: 40 of `[A-Za-z0-9_-]` (Clients, Client Application). */
    clientSecret: () => text('clientSecret', URL_SAFE, 40),
    /** The value of an API token: `00` and 40 of `[A-Za-z0-9_-]`. */
    apiTokenValue: () => `00${text('apiTokenValue', URL_SAFE, 40)}`,
    /**
     * A password of 8 characters with an upper case letter, a lower case letter and a digit. It meets the default
     * password policy (Users, Credentials), and has no look-alikes such as `0` and `O`.
     *
     * @param isAllowed Called for each candidate, so that a caller can reject one that contains part of the login.
     * @throws Error when the caller rejects a thousand candidates in a row.
     */
    temporaryPassword(isAllowed: (password: string) => boolean = () => true) {
      const { random: source } = streamOf('temporaryPassword')
      for (let attempt = 0; attempt < 1000; attempt++) {
        const password = composePassword(source)
        if (isAllowed(password)) return password
      }
      throw new Error('temporaryPassword: every one of 1000 candidates was refused')
    },
    /** A state of another generator with the same seed, but with the secret streams of this one. */
    adopted: (state: IdGeneratorState) =>
      Object.fromEntries([
        ...Object.entries(state).filter(([label]) => !secretLabels.has(label)),
        ...Object.entries(stored.value).filter(([label]) => secretLabels.has(label)),
      ]),
    /** Skips ids and errors that an earlier process may have sent without storing them. */
    skipUnkept() {
      for (const label of minorLabels) {
        const stream = streamOf(label)
        const serial = BigInt(stream.serial) + BigInt(unkeptMax) * BigInt(stream.step)
        stream.serial = Number(serial % BigInt(SERIAL_RANGE))
      }
    },
  })
}

function openStream(random: Random): Stream {
  const serial = random.int(SERIAL_RANGE)
  let step = random.int(SERIAL_RANGE)
  while (step % 2 === 0 || step % 31 === 0) step = (step + 1) % SERIAL_RANGE
  return { random, step, serial }
}

/** The same text in one piece: a joined text keeps its parts, which take more memory. */
function flat(text: string): string {
  return String.fromCharCode(...Array.from(text, (letter) => letter.charCodeAt(0)))
}

/** Filled again for each text, so that no new array is needed. */
const bodyCodes = Array.from({ length: 17 }, () => 0)
const idCodes = Array.from({ length: 20 }, () => 0)

/**
 * Three characters of a prefix, or none, and seventeen after it. One call writes them, so that the text is flat in
 * memory.
 */
function nextBody(stream: Stream, prefix = ''): string {
  const serial = stream.serial + stream.step
  stream.serial = serial < SERIAL_RANGE ? serial : serial - SERIAL_RANGE
  const head = Math.floor(stream.random.next() * QUINTET)
  const middle = Math.floor(stream.random.next() * QUARTET)
  const codes = prefix === '' ? bodyCodes : idCodes
  for (let at = 0; at < prefix.length; at += 1) codes[at] = prefix.charCodeAt(at)
  writeDigits(codes, prefix.length, 5, head)
  writeDigits(codes, prefix.length + 5, 4, middle)
  const upper = Math.floor(stream.serial / QUARTET)
  writeDigits(codes, prefix.length + 9, 4, upper)
  writeDigits(codes, prefix.length + 13, 4, stream.serial - upper * QUARTET)
  return String.fromCharCode(...codes)
}

/** Writes a number of at most five digits in base 62, padded with zeros. It has 31 bits, with which integers reckon. */
function writeDigits(codes: number[], from: number, count: number, value: number): void {
  let rest = value | 0
  for (let at = from + count - 1; at >= from; at -= 1) {
    const quotient = (rest / 62) | 0
    codes[at] = CODES[rest - quotient * 62]!
    rest = quotient
  }
}

/** One of each required class, the rest from all of them, then shuffled. */
function composePassword(random: Random): string {
  const all = UPPER + LOWER + DIGITS
  const letters = [UPPER, LOWER, DIGITS, all, all, all, all, all].map((alphabet) =>
    alphabet.charAt(random.int(alphabet.length)),
  )
  for (let index = letters.length - 1; index > 0; index--) {
    const other = random.int(index + 1)
    const kept = letters[index] as string
    letters[index] = letters[other] as string
    letters[other] = kept
  }
  return letters.join('')
}
