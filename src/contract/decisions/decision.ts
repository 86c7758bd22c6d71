/** One choice where the API description is silent or contradicts itself. */
export interface Decision {
  /** Searchable, for example `activation-without-password`. */
  readonly id: string
  /** What part of the service it is about. */
  readonly area: string
  /** What the API description leaves open, and where. */
  readonly question: string
  /** What was chosen. */
  readonly choice: string
  /** On what evidence, or for what reason. */
  readonly evidence: string
  /** The option of an organisation, or of the server, that changes it. */
  readonly option?: string
}
