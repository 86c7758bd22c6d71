/** One choice where the documents are silent or contradict themselves. */
export interface Decision {
  /** Searchable, for example `activation-without-password`. */
  readonly id: string
  /** What part of the service it is about. */
  readonly area: string
  /** What the documents leave open, and where. */
  readonly question: string
  /** What was chosen. */
  readonly choice: string
  /** On what evidence, or for what reason. */
  readonly evidence: string
  /** The option of an organisation, or of the server, that changes it. */
  readonly option?: string
}
