/** Writes the published JSON schemas of the conformance suite. */
import fs from 'node:fs'
import { publishedSchemas, schemaText } from '../conformance/report/published-schemas.ts'

for (const [name, schema] of Object.entries(publishedSchemas())) {
  fs.writeFileSync(new URL(`../conformance/${name}`, import.meta.url), schemaText(schema))
}
