import { docs, docsOf } from '../../src/contract/docs-links.ts'
import { type Requirement, type RequirementLevel, gradable } from './requirement.ts'
import { requirements } from './requirements.ts'
import { needs } from './prerequisites.ts'
import { type DocumentNumber, documentNames, sections } from './sections.ts'

const documents: Readonly<Record<DocumentNumber, string>> = {
  1: 'Overview, conventions and OAuth clients',
  2: 'Groups and group rules',
  3: 'Users, credentials, lifecycle, sessions, grants and tokens',
}

const levels: Readonly<Record<RequirementLevel, string>> = {
  must: 'A flat statement of the API description.',
  default: 'Holds unless an administrator changed it; graded where the defaults are in force.',
  edition: 'Holds where an early-access feature or the newer engine is enabled; graded there.',
  'may-change': 'A page size or a matching strategy that may change without notice; observed, never graded.',
  open: 'The API description is silent or contradicts itself; observed, never graded.',
  caller: 'Binds the caller, not the server; never graded.',
}

/**
 * The page of all requirements as Markdown: a legend, then one table for each section of each document, in order. Each row
 * has an anchor with the name of the requirement id, so that reports can link to it.
 *
 * @param listed the requirements to show; all of them by default
 */
export function renderRequirementsPage(listed: readonly Requirement[] = requirements): string {
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

function summary(listed: readonly Requirement[]): string[] {
  const included = listed.filter((requirement) => requirement.excluded === undefined)
  return [
    `${listed.length} requirements, of which ${listed.filter(gradable).length} can be graded.`,
    '',
    '| Level | Requirements | Meaning |',
    '|---|---:|---|',
    ...Object.entries(levels).map(([level, meaning]) => {
      const count = included.filter((requirement) => requirement.level === level).length
      return `| ${level} | ${count} | ${meaning} |`
    }),
    `| excluded | ${listed.length - included.length} | Cannot be seen over HTTP, or is not about the server. |`,
    '',
  ]
}

function documentLines(number: DocumentNumber, listed: readonly Requirement[]): string[] {
  return [
    `## ${documentNames[number]}: ${documents[number]}`,
    '',
    ...sections[number].flatMap((section) => {
      const rows = listed.filter(
        (requirement) => requirement.document === number && requirement.section === section,
      )
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
      return head.concat(rows.map(requirementLine), [''])
    }),
  ]
}

function requirementLine(requirement: Requirement): string {
  const level = requirement.excluded === undefined ? requirement.level : 'excluded'
  return `| <a id="${requirement.id}"></a>\`${requirement.id}\` | ${level} | ${cell(remarks(requirement).join(' '))} |`
}

function remarks(requirement: Requirement): string[] {
  const lines = [requirement.statement]
  const why = requirement.excluded ?? requirement.reason
  if (why !== undefined) lines.push(`*Not graded: ${why}*`)
  if (requirement.needs !== undefined && requirement.needs.length > 0)
    lines.push(`*Needs ${requirement.needs.join(', ')}.*`)
  if (requirement.alsoIn !== undefined) lines.push(`*Also in ${requirement.alsoIn.map(place).join('; ')}.*`)
  return lines
}

/** `3 Errors` as people read it: `Users, Errors`. */
function place(where: string): string {
  return `${documentNames[Number(where.slice(0, 1)) as DocumentNumber]}, ${where.slice(2)}`
}

function needLines(listed: readonly Requirement[]): string[] {
  const needed = new Set(listed.flatMap((requirement) => requirement.needs ?? []))
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
