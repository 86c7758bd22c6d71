import { z } from 'zod'
import { appRows } from './app.ts'
import { apiSettings } from './client-settings.ts'
import { clientSecretRows } from './client.ts'
import { characters, resource } from './common.ts'

/**
 * The credentials of an application that is an OAuth client. Here alone callers may choose its id and its secret
 * (Clients, Client Application, rule 3).
 */
const oauthCredentials = resource('ApplicationCredentials', {
  client_id: () =>
    z
      .string()
      .regex(/^[\w$.+!*'(),-]{6,100}$/, { error: "expected 6 to 100 letters, digits and $-_.+!*'()," })
      .nullish(),
  client_secret: {
    schema: () =>
      z
        .string()
        .regex(/^[!-~]{14,100}$/, { error: 'expected 14 to 100 printable characters without blanks' })
        .nullish(),
    secret: clientSecretRows.client_secret.secret,
  },
  token_endpoint_auth_method: () => apiSettings().token_endpoint_auth_method,
})

/** The body that creates or replaces an application; of an OAuth client, with the settings of the client. */
export const ApplicationInput = resource('ApplicationInput', {
  label: () => characters(1, 100),
  name: () => z.string().nullish(),
  signOnMode: () => z.string().nullish(),
  accessibility: () => z.looseObject(appRows.accessibility.given().shape).nullish(),
  visibility: () => z.looseObject(appRows.visibility.given().shape).nullish(),
  credentials: () => z.looseObject({ oauthClient: oauthCredentials().nullish() }).nullish(),
  settings: () => z.looseObject({ oauthClient: z.looseObject(apiSettings()).nullish() }).nullish(),
})

/** Such a body as the edge has parsed it. */
export type ApplicationGiven = z.output<ReturnType<typeof ApplicationInput>>

/** A user of an application: the name by which the application knows the user, and properties for it alone. */
export const AppUserInput = resource('ApplicationUserInput', { id: z.string, ...appUserRows() })

/** Changes to it. */
export const AppUserChanges = resource('ApplicationUserChanges', appUserRows())

/** The place of a group among those of an application, and properties for it alone. */
export const AppGroupInput = resource('ApplicationGroupInput', {
  priority: () => z.int().min(0).max(100).nullish(),
  profile,
})

function appUserRows() {
  return {
    credentials: () => z.looseObject({ userName: z.string().min(1).nullish() }).nullish(),
    profile,
  }
}

function profile() {
  return z.record(z.string(), z.unknown()).nullish()
}
