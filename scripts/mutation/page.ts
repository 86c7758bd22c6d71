import { readFileSync, writeFileSync } from 'node:fs'
import { table } from '../markdown.ts'
import { between } from '../marked-section.ts'
import { equivalents } from './equivalents.ts'

/** What one sample of one folder came to. */
export type Score = {
  date: string
  path: string
  seed: string
  changes: number
  noticed: number
  /** How many of those that were not noticed are noticed since, by tests that were written for what the sample showed. */
  since?: number
  equivalent: number
  notCompiled: number
}

const scoresFile = new URL('scores.json', import.meta.url)
const page = 'docs/mutation.md'

/** Keeps a score, in the place of an older one of the same path and seed, and writes the page anew. */
export function record(score: Score): void {
  const scores = kept()
  const at = scores.findIndex(({ path, seed }) => path === score.path && seed === score.seed)
  if (at === -1) scores.push(score)
  else scores[at] = score
  scores.sort((one, other) => one.path.localeCompare(other.path) || Number(one.seed) - Number(other.seed))
  writeFileSync(scoresFile, `[\n${scores.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`)
  writeFileSync(page, renderMutation(readFileSync(page, 'utf8')))
}

function kept(): Score[] {
  return JSON.parse(readFileSync(scoresFile, 'utf8')) as Score[]
}

/**
 * The page with its tables of scores and of changes that change nothing.
 *
 * @throws Error when one of the latter is of code that is no longer there.
 */
export function renderMutation(before: string): string {
  for (const { file, original } of equivalents)
    if (!readFileSync(file, 'utf8').includes(original))
      throw new Error(`scripts/mutation/equivalents.ts: ${file} has no ${original}`)
  const scores = table(
    [
      'Folder',
      'Seed',
      'Date',
      'Changes',
      'Noticed',
      'Score',
      'Noticed since',
      'Left out: equivalent',
      'Left out: not compiled',
    ],
    kept().map(({ date, path, seed, changes, noticed, since, equivalent, notCompiled }) => [
      `\`${path}\``,
      seed,
      date,
      `${changes}`,
      `${noticed}`,
      `${((100 * noticed) / Math.max(1, changes)).toFixed(0)} %`,
      `${since ?? ''}`,
      `${equivalent}`,
      `${notCompiled}`,
    ]),
  )
  const list = table(
    ['Where', 'Now', 'Changed to', 'Why no test can notice it'],
    equivalents.map(({ file, original, replacement, reason }) => [
      `\`${file}\``,
      code(original),
      replacement === undefined ? 'anything' : code(replacement),
      reason,
    ]),
  )
  return between(between(before, 'scores', `\n${scores}\n`), 'equivalents', `\n${list}\n`)
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line === '' ? 'nothing' : `\`\` ${line.length > 90 ? `${line.slice(0, 90)}…` : line} \`\``
}
