/** One choice where the API description is silent or contradicts itself. */
export interface Decision {
  /** Searchable, for example `activation-without-password`. */
  readonly id: string
  /** The part of the service that it is about. */
  readonly area: string
  /** The point that the API description leaves open, and its place there. */
  readonly question: string
  /** The chosen behaviour. */
  readonly choice: string
  /** The evidence or the reason for the choice. */
  readonly evidence: string
  /** Where recordings of the service differ from the choice, or from each other. */
  readonly recorded?: {
    /** The recorded behaviour, with numbers. */
    readonly shows: string
    /** The side that the choice takes; the preset takes that of the recordings if it sets the option. */
    readonly side: Side
  }
}

/** Who decides: a sentence of the API description, the recordings, or neither, where an RFC or a test's need does. */
export type Side = 'API description' | 'recordings' | 'neither'

/** The choices about an area, by their ids. */
export function about(
  area: string,
  choices: Readonly<Record<string, Omit<Decision, 'id' | 'area'>>>,
): readonly Decision[] {
  return Object.entries(choices).map(([id, choice]) => ({ id, area, ...choice }))
}
