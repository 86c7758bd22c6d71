import { found } from './found.ts'
import { leftAlone } from './left-alone.ts'
import { lists } from './lists.ts'
import { names } from './names.ts'
import { parameters } from './parameters.ts'
import type { Planted } from './plant.ts'
import { queries } from './queries.ts'
import { reads } from './reads.ts'
import { refusedWrites } from './refused-writes.ts'
import { secondTimes } from './second-time.ts'
import { takenNames } from './taken-names.ts'
import { times } from './times.ts'
import { values } from './values.ts'
import { views } from './views.ts'

/** Bugs as deployments have them, by dimension. */
export const planted: Readonly<Record<string, Planted>> = {
  queries: { ...queries, ...reads['queries'] },
  found: { ...found, ...reads['found'] },
  names: { ...names, ...reads['names'] },
  values,
  parameters,
  lists: { ...lists, ...reads['lists'] },
  secondTimes,
  leftAlone,
  refusedWrites,
  takenNames,
  times,
  views: { ...views, ...reads['views'] },
}
