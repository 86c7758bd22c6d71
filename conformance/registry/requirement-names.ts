/** The frozen sets of requirements, oldest first. A command lists them without loading them. */
export const setNames = ['2026-11'] as const

/** Stands for every requirement of this version, frozen or not. */
export const allRequirements = 'all'

/** The set that judges a run by default. */
export const newestSet = setNames.at(-1)!

/** The values of `--requirement-set`. */
export const requirementChoices = [...setNames, allRequirements] as const

/** A frozen set, or `all` for every requirement of this version. */
export type RequirementChoice = (typeof requirementChoices)[number]
