/** The command line as a process: its output, how long it waits for readers, and its input. */
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { processIo } from '../../src/cli/process-io.ts'
import { runProcess } from '../../src/cli/run-process.ts'
import { runHere } from './run-here.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A stream that keeps what is written, and has a text of some length waiting all the while. */
class Kept extends EventEmitter {
  readonly texts: string[] = []
  readonly destroyed = false
  readonly writableLength: number

  constructor(waiting: number) {
    super()
    this.writableLength = waiting
  }

  write(text: string): boolean {
    return this.texts.push(text) > 0
  }
}

/** Runs a process whose readers leave a text of some length unread; returns its output and how it ended. */
async function processOf(argv: readonly string[], waiting = { out: 0, error: 0 }) {
  const [out, error] = [new Kept(waiting.out), new Kept(waiting.error)]
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(out as unknown as typeof process.stdout)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(error as unknown as typeof process.stderr)
  const codes: unknown[] = []
  vi.spyOn(process, 'exit').mockImplementation((code) => codes.push(code) as never)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const ended = runProcess(argv)
  const state = { isEnded: false }
  void ended.then(() => (state.isEnded = true))
  while (!state.isEnded && vi.getTimerCount() === 0) await new Promise(setImmediate)
  let waited = 0
  while (!state.isEnded) {
    await vi.advanceTimersByTimeAsync(50)
    waited += 50
  }
  return { codes, waited, out: out.texts, error: error.texts }
}

test('a process writes lines, and exits with the code of its command', async () => {
  expect(await processOf(['seed', '--data', 'empty'])).toEqual({
    codes: [0],
    waited: 0,
    out: ['{}\n'],
    error: [],
  })
  expect(await processOf(['dance'])).toEqual({
    codes: [2],
    waited: 0,
    out: [],
    error: ["identikit: unknown command 'dance'; see identikit help\n"],
  })
})

test.each([
  [['seed', '--data', 'empty'], 0, 30_000],
  [['dance'], 2, 30_000],
  [['serve', '-x'], 2, 300],
])('%j waits no longer than necessary for a reader that stops', async (argv, code, waited) => {
  expect(await processOf(argv, { out: 1, error: 1 })).toMatchObject({ codes: [code], waited })
})

test('a server leaves out what is beyond a mebibyte that nobody reads, and a command nothing', async () => {
  const mistake = ["identikit serve: unknown option '-x'\n"]
  const limit = 1024 * 1024
  expect((await processOf(['serve', '-x'], { out: 0, error: limit })).error).toEqual(mistake)
  expect((await processOf(['serve', '-x'], { out: 0, error: limit + 1 })).error).toEqual([])
  expect((await processOf(['seed', '--data', 'empty'], { out: limit + 1, error: 0 })).out).toEqual(['{}\n'])
})

test('standard input is read as text', () => {
  const bytes = Buffer.from('sécret\n')
  vi.spyOn(fs, 'readFileSync').mockImplementation((from, encoding) => {
    if (from !== 0) throw new Error('not standard input')
    return typeof encoding === 'string' && encoding !== '' ? bytes.toString(encoding) : bytes
  })
  expect(processIo().readStdin!()).toBe('sécret\n')
})

test('a question at a terminal is answered by the next line, and no more is read', async () => {
  const [input, output] = [0, 1].map(() => Object.assign(new PassThrough(), { isTTY: true }))
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as unknown as typeof process.stdout)
  const answer = processIo().ask!('Name? ')
  input!.write('Jo\n')
  expect(await answer).toBe('Jo')
  expect(String(output!.read())).toContain('Name? ')
  expect(input!.isPaused()).toBe(true)
})

const bashWords = `type _get_comp_words_by_ref >/dev/null 2>&1 || _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=\${words[cword]}
    prev=\${words[cword-1]}
}`

test.each([
  ['bash', bashWords, 'complete -F __identikit_complete identikit'],
  ['zsh', '', '#compdef identikit'],
  ['fish', '', 'complete -c identikit'],
  ['powershell', '', "Register-ArgumentCompleter -CommandName 'identikit'"],
])('the script for %s is that of its shell', async (shell, before, part) => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  expect(await runHere(['completion', shell])).toEqual({ code: 0, out: before, error: '' })
  const script = printed.join('\n')
  expect(script).toContain(part)
  expect(script).toMatch(/identikit.* complete '?--/)
})
