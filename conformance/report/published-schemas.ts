import { z } from 'zod'
import { baselineSchema } from '../engine/judge/baseline.ts'
import { targetProfileSchema } from '../engine/plan/target-profile.ts'
import { reportSchema } from './report-schema.ts'

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
