/**
 * Node loads this before the programs that `identikit vary` starts (`NODE_OPTIONS`). It says which test makes a call and
 * how each test of node:test and Mocha ends. It also notes which members of replies the client reads.
 */
import diagnostics from 'node:diagnostics_channel'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { headerOf, testHeader, type TestPlace } from '../test-header.ts'
import { currentTest, noteTests } from './current-test.ts'
import { writeLine } from './log-line.ts'
import { argumentsFor, isMocha, type Only, onlyVariable, runnerOf } from './only.ts'
import { isPlaywrightWorker, varyPages } from './playwright-pages.ts'
import { namesOfTexts, noting } from '../../exchange/reads.ts'

const { env, argv } = process
const folder = /(?:^|,)log:(.*)$/s.exec(env['IDENTIKIT_VARY'] ?? '')?.[1]
const url = env['IDENTIKIT_URL']
const here = fileURLToPath(import.meta.url)

if (folder !== undefined && url !== undefined) {
  tellTests(new URL(url).host)
  const main = existsSync(argv[1] ?? '') ? realpathSync(argv[1]!) : ''
  runOnly(folder, main)
  if (isNodeTest()) void watchNodeTest()
  if (isMocha(main) && !argv.includes(here)) argv.push('--require', here)
  if (isPlaywrightWorker(main))
    varyPages(main, `${env['IDENTIKIT_VARY']!.replace(/log:.*$/s, '')}log:page`, folder)
  if (env['IDENTIKIT_VARY_READS'] !== undefined) watchReads(folder)
}

/** Sends the running test along with each call of the server. */
function tellTests(host: string): void {
  // Tests may also start servers themselves: they are on this machine.
  const isServer = (each: string): boolean =>
    each === host || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(each)
  const told = (): string | undefined => {
    const test = currentTest()
    return test && headerOf(test)
  }
  // The stack ends at the call of fetch: later channels see the event loop only.
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const value = URL.canParse(address) && isServer(new URL(address).host) ? told() : undefined
    if (value === undefined) return fetch(input, init)
    const request = new Request(input, init)
    request.headers.set(testHeader, value)
    return fetch(request)
  }
  diagnostics.subscribe('undici:request:create', (message) => {
    const { request } = message as {
      request: { origin: string; headers: unknown; addHeader(name: string, value: string): void }
    }
    if (!isServer(new URL(request.origin).host) || JSON.stringify(request.headers).includes(testHeader))
      return
    const value = told()
    if (value !== undefined) request.addHeader(testHeader, value)
  })
  diagnostics.subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: import('node:http').ClientRequest }
    if (request.headersSent || !isServer(String(request.getHeader('host')))) return
    const value = told()
    if (value !== undefined) request.setHeader(testHeader, value)
  })
}

/** Says which runner this process is, and asks it for the tests that the run needs. */
function runOnly(log: string, main: string): void {
  const only = env[onlyVariable] === undefined ? undefined : (JSON.parse(env[onlyVariable]) as Only)
  const [, file = '', ...words] = argv
  if (isNodeTest()) {
    if (only && !only.files.includes(file)) process.exit(0)
    if (process.allowedNodeEnvironmentFlags.has('--test-name-pattern'))
      writeLine(log, { runner: 'node:test' })
    return
  }
  const runner = runnerOf(main, words)
  if (runner === undefined) return
  writeLine(log, { runner })
  if (only) argv.push(...argumentsFor(runner, only, words))
}

/** Whether this process runs tests of node:test: only then may its hooks be set. */
function isNodeTest(): boolean {
  if (env['NODE_TEST_CONTEXT']?.startsWith('child') === true) return true
  try {
    return /['"]node:test['"]/.test(readFileSync(argv[1] ?? '', 'utf8'))
  } catch {
    return false
  }
}

/** A test of node:test, as its hooks get it. */
interface NodeTest {
  readonly name: string
  readonly fullName?: string
  readonly filePath?: string
  readonly passed?: boolean
  readonly error?: Error & { readonly cause?: Error }
}

/** The tests that run, by the objects of their runner. Some calls do not say their test, so it has their times. */
const running = new Map<object, TestPlace & { readonly from: number }>()

const now = (): number => performance.timeOrigin + performance.now()

function begun(test: object, place: TestPlace): void {
  running.set(test, { ...place, from: now() })
  noteTests(() => [...running.values()])
}

async function watchNodeTest(): Promise<void> {
  const { beforeEach, afterEach } = await import('node:test')
  beforeEach((context) => {
    const { fullName, name, filePath = argv[1] } = context as unknown as NodeTest
    begun(context, { name: fullName ?? name, file: filePath })
  })
  afterEach((context) => {
    const { passed = true, error } = context as unknown as NodeTest
    ended(context, passed, error?.cause ?? error)
  })
}

/** A test of Mocha, as its hooks get it. */
interface MochaTest {
  readonly file?: string
  readonly state?: 'passed' | 'failed'
  readonly err?: Error
  titlePath(): string[]
}

interface MochaContext {
  readonly currentTest: MochaTest
}

/** Mocha loads this module too, also in the processes of `--parallel`. */
export const mochaHooks = {
  beforeEach(this: MochaContext): void {
    const { currentTest: test } = this
    begun(test, { name: test.titlePath().join(' > '), file: test.file })
  },
  afterEach(this: MochaContext): void {
    const { currentTest: test } = this
    // A test that is tried again has no state yet.
    if (test.state === undefined) running.delete(test)
    else ended(test, test.state === 'passed', test.err)
  },
}

/** Writes when a test ran, and how it ended. */
function ended(test: object, isPassed: boolean, error: Error | undefined): void {
  const place = running.get(test)!
  running.delete(test)
  const at = error?.stack?.split('\n').find((line) => line.includes(place.file ?? '\0'))
  const line = Number(/:(\d+):\d+\)?$/.exec(at ?? '')?.[1])
  writeLine(folder!, {
    test: {
      ...place,
      to: now(),
      ...(line > 0 ? { line } : {}),
      state: isPassed ? 'passed' : 'failed',
      ...(isPassed
        ? {}
        : { message: inOneLine(String(error?.message ?? error)), told: inspect(error).slice(0, 4000) }),
    },
  })
}

/** A message in one line. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 160)

/** Whether the mock itself calls, in the process of the tests. Our typed client calls for the user. */
function isOurs(stack: string): boolean {
  const caller = stack.split('\n')[2] ?? ''
  return caller.includes(home) && !/\/client\b[^/]*\.[jt]s/.test(caller)
}

const home = import.meta.url.replace(/\/(?:chunks|vary\/run)\/[^/]*$/, '/')

/** Notes which members of replies the client reads: replies to fetch by their ids, other ones by their texts. */
function watchReads(log: string): void {
  const reads = new Map<string, Set<string>>()
  const placesOf = (id: string): Set<string> => {
    const known = reads.get(id) ?? new Set()
    reads.set(id, known)
    return known
  }
  // oxlint-disable-next-line typescript/unbound-method -- called with the response below.
  const { json } = Response.prototype
  Response.prototype.json = async function read(this: Response) {
    const id = [...this.headers].find(([name]) => name.endsWith('-request-id'))?.[1]
    const value: unknown = await json.call(this)
    return id === undefined ? value : noting(value, '', placesOf(id))
  }
  const { parse } = JSON
  const nameOf = namesOfTexts()
  const isRecord = /"(?:id|client_id)":/
  JSON.parse = (text: string, ...more) => {
    const value: unknown = parse(text, ...more)
    const isReply = typeof text === 'string' && isRecord.test(text) && !isOurs(new Error('where').stack ?? '')
    return isReply ? noting(value, '', placesOf(nameOf(text))) : value
  }
  process.on('exit', () => {
    for (const [id, paths] of reads) writeLine(log, { reads: { id, paths: [...paths] } })
  })
}
