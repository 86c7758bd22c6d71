import { Refusal, refuse } from '../../contract/errors/refusal.ts'
import type { ClientSettings } from '../../contract/resources/client-settings.ts'
import { authMethodOf, type ClientInputGiven } from '../../contract/resources/client.ts'
import { causesOf } from '../../contract/errors/mistakes.ts'
import { OptionError } from '../kernel/check-options.ts'
import type { Uses } from '../kernel/org-service.ts'
import { isSame } from '../kernel/same.ts'
import type { ParsedOrgOptions } from '../kernel/org-options.ts'
import { registeredSettings } from './client-metadata.ts'
import type { ClientRecord } from './clients.ts'

/** A client whose id and secret the caller may choose. */
export interface ChosenClient extends ClientInputGiven {
  readonly client_id?: string | undefined
  readonly client_secret?: string | undefined
}

/** The organisation of the clients. */
type Owner = Uses<'clients' | 'options' | 'settings'>

/**
 * The settings that register a client without the API. As at the applications endpoint, users are not asked for consent
 * (Clients, Client Application, rules 3 and 7).
 */
export function chosenSettings({
  client_id: id,
  client_secret,
  ...settings
}: ChosenClient): ClientInputGiven {
  const method = authMethodOf({ ...settings, client_secret })
  return {
    ...settings,
    client_name: settings.client_name ?? id,
    consent_method: settings.consent_method ?? 'TRUSTED',
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  }
}

/**
 * Registers a client, or finds it with the same id and the same settings.
 *
 * @throws `Refusal` `validation` for an id of a client with other settings; it names them.
 */
export function registerChosen(
  { clients, settings: { features } }: Owner,
  chosen: ChosenClient,
): ClientRecord {
  const { client_id: id, client_secret: secret } = chosen
  const settings = chosenSettings(chosen)
  const known = id === undefined ? undefined : clients.get(id)
  if (!known) return clients.register(settings, { id, secret })
  const wanted = registeredSettings(settings, features, [])
  const other = Object.keys(wanted).filter(
    (name) => !isSame(settingOf(wanted, name), settingOf(known.settings, name)),
  )
  if (secret !== undefined && secret !== known.secret) other.push('client_secret')
  if (other.length === 0) return known
  const expected = 'a new id, or the settings of the client that has it'
  return refuse('form', { at: 'client_id', expected, advice: `different: ${other.join(', ')}` })
}

function settingOf(settings: ClientSettings, name: string): unknown {
  return settings[name as keyof ClientSettings]
}

/**
 * Registers the clients of the options, in addition to those of the data. They change a client of the data that has the
 * same id.
 *
 * @throws TypeError for settings that a client cannot have.
 */
export function addClientsOfOptions({ clients, options }: Owner): void {
  for (const [index, given] of (options.clients ?? []).entries()) {
    try {
      addOne(clients, given)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const place = `clients.${index}`
      const { mistakes = [] } = error.details
      throw new OptionError(
        mistakes.length === 0
          ? error.reasons.map((text) => ({ at: place, text }))
          : mistakes.map((mistake) => ({
              at: `${place}.${mistake.at}`,
              text: causesOf({ ...mistake, at: '' }).join('; '),
            })),
      )
    }
  }
}

function addOne(clients: Owner['clients'], given: NonNullable<ParsedOrgOptions['clients']>[number]): void {
  const { client_id: id, client_secret: secret, ...settings } = given
  const known = clients.get(id)
  if (known) return void clients.change(known, settings, { secret })
  const isPublic = secret === undefined && !settings.token_endpoint_auth_method
  const type = settings.application_type ?? (isPublic ? 'browser' : 'web')
  clients.register(chosenSettings({ ...given, application_type: type }), { id, secret })
}
