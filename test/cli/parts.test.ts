/** What commands are made of: values of options, streams, files that are written. */
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { Output } from '../../src/cli/output.ts'
import { processIo } from '../../src/cli/process-io.ts'
import { duration, numberFrom, part, repeated, someOf, wholeNumber, wordList } from '../../src/cli/values.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const words = ['red', 'green'] as const

test.each<[string, (text: string) => unknown, string, unknown]>([
  ['duration', duration, '500', 500],
  ['duration', duration, '1h30m', 5_400_000],
  ['wholeNumber', wholeNumber(2, 4), '2', 2],
  ['wholeNumber', wholeNumber(2, 4), '4', 4],
  ['wholeNumber', wholeNumber(1), '9007199254740991', 9_007_199_254_740_991],
  ['numberFrom', numberFrom(1), '1', 1],
  ['numberFrom', numberFrom(1), '10.25', 10.25],
  ['someOf', someOf(words), 'red, green,', ['red', 'green']],
  ['someOf after others', (text) => someOf(words)(text, ['green']), 'red', ['green', 'red']],
  ['wordList', wordList, ' a ,, b', ['a', 'b']],
  ['wordList after others', (text) => wordList(text, ['x']), 'a', ['x', 'a']],
  ['repeated', repeated, 'a, b', ['a, b']],
  ['repeated after others', (text) => repeated(text, ['x']), 'a', ['x', 'a']],
  ['part', part, '1/1', { index: 1, of: 1 }],
  ['part', part, '2/4', { index: 2, of: 4 }],
  ['part', part, '999999/999999', { index: 999_999, of: 999_999 }],
])('%s reads %s', (_, read, text, value) => {
  expect(read(text)).toEqual(value)
})

const bounds = 'Expected a whole number from 2 to 4.'
const parts = 'Expected I/N such as 2/4, with I from 1 to N.'

test.each<[string, (text: string) => unknown, string, string]>([
  ['wholeNumber', wholeNumber(2, 4), '1', bounds],
  ['wholeNumber', wholeNumber(2, 4), '5', bounds],
  ['wholeNumber', wholeNumber(2, 4), '3.5', bounds],
  ['wholeNumber', wholeNumber(2, 4), '3x', bounds],
  ['wholeNumber', wholeNumber(2, 4), ' 3', bounds],
  ['wholeNumber', wholeNumber(2, 4), '0x3', bounds],
  ['wholeNumber', wholeNumber(1), '0', 'Expected a whole number from 1.'],
  ['numberFrom', numberFrom(1), '0.5', 'Expected a number from 1.'],
  ['numberFrom', numberFrom(1), '2.', 'Expected a number from 1.'],
  ['numberFrom', numberFrom(1), '2x', 'Expected a number from 1.'],
  ['numberFrom', numberFrom(1), '+2', 'Expected a number from 1.'],
  ['numberFrom', numberFrom(1), '1e3', 'Expected a number from 1.'],
  ['someOf', someOf(words), 'red,gren', 'Expected one of red, green; did you mean green?'],
  ['someOf', someOf(words), 'zzzzzz', 'Expected one of red, green.'],
  ['part', part, '0/2', parts],
  ['part', part, '3/2', parts],
  ['part', part, '1/0', parts],
  ['part', part, 'x1/2', parts],
  ['part', part, '1/2x', parts],
  ['part', part, '1/1234567', parts],
  ['part', part, '', parts],
  [
    'duration',
    duration,
    'soon',
    "Expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', found 'soon'.",
  ],
])('%s does not take %j', (_, read, text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument', message }))
})

/** A stream whose reader takes what was written when it is told to. */
function reader() {
  const taken: string[] = []
  let go: (() => void) | undefined
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(text: string, _, done) {
      taken.push(text)
      go = done
    },
  })
  return { stream: stream as unknown as NodeJS.WriteStream, taken, take: () => go?.() }
}

test('what is beyond the most that may wait is left out, and counted where the rest goes on', () => {
  const { stream, taken, take } = reader()
  const output = new Output(stream, 4)
  for (const text of ['one', 'two', 'three', 'four']) output.write(text)
  expect(taken).toEqual(['one'])
  take()
  take()
  output.write('five')
  take()
  output.write('six')
  take()
  expect(taken).toEqual([
    'one',
    'two',
    '[2 texts were left out here, since nobody read them in time]\nfive',
    'six',
  ])
})

test('of no bound all is kept; an error of the stream disturbs nobody; a terminal does not block', () => {
  const blocking: unknown[] = []
  const { stream, taken, take } = reader()
  Object.assign(stream, { _handle: { setBlocking: (is: boolean) => void blocking.push(is) } })
  const output = new Output(stream)
  for (let index = 0; index < 50; index += 1) output.write('x'.repeat(1000))
  for (let index = 0; index < 50; index += 1) take()
  expect(taken).toHaveLength(50)
  expect(blocking).toEqual([false])
  expect(() => stream.emit('error', new Error('EPIPE'))).not.toThrow()
})

test('the end waits as long as somebody reads, and no longer than its patience for who does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { stream, take } = reader()
  const output = new Output(stream)
  const settled = async (patience: number): Promise<() => boolean> => {
    let isOver = false
    void output.settled(patience).then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(0)
    return () => isOver
  }
  expect((await settled(200))()).toBe(true)
  for (const text of ['one', 'two', 'three']) output.write(text)
  const slow = await settled(200)
  await vi.advanceTimersByTimeAsync(150)
  expect(slow()).toBe(false)
  take()
  await vi.advanceTimersByTimeAsync(150)
  expect(slow()).toBe(false)
  await vi.advanceTimersByTimeAsync(99)
  expect(slow()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow()).toBe(true)
  const short = await settled(10)
  await vi.advanceTimersByTimeAsync(9)
  expect(short()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(short()).toBe(true)
  const read = await settled(200)
  take()
  take()
  await vi.advanceTimersByTimeAsync(50)
  expect(read()).toBe(true)
  output.write('four')
  const gone = await settled(200)
  stream.destroy()
  await vi.advanceTimersByTimeAsync(50)
  expect(gone()).toBe(true)
})

test("a process's streams say what a terminal is and how wide, and colour and questions are for terminals", async () => {
  const written: [string, string][] = []
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written.push([name, String(text)])
      return true
    })
  }
  const io = processIo()
  io.out('answer')
  io.error('mistake')
  io.progress?.write('half')
  await io.settled(10)
  expect(written).toEqual([
    ['stdout', 'answer\n'],
    ['stderr', 'mistake\n'],
    ['stderr', 'half'],
  ])
  expect(io.environment).toBe(process.env)
  const like = (stdout: boolean, stderr: boolean, stdin: boolean, columns: number | undefined) => {
    const before = [process.stdout, process.stderr, process.stdin].map(
      (stream) => [stream, Object.getOwnPropertyDescriptor(stream, 'isTTY')] as const,
    )
    const width = Object.getOwnPropertyDescriptor(process.stderr, 'columns')
    for (const [index, isTTY] of [stdout, stderr, stdin].entries()) {
      Object.defineProperty(before[index]![0], 'isTTY', { value: isTTY, configurable: true })
    }
    Object.defineProperty(process.stderr, 'columns', { value: columns, configurable: true })
    try {
      return [io.colour, io.progress?.interactive, io.progress?.columns, io.ask !== undefined]
    } finally {
      for (const [stream, was] of before) {
        if (was) Object.defineProperty(stream, 'isTTY', was)
        else Reflect.deleteProperty(stream, 'isTTY')
      }
      if (width) Object.defineProperty(process.stderr, 'columns', width)
      else Reflect.deleteProperty(process.stderr, 'columns')
    }
  }
  vi.stubEnv('CI', undefined)
  vi.stubEnv('NO_COLOR', undefined)
  expect(like(true, true, true, 132)).toEqual([true, true, 132, true])
  expect(like(true, true, false, undefined)).toEqual([true, true, 80, false])
  expect(like(false, true, true, 40)).toEqual([false, true, 40, false])
  expect(like(false, false, false, 40)).toEqual([false, false, 40, false])
  vi.stubEnv('CI', 'true')
  vi.stubEnv('NO_COLOR', '1')
  expect(like(true, true, true, 132)).toEqual([false, false, 132, true])
})

test.each([
  [['openapi'], '.json', '{\n  "openapi": '],
  [['openapi'], '.YML', 'openapi: '],
  [['openapi'], '.yaml', 'openapi: '],
  [['openapi'], '.yaml.txt', '{\n  "openapi": '],
  [['openapi', '--format', 'json'], '.yaml', '{\n  "openapi": '],
  [['openapi', '--format', 'yaml'], '.json', 'openapi: '],
  [['seed', '--users', '1'], '.yaml', 'users:\n'],
  [['seed', '--users', '1'], '.JSON', '{\n  "'],
  [['seed', '--users', '1'], '.json.txt', 'users:\n'],
  [['seed', '--users', '1', '--format', 'json'], '.yaml', '{\n  "'],
  [['seed', '--users', '1', '--format', 'yaml'], '.json', 'users:\n'],
])('%j writes a file that ends in %s in the form that is asked for', async (argv, ending, beginning) => {
  const file = join(folder, `written${ending}`)
  expect(await runHere([...argv, '--out', file])).toEqual({ code: 0, out: `Wrote ${file}`, error: '' })
  const text = readFileSync(file, 'utf8')
  expect(text.includes(beginning)).toBe(true)
  expect(text.startsWith('{')).toBe(beginning.startsWith('{'))
  expect(text).toMatch(/[^\n]\n$/)
})

test('the document says what its options say', async () => {
  const flags = ['--base-url', 'https://id.test', '--word', 'acme', '--session-cookie', 'kept', '--aliases']
  const { out } = await runHere(['openapi', ...flags])
  const plain = (await runHere(['openapi'])).out
  for (const text of ['"https://id.test"', 'acme', '"name": "kept"']) {
    expect([text, out.includes(text), plain.includes(text)]).toEqual([text, true, false])
  }
  const paths = (text: string): number => Object.keys((JSON.parse(text) as { paths: object }).paths).length
  expect(paths(out) - paths(plain)).toBe(2)
})

test('a file that cannot be written to is told, and the command fails', async () => {
  expect(await runHere(['seed', '--users', '1', '--out', '/dev/full'])).toEqual({
    code: 1,
    out: '',
    error: 'identikit seed: --out: cannot write /dev/full: ENOSPC',
  })
})

test('a seed is written of an exact copy, whole or of what it can carry', async () => {
  const made = await runHere(['seed', 'export', join(folder, 'none.json')])
  expect(made).toEqual({
    code: 2,
    out: '',
    error: `identikit seed export: there is no file ${join(folder, 'none.json')}`,
  })
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{')
  expect((await runHere(['seed', 'export', broken])).error).toBe(
    `identikit seed export: ${broken} cannot be read: it is no JSON`,
  )
})

/** What a shell is told of the words so far. */
async function proposed(...typed: string[]): Promise<string[]> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { code } = await runHere(['complete', '--', ...typed])
  expect(code).toBe(0)
  vi.restoreAllMocks()
  return lines.flatMap((line) => (line.includes('\t') ? [line.replace('\t', ' | ')] : []))
}

test('a shell is told which commands, options and values come next, with what each is for', async () => {
  expect(await proposed('p')).toEqual([
    'pact | Verify, check and record the contracts of consumers (Pact)',
    'push | Write a world or a seed into a deployment, through its API',
    'pull | Read a deployment into a seed',
  ])
  expect(await proposed('serve', '--log', '')).toEqual(['text | ', 'json | '])
  expect(await proposed('serve', '--no-conf')).toEqual(['--no-config | take no configuration file'])
  expect(await proposed('serve', '--no-t')).toEqual([])
  expect(await proposed('serve', '--freeze')).toEqual([
    '--freeze-clock | let time stand still, now or at 2026-01-05T09:30:00.000Z',
  ])
  expect(await proposed('completion', 'f')).toEqual(['fish | '])
})
