import type { TestEnd } from './log-line.ts'

/** How runners name a failed test in their output, with the place where they give it. */
const failures: readonly {
  readonly form: RegExp
  readonly read: (match: RegExpExecArray) => Omit<TestEnd, 'state'>
}[] = [
  // pytest
  {
    form: /^(?:FAILED|ERROR) (\S+?)::(\S+)(?: - (.*))?$/,
    read: ([, file, name, message]) => ({ file, name, ...(message && { message }) }),
  },
  // unittest
  {
    form: /^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)/,
    read: ([, name, where]) => ({ name: where?.endsWith(`.${name}`) ? where : `${where}.${name}` }),
  },
  // go test
  { form: /^\s*--- FAIL: (\S+)/, read: ([, name]) => ({ name }) },
  // Vitest
  {
    form: /^\s*FAIL\s+(?:\|?\s*[\w-]+\s*\|?\s+)?(\S+\.\w+) > (.+?)$/,
    read: ([, file, name]) => ({ file, name: name?.trim() }),
  },
  // Jest
  { form: /^\s+● (?!Console)(.+)$/, read: ([, name]) => ({ name: name?.trim().replaceAll(' › ', ' ') }) },
  // Playwright
  {
    form: /^\s*\d+\) (?:\[[\w -]+\] › )?(\S+):(\d+):\d+ › (.+?) *─*$/,
    read: ([, file, line, name]) => ({ file, line: Number(line), name }),
  },
  // Mocha
  { form: /^ {2,}\d+\) (.+):?$/, read: ([, name]) => ({ name }) },
  // TAP
  { form: /^not ok \d+ -? ?(.+?)(?: #.*)?$/, read: ([, name]) => ({ name }) },
]

/** The failed tests that the output of a run names. */
export function failedIn(output: string): TestEnd[] {
  // oxlint-disable-next-line no-control-regex -- terminals colour with it.
  const lines = output.replaceAll(/\u001B\[[\d;]*m/g, '').split(/\r?\n/)
  for (const { form, read } of failures) {
    const found = new Map<string, TestEnd>()
    for (const [at, line] of lines.entries()) {
      const match = form.exec(line)
      if (!match) continue
      const test = read(match)
      const key = `${test.file} ${test.name}`
      const message = test.message ?? messageBelow(lines.slice(at + 1, at + 40))
      if (!found.has(key)) found.set(key, { ...test, state: 'failed', ...(message && { message }) })
    }
    if (found.size > 0) return [...found.values()]
  }
  return []
}

/** The error that a runner prints below the name of a test. */
function messageBelow(lines: readonly string[]): string | undefined {
  const found = lines.find((line) => /^\s*(?:\w*(?:Error|Exception)\b|expect\(|E {3})/.test(line))
  return found?.trim().replace(/^E +/, '')
}
