import { parse, stringify } from 'yaml'
import {
  type Feature,
  type FixtureKind,
  features as featureNames,
  findable,
  fixtureKinds,
} from '../engine/plan/prerequisite.ts'
import { parseTargetProfile, type TargetProfile } from '../engine/plan/target-profile.ts'
import { needs } from '../registry/prerequisites.ts'
import type { FoundThing, Survey } from './records.ts'
import { thingExamples } from './thing-examples.ts'

/** The content of a profile, in addition to the findings of reading. */
export interface ProfileChoices {
  readonly name: string
  /** Address of the target. */
  readonly baseUrl: string
  /** Things whose use the operator agreed to, or that change nothing. */
  readonly taken: ReadonlySet<FixtureKind>
  /** Things that the operator named. */
  readonly given: readonly FoundThing[]
  /** The operator's answer about the defaults. */
  readonly defaults: 'yes' | 'no' | undefined
  /** Day on which it is written: `2026-11-22`. */
  readonly date: string
}

/**
 * Writes a target profile as YAML: the findings, and for the rest a reason and an example in comments.
 *
 * @throws Error when the profile would not load, which is a fault of ours.
 */
export function profileText(survey: Survey, choices: ProfileChoices): string {
  const { name, baseUrl, date } = choices
  const text = `${[
    '# yaml-language-server: $schema=./node_modules/identikit/conformance/target.schema.json',
    `# Settings of the conformance suite for ${baseUrl}.`,
    `# Written on ${date} by \`identikit conform init\`, from ${survey.read}; nothing was changed there.`,
    '# docs/conformance.md explains them. Write secrets as env:NAME or file:PATH, never their values.',
    '',
    ...entry({ name }),
    ...(survey.prefix === undefined || survey.prefix === 'svc'
      ? []
      : [
          '',
          '# Written there instead of svc: types and classes of groups show it.',
          ...entry({ prefix: survey.prefix }),
        ]),
    '',
    ...featureLines(survey, choices),
    '',
    ...accountLines(survey),
    '',
    ...thingLines(survey, choices),
  ].join('\n')}\n`
  parseTargetProfile(parse(text))
  return text
}

/** Reads a profile back, as a run would. */
export function profileOf(text: string): TargetProfile {
  return parseTargetProfile(parse(text))
}

function featureLines(survey: Survey, { defaults }: ProfileChoices): string[] {
  const line = (name: Feature, note: string): string => {
    const found = survey.features.find((each) => each.name === name)
    return found ? `  ${name}: ${found.state} # ${oneLine(found.evidence)}` : `  ${name}: probe # ${note}`
  }
  return [
    '# yes, no, or probe: then the run finds out with records of its own.',
    'features:',
    ...featureNames.map((name) => line(name, 'no list shows it')),
    defaults === undefined
      ? line(
          'defaults',
          'say yes where nobody changed the password policy, the login format or the required names',
        )
      : `  defaults: ${defaults} # as you said`,
  ]
}

function accountLines({ login }: Survey): string[] {
  const lines = [
    'accounts: # how the run names its users, if an administrator changed the rules for logins, passwords or profiles',
    `  login: '${login ?? '{name}@example.com'}'`,
    '  password: Kx-{random}_7Q # {random} becomes twelve small letters',
    '  profile:',
    '    department: Testing # properties that every profile needs',
  ]
  if (login === undefined) return commented(lines)
  return [...lines.slice(0, 2), ...commented(lines.slice(2))]
}

function thingLines(survey: Survey, { taken, given }: ProfileChoices): string[] {
  const lines: string[] = []
  let any = false
  for (const need of fixtureKinds) {
    const found = given.find((each) => each.need === need) ?? survey.found.find((each) => each.need === need)
    const example = thingExamples[need]
    lines.push('', `  # ${needs[need]}`)
    if (found && taken.has(need)) {
      any = true
      lines.push(
        `  # Found: ${oneLine(found.what)}.${found.changes === undefined ? '' : ` ${found.changes}`}`,
      )
      lines.push(...indented(thing(found)))
      continue
    }
    if (found) {
      lines.push(`  # Found: ${oneLine(found.what)}. ${found.changes} Remove the # signs to allow this.`)
      lines.push(...commentedIndented(thing(found)))
      continue
    }
    const why = survey.missed.find((each) => each.need === need)?.why
    lines.push(`  # ${oneLine(example.note)}`)
    if (findable.has(need)) lines.push('  # If you leave it out, the run looks for one.')
    if (why !== undefined) lines.push(`  # Not found: ${oneLine(why)}.`)
    lines.push(...commentedIndented(example.yaml.split('\n')))
  }
  return [
    '# Resources that the API cannot create. `none`: none exists, and its requirements do not apply.',
    any ? 'things:' : 'things: {}',
    ...(any ? lines : commentedThings(lines)),
  ]
}

/** Without any thing, `things:` stays empty, with the examples below it. */
function commentedThings(lines: readonly string[]): string[] {
  return ['# Take out the {} when you add one.', ...lines]
}

function thing({ need, things }: FoundThing): string[] {
  const value = things.length === 1 ? things[0] : things
  return entry({ [need]: value })
}

function entry(value: object): string[] {
  return stringify(value, { lineWidth: 0 }).trimEnd().split('\n')
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function commented(lines: readonly string[]): string[] {
  return lines.map((line) => `# ${line}`)
}

function commentedIndented(lines: readonly string[]): string[] {
  return lines.map((line) => `  # ${line}`)
}

/** Keeps a text of the target within one line, so that it cannot end a comment. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 300)
}
