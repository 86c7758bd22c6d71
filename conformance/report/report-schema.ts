import { z } from 'zod'
import { requirementLevels } from '../registry/requirement.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { baselineSchema } from '../engine/judge/baseline.ts'
import { targetProfileSchema } from '../engine/plan/target-profile.ts'

const verdict = z.enum([
  'pass',
  'fail',
  'error',
  'inconclusive',
  'blocked',
  'not-applicable',
  'not-run',
  'observed',
])
const level = z.enum(requirementLevels)
const text = z.string()
const optional = text.optional()

const assertion = z.strictObject({
  held: z.boolean(),
  what: text,
  expected: z.unknown().optional(),
  got: z.unknown().optional(),
  differences: z.array(
    z.strictObject({ path: text, expected: z.unknown().optional(), got: z.unknown().optional() }),
  ),
  exchange: z.int().positive().optional(),
})

const exchange = z.strictObject({
  number: z.int().positive(),
  method: text,
  path: text,
  requestHeaders: z.record(text, text),
  requestBody: optional,
  status: z.int().describe('0 when there was no answer'),
  responseHeaders: z.record(text, text),
  responseBody: text,
  truncated: z.boolean(),
  milliseconds: z.number(),
  attempts: z.int().positive(),
  reused: z.literal(true).optional(),
  failure: optional,
})

const check = z.strictObject({
  key: text.describe('<file>: <title>'),
  title: text,
  file: text,
  outcomes: z.array(
    z.strictObject({
      requirement: text,
      verdict,
      why: optional,
      owner: optional,
      ground: z.enum(['seen', 'effect', 'done']).optional(),
      saw: z
        .strictObject({
          what: text,
          path: text,
          expected: z.unknown(),
          got: z.unknown().optional(),
          exchange: z.int().optional(),
        })
        .optional(),
      hint: optional,
      assertions: z.array(assertion),
      asserted: z.int().min(0),
    }),
  ),
  observations: z.array(z.strictObject({ requirement: text, value: z.unknown().optional() })),
  exchanges: z.array(exchange),
  exchanged: z.int().min(0),
  milliseconds: z.number(),
  problem: optional,
})

const requirement = z.strictObject({
  id: text,
  area: text,
  document: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  section: text,
  level,
  statement: text,
  graded: z.boolean(),
  verdict,
  why: optional,
  owner: optional.describe('The requirement to look at first'),
  hint: optional.describe('What would show it'),
  checks: z.array(z.strictObject({ key: text, verdict })),
  partly: z.array(text),
  observations: z.array(z.unknown()),
  fingerprint: optional,
  baseline: z
    .strictObject({ state: z.enum(['known', 'changed', 'expired', 'stale']), reason: text, issue: optional })
    .optional(),
})

const exploration = z.strictObject({
  seed: z.int(),
  sequences: z.int().min(0),
  calls: z.int().min(0),
  milliseconds: z.number(),
  differences: z.array(
    z.strictObject({
      requirement: optional.describe(
        'The requirement that it breaks; without one it is for a person to judge',
      ),
      sentence: text,
      expected: text,
      got: text,
      sequence: z.array(
        z.strictObject({ sent: text, body: z.unknown().optional(), model: text, target: text }),
      ),
      replay: z.array(z.record(text, z.unknown())).describe('The sequence, for --explore-replay'),
    }),
  ),
  open: z
    .array(text)
    .describe('Calls that the target answers differently where the API description is silent'),
})

const orphan = z.strictObject({
  kind: z.enum(['user', 'group', 'rule', 'client']),
  name: text,
  id: optional,
  why: text,
})

const run = z.strictObject({
  id: text,
  startedAt: z.iso.datetime(),
  milliseconds: z.number(),
  baseUrl: text,
  target: optional,
  suiteVersion: text,
  requirementSet: optional.describe('The frozen set that it was judged by, or all for those of the version'),
  registry: text.describe('Digest of all requirements'),
  seed: z.number().optional(),
  shard: z.strictObject({ index: z.int(), of: z.int() }).optional(),
  filtered: z.boolean(),
  whole: z.boolean(),
  quick: z
    .strictObject({ requirements: z.int() })
    .optional()
    .describe('The number of requirements in a quick run'),
  flags: z.array(text),
  features: z.record(text, z.strictObject({ state: z.enum(['yes', 'no', 'undecided']), evidence: text })),
  allowed: z.array(text),
  requests: z.int(),
  rateLimited: z.strictObject({ times: z.int(), milliseconds: z.number() }),
  created: z.record(text, z.int()),
  orphans: z.array(orphan),
  ledgerFile: optional,
  interrupted: z.boolean(),
  stopped: optional.describe('Why the run could not begin, or ended before its time'),
  advice: optional.describe('What to do about that'),
  tolerateIncomplete: z.boolean().optional(),
})

/** The JSON report: everything a run found. Its JSON schema is published as `report.schema.json`. */
const reportSchema = z
  .strictObject({
    format: z.literal(1),
    sentence: z.enum(['Conforms', 'Conforms as far as shown', 'Does not conform', 'No verdict']),
    exitCode: z.union([0, 1, 3, 4, 5, 6, 130].map((code) => z.literal(code))),
    counts: z.record(verdict, z.int().min(0)),
    unexpected: z.int().min(0),
    known: z.int().min(0),
    run,
    requirements: z.array(requirement),
    failures: z
      .array(z.strictObject({ requirement: text, under: z.array(text), idle: optional }))
      .optional()
      .describe('Failed requirements, the most basic first, and those that fell with each'),
    checks: z.array(check),
    exploration: exploration.optional(),
    baselineProblems: z.array(z.strictObject({ requirement: text, problem: text })),
    warnings: z.array(text),
    digest: text
      .regex(/^sha256:[0-9a-f]{64}$/)
      .optional()
      .describe('SHA-256 over the canonical JSON (RFC 8785) of the report without this'),
  })
  .describe('What a run of the conformance suite found. Holds no secrets.')

/**
 * Reads a JSON report.
 *
 * @throws Error that names the first wrong field.
 */
export function parseReport(json: string, name: string): ConformanceResult {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  const parsed = reportSchema.safeParse(content)
  if (parsed.success) return parsed.data as ConformanceResult
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || 'content'
  throw new Error(`${name} is not a conformance report: ${where}: ${issue?.message}`)
}

/** The JSON schemas that are published with the suite, by file name. */
export function publishedSchemas(): Record<string, unknown> {
  return {
    'report.schema.json': { title: 'Conformance report', ...z.toJSONSchema(reportSchema) },
    'target.schema.json': {
      title: 'Target profile',
      ...z.toJSONSchema(targetProfileSchema, { io: 'input' }),
    },
    'known.schema.json': {
      title: 'Baseline of known failures',
      ...z.toJSONSchema(baselineSchema, { io: 'input', unrepresentable: 'any' }),
    },
  }
}

/** The text of a schema file. */
export function schemaText(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}
