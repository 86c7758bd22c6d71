import type { z } from 'zod'
import { callerStates } from './callers.ts'
import { groupStates } from './groups.ts'
import { oauthStates } from './oauth.ts'
import type { StateDefinition } from './state.ts'
import { userStates } from './users.ts'

/** Every provider state, under its name; `{…}` in a name are parameters. */
export const providerStateCatalogue = { ...userStates, ...groupStates, ...oauthStates, ...callerStates }

type States = typeof providerStateCatalogue

/** The name of a provider state. */
export type ProviderStateName = keyof States

/** The parameters of a provider state. */
export type ProviderStateParams<Name extends ProviderStateName> =
  States[Name] extends StateDefinition<infer Params> ? z.input<Params> : never

/** The names of all provider states. */
export const providerStateNames = Object.keys(providerStateCatalogue) as readonly ProviderStateName[]
