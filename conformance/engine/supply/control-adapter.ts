import type { Api } from '../run/api.ts'
import type { Given, Unique } from './given-types.ts'
import type { Feature, FixtureValues, FixtureKind } from '../plan/prerequisite.ts'
import type { RecordKind } from '../clean-up/ledger.ts'
import type { Json } from '../wire/reply.ts'

/** The tools with which an adapter prepares a thing. */
export interface AdapterTools {
  /** Records made through it belong to the run and are removed with the check. */
  readonly given: Given
  readonly api: Api
  readonly unique: Unique
  /** Further wishes of the check, in addition to the name; each adapter says which ones it understands. */
  readonly wish: Readonly<Record<string, unknown>>
  /** Hands a record that was made directly, without the API, to the run: it may change it, and delete it. */
  readonly grantAccess: (kind: RecordKind, id: string) => void
  /** Makes a value a secret, so that no report shows it. */
  readonly secret: (kind: string, value: string) => void
  /** Undoes a change made without the API when the check ends, with separate calls. */
  readonly onEnd: (undo: (api: Api) => Promise<void>) => void
  readonly signal: AbortSignal
}

/**
 * Does directly the things that the API description contains and its endpoints cannot cause. It knows one kind of
 * target: the bundled mock through its control plane, or yours through its own test hooks.
 */
export interface ControlAdapter {
  /** For the report. */
  readonly name: string
  /** The things it can make ready. */
  readonly provides: readonly FixtureKind[]
  /** Which features of the target are on or off, where it knows. */
  readonly features?: Readonly<Partial<Record<Feature, 'yes' | 'no'>>>
  /** Makes a thing ready; rejects when it cannot, which leaves the requirements blocked. */
  obtain<Name extends FixtureKind>(need: Name, tools: AdapterTools): Promise<FixtureValues[Name]>
  /** Runs an action of the bundled mock's control plane, where that is what it works with. */
  readonly act?: (name: string, input?: Record<string, unknown>) => Promise<Json>
  /** Undoes what it changed for all of the target; called once at the end of the run. */
  close?(): Promise<void>
}

/** Names the adapter of the mock, where the module of another one is named by its address. */
export const mockAdapterModule = 'identikit:control'
