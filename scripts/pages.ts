import { figurePages } from '../bench/figure-pages.ts'
import { publishedSchemas, schemaText } from '../conformance/report/report-schema.ts'
import { renderRequirementsPage } from '../conformance/registry/requirements-page.ts'
import { renderThings } from '../conformance/survey/thing-examples.ts'
import { renderFunctionsPage } from './expressions-page.ts'
import { renderActionInputs } from './action-inputs.ts'
import { renderClientRoutes } from './client-routes.ts'
import { renderConfigSchema, renderOptions } from './config-schema.ts'
import { renderCommands } from './commands-page.ts'
import { renderControlPage } from './control-page.ts'
import { renderInterpretations } from './interpretations.ts'
import { renderDemo } from './demo-page.ts'
import { renderEvents } from './events-page.ts'
import { renderLifecycle } from './lifecycle-page.ts'
import { renderProviderStates } from './provider-states-page.ts'
import { between } from './markdown.ts'
import { renderOperations } from './operations-page.ts'
import { renderOpenApiDocument } from './openapi-document.ts'
import { renderOpenApiExamples } from './openapi-examples.ts'
import { renderEnds, renderReactions } from './reactions-section.ts'
import { renderWalk } from './walk-section.ts'
import { renderRefusals } from './refusals-page.ts'
import { renderSizes } from './sizes.ts'
import { renderVariants } from './variants-table.ts'
import { renderTheApi } from './the-api-page.ts'
import { renderSeedFormat, renderSeedSchema } from './seed-schema.ts'
import { renderWalkedPact } from './walked-pact.ts'

/** A page that is generated from data, wholly or between markers. */
export interface Page {
  /** From the root of the project. */
  readonly path: string
  /** Returns the right text of the page, given its present text. */
  readonly render: (before: string) => string | Promise<string>
}

/** Every generated page; `npm run docs` writes them, and a test checks that they are current. */
export const pages: readonly Page[] = [
  { path: 'generated/client-routes.ts', render: renderClientRoutes },
  { path: 'generated/openapi-examples.json', render: renderOpenApiExamples },
  { path: 'docs/reference/interpretations.md', render: renderInterpretations },
  { path: 'docs/reference/requirements.md', render: () => renderRequirementsPage() },
  {
    path: 'docs/reference/target-profile.md',
    render: (before) => between(before, 'things', renderThings()),
  },
  { path: 'docs/reference/variants.md', render: (before) => between(before, 'variants', renderVariants()) },
  { path: 'docs/reference/commands.md', render: renderCommands },
  { path: 'docs/reference/operations.md', render: renderOperations },
  { path: 'docs/reference/refusals.md', render: renderRefusals },
  { path: 'docs/reference/control.md', render: renderControlPage },
  { path: 'docs/reference/demo.md', render: renderDemo },
  { path: 'docs/reference/events.md', render: renderEvents },
  {
    path: 'docs/contributing/architecture.md',
    render: (before) =>
      between(
        between(between(before, 'reactions', renderReactions()), 'ends', renderEnds()),
        'walk',
        renderWalk(),
      ),
  },
  { path: 'docs/reference/provider-states.md', render: renderProviderStates },
  { path: 'docs/reference/seeds.md', render: (before) => between(before, 'seed', renderSeedFormat()) },
  { path: 'docs/reference/seed.schema.json', render: renderSeedSchema },
  { path: 'docs/reference/config.schema.json', render: renderConfigSchema },
  { path: 'docs/reference/options.md', render: renderOptions },
  { path: 'action.yml', render: renderActionInputs },
  { path: 'docs/reference/expressions.md', render: renderFunctionsPage },
  { path: 'docs/reference/the-api.md', render: renderTheApi },
  { path: 'docs/reference/lifecycle.md', render: renderLifecycle },
  {
    path: 'docs/browser.md',
    render: (before) => between(before, 'sizes', renderSizes()),
  },
  { path: 'test/openapi/document.json', render: renderOpenApiDocument },
  { path: 'test/pact/walked.json', render: renderWalkedPact },
  ...Object.entries(publishedSchemas()).map(([name, schema]) => ({
    path: `conformance/${name}`,
    render: () => schemaText(schema),
  })),
  ...figurePages,
]
