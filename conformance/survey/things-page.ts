import { findable, fixtureKinds } from '../engine/plan/prerequisite.ts'
import { needs } from '../registry/prerequisites.ts'
import { thingExamples } from './thing-examples.ts'

/** Each thing of a target profile, with YAML that can be copied. */
export function renderThings(): string {
  return fixtureKinds
    .map((need) => {
      const { yaml, note } = thingExamples[need]
      const indented = yaml
        .split('\n')
        .map((line) => `  ${line}`)
        .join('\n')
      const itself = findable.has(need) ? ' If you leave it out, the run looks for one.' : ''
      return `\n### ${need}\n\n${needs[need]} ${note}${itself}\n\n\`\`\`yaml\nthings:\n${indented}\n\`\`\``
    })
    .join('\n')
    .concat('\n')
}
