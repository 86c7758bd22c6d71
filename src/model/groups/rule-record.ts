import type { RuleStatus } from '../../contract/rule-lifecycle.ts'

/** A group rule as it is stored, in the form of the API (Groups, Group rule). */
export interface GroupRule {
  readonly id: string
  readonly name: string
  readonly status: RuleStatus
  readonly created: string
  readonly lastUpdated: string
  readonly conditions: {
    readonly people?: {
      readonly users: { readonly exclude: readonly string[] }
      readonly groups: { readonly exclude: readonly string[] }
    }
    readonly expression: { readonly value: string; readonly type: string }
  }
  readonly actions: { readonly assignUserToGroups: { readonly groupIds: readonly string[] } }
}
