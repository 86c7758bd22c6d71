import { docs, docsOf } from '../../src/contract/docs-links.ts'
import type { Clause, ClauseLevel } from './clause.ts'
import { gradable } from './clause.ts'
import { clauses } from './clauses.ts'
import { needs } from './needs.ts'
import type { DocumentNumber } from './sections.ts'
import { documentNames, sections } from './sections.ts'

const documents: Readonly<Record<DocumentNumber, string>> = {
  1: 'Overview, conventions and OAuth clients',
  2: 'Groups and group rules',
  3: 'Users, credentials, lifecycle, sessions, grants and tokens',
}

const levels: Readonly<Record<ClauseLevel, string>> = {
  must: 'A flat statement of the API description.',
  default: 'Holds unless an administrator changed it; graded where the defaults are in force.',
  edition: 'Holds where an early-access feature or the newer engine is enabled; graded there.',
  'may-change': 'A page size or a matching strategy that may change without notice; observed, never graded.',
  open: 'The API description is silent or contradicts itself; observed, never graded.',
  caller: 'Binds the caller, not the server; never graded.',
}

/**
 * The page of all clauses as Markdown: a legend, then one table for each section of each document, in order. Each row
 * has an anchor with the name of the clause id, so that reports can link to it.
 *
 * @param listed the clauses to show; all of them by default
 */
export function renderClausesPage(listed: readonly Clause[] = clauses): string {
  const documentNumbers: readonly DocumentNumber[] = [1, 2, 3]
  return [
    '# Requirements of the conformance suite',
    '',
    'Every statement of the API description, in our own words. This page is generated from `conformance/registry`.',
    '',
    ...summary(listed),
    ...documentNumbers.flatMap((number) => documentLines(number, listed)),
    ...needLines(listed),
  ].join('\n')
}

function summary(listed: readonly Clause[]): string[] {
  const included = listed.filter((clause) => clause.excluded === undefined)
  return [
    `${listed.length} requirements, of which ${listed.filter(gradable).length} can be graded.`,
    '',
    '| Level | Requirements | Meaning |',
    '|---|---:|---|',
    ...Object.entries(levels).map(([level, meaning]) => {
      const count = included.filter((clause) => clause.level === level).length
      return `| ${level} | ${count} | ${meaning} |`
    }),
    `| excluded | ${listed.length - included.length} | Cannot be seen over HTTP, or is not about the server. |`,
    '',
  ]
}

function documentLines(number: DocumentNumber, listed: readonly Clause[]): string[] {
  return [
    `## ${documentNames[number]}: ${documents[number]}`,
    '',
    ...sections[number].flatMap((section) => {
      const rows = listed.filter((clause) => clause.document === number && clause.section === section)
      if (rows.length === 0) return []
      const about = docsOf(`${documentNames[number]}, ${section}`).replace(`${docs}/reference/`, '')
      const head = [
        `### ${documentNames[number]}, ${section}`,
        '',
        `[About it](${about})`,
        '',
        '| Requirement | Level | Statement |',
        '|---|---|---|',
      ]
      return head.concat(rows.map(clauseLine), [''])
    }),
  ]
}

function clauseLine(clause: Clause): string {
  const level = clause.excluded === undefined ? clause.level : 'excluded'
  return `| <a id="${clause.id}"></a>\`${clause.id}\` | ${level} | ${cell(remarks(clause).join(' '))} |`
}

function remarks(clause: Clause): string[] {
  const lines = [clause.statement]
  const why = clause.excluded ?? clause.reason
  if (why !== undefined) lines.push(`*Not graded: ${why}*`)
  if (clause.needs !== undefined && clause.needs.length > 0) lines.push(`*Needs ${clause.needs.join(', ')}.*`)
  if (clause.alsoIn !== undefined) lines.push(`*Also in ${clause.alsoIn.map(place).join('; ')}.*`)
  return lines
}

/** `3 Errors` as people read it: `Users, Errors`. */
function place(where: string): string {
  return `${documentNames[Number(where.slice(0, 1)) as DocumentNumber]}, ${where.slice(2)}`
}

function needLines(listed: readonly Clause[]): string[] {
  const needed = new Set(listed.flatMap((clause) => clause.needs ?? []))
  return [
    '## Needs of some requirements',
    '',
    '| Need | How to meet it |',
    '|---|---|',
    ...Object.entries(needs)
      .filter(([need]) => [...needed].some((each) => each === need))
      .map(([need, sentence]) => `| \`${need}\` | ${cell(sentence)} |`),
    '',
  ]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
