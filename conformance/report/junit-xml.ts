import { escapeXml } from './html-page.ts'

type Attributes = Readonly<Record<string, string | number | undefined>>

/** A case of a JUnit report. */
export interface JunitCase {
  readonly classname: string
  readonly name: string
  /** Further attributes, such as `time`. */
  readonly more?: Attributes
  /** Undefined for a case that passed. */
  readonly outcome?: JunitOutcome | undefined
}

/** Why a case did not pass. */
export interface JunitOutcome {
  readonly kind: 'failure' | 'error' | 'skipped'
  readonly message: string
  readonly type?: string
  readonly text?: string
}

/** The cases of one suite. */
export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  readonly more?: Attributes
}

/** A report in JUnit XML, with the counts of its cases. */
export function junitXml(name: string, suites: readonly JunitSuite[], more: Attributes = {}): string {
  const all = suites.flatMap(({ cases }) => cases)
  const bodies = suites.map(
    (suite) =>
      `  <testsuite${attributes({ name: suite.name, ...countsOf(suite.cases), ...suite.more })}>\n${suite.cases.map(caseXml).join('\n')}\n  </testsuite>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name, ...countsOf(all), ...more })}>\n${bodies.join('\n')}\n</testsuites>\n`
}

function countsOf(cases: readonly JunitCase[]): Attributes {
  const count = (kind: JunitOutcome['kind']): number =>
    cases.filter(({ outcome }) => outcome?.kind === kind).length
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}

function caseXml({ classname, name, more, outcome }: JunitCase): string {
  const open = `    <testcase${attributes({ classname, name, ...more })}`
  if (!outcome) return `${open}/>`
  const { kind, message, type, text } = outcome
  const inner = `<${kind}${attributes({ message, type })}`
  return `${open}>${inner}${text === undefined ? '/>' : `>${escapeXml(text)}</${kind}>`}</testcase>`
}

function attributes(named: Attributes): string {
  return Object.entries(named)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(String(value))}"`))
    .join('')
}
