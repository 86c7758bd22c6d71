import { barsPicture } from './bars.ts'
import { lastFigures } from './figures.ts'
import { peoplePage } from './people-page.ts'
import { performancePage } from './performance-page.ts'

/** The pages and pictures that show the figures of the last run. */
export const figurePages: readonly { readonly path: string; readonly render: () => string }[] = [
  { path: 'docs/reference/performance.md', render: () => peoplePage(lastFigures()) },
  { path: 'docs/contributing/performance.md', render: () => performancePage(lastFigures()) },
  { path: 'docs/pictures/speed-light.svg', render: () => barsPicture(lastFigures(), 'light') },
  { path: 'docs/pictures/speed-dark.svg', render: () => barsPicture(lastFigures(), 'dark') },
]
