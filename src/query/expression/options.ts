import type { KindName } from './kinds.ts'

/** The known attributes and groups, so that compiling an expression finds more mistakes. */
export interface ExpressionOptions {
  /**
   * The attributes of the profile schema with their kinds. Given, an expression that reads any other is refused, and
   * an attribute's kind takes part in type checking. Default: every attribute exists and may be anything.
   */
  readonly attributes?: ReadonlyMap<string, KindName> | undefined
  /**
   * Whether a group exists. Given, a call that names another group's id as a literal is refused.
   * Default: every group does.
   */
  readonly groupExists?: ((groupId: string) => boolean) | undefined
}
