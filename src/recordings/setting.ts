import { createOrganisation, type Organisation } from '../organisation.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import type { OrganisationMaker } from './compare-recordings.ts'

/** The options and data for a replay. */
export interface Setting {
  readonly options: OrgOptions
  /** A sample data set, or the file of a seed. */
  readonly data: string
}

/** Fills an organisation with the data of a setting. */
export type Fill = (organisation: Organisation, data: string) => Promise<void>

/** Makes organisations of a setting, one for each name prefix. */
export function makerOf({ options, data }: Setting, fill: Fill): OrganisationMaker {
  const made = new Map<string, Promise<Organisation>>()
  const make = async (found: string): Promise<Organisation> => {
    const organisation = createOrganisation({ ...options, prefix: options.prefix ?? found })
    await fill(organisation, data)
    organisation.model.markSeeded()
    return organisation
  }
  return (prefix) => {
    const organisation = made.get(prefix) ?? make(prefix)
    made.set(prefix, organisation)
    return organisation
  }
}
