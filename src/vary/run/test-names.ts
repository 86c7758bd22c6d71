import type { TestEnd } from './log-line.ts'

/** How runners name a failed test in their output, with the place where they give it. */
const failures: readonly {
  readonly form: RegExp
  readonly read: (
    match: RegExpExecArray,
    below: readonly string[],
    above: readonly string[],
  ) => Omit<TestEnd, 'state'>
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
  // Mocha: the list at the end has each title in a separate line, up to a colon.
  {
    form: /^ {2}\d+\) (.+)$/,
    read: ([, title = ''], below) => {
      const more = title.endsWith(':') ? 0 : below.findIndex((line) => /^ {5}.*:$/.test(line)) + 1
      const parts = [title, ...below.slice(0, more)].map((line) => line.trim())
      // Of a hook that failed, the test that it is for.
      const name = parts.join(' ').replace(/"(?:before|after) each" hook for "(.*)"/, '$1')
      return { name: name.replace(/:$/, '') }
    },
  },
  // AVA: the text of the error follows the title, which stands alone further below.
  {
    form: /^ {2}✘ \[fail\]: (.+)$/,
    read: ([, text = ''], below) => ({
      name: below.map((line) => line.trim()).find((line) => line !== '' && text.startsWith(line)) ?? text,
    }),
  },
  // uvu
  {
    form: /^ {3}FAIL {2}(?:(\S.*) {2})?"(.+)"$/,
    read: ([, suite, name]) => ({ name: [suite, name].filter(Boolean).join(' ') }),
  },
  // TAP; tape numbers assertions, below a comment with the title of their test.
  {
    form: /^not ok \d+ (- )?(.+?)(?: #.*)?$/,
    read: ([, dash, text = ''], _, above) => {
      const title = dash === undefined ? above.findLast((line) => line.startsWith('# ')) : undefined
      return title === undefined ? { name: text } : { name: title.slice(2), message: text }
    },
  },
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
      const test = read(match, lines.slice(at + 1), lines.slice(0, at))
      const key = `${test.file} ${test.name}`
      const below = lines.slice(at + 1, at + 40)
      const message = test.message ?? messageBelow(below)
      const end = below.findIndex((each) => form.test(each))
      const told = below.slice(0, end === -1 ? undefined : end).join('\n')
      if (!found.has(key)) found.set(key, { ...test, state: 'failed', ...(message && { message }), told })
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
