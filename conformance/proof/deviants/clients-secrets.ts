/** Servers that break clauses of new secrets and of deleting clients. */
import { drop } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { oauthBody } from '../alter/refusal.ts'
import { listDeleted, newSecretFor, sameSecret } from './clients-steps.ts'
import { deviant } from './deviant.ts'
import { recordOf } from './routes.ts'
import { answerOf } from '../alter/wire.ts'

const given = ({ path }: { path: string }) =>
  answerOf(200, { client_id: recordOf(path), client_secret: 'made-for-nothing' })

export const secretDeviants = [
  deviant('clients.new-secret.ok/without-id', {
    summary: 'answers newSecret with the secret alone',
    alter: on('newClientSecret', drop('client_id')),
  }),
  deviant('clients.new-secret.ok/without-secret', {
    summary: 'answers newSecret without the secret',
    alter: on('newClientSecret', drop('client_secret')),
  }),
  deviant('clients.new-secret.differs/same', {
    summary: 'answers newSecret with the secret the client had',
    alter: sameSecret(),
  }),
  ...(['basic', 'post'] as const).map((slug) =>
    deviant(`clients.new-secret.${slug}/refused`, {
      summary: `refuses newSecret for a client with client_secret_${slug}`,
      alter: newSecretFor(`client_secret_${slug}`, () => answerOf(400, oauthBody('invalid_request'))),
    }),
  ),
  ...(['basic', 'post'] as const).map((slug) =>
    deviant(`clients.new-secret.${slug}/null`, {
      summary: `answers newSecret with null for a client with client_secret_${slug}`,
      alter: newSecretFor(`client_secret_${slug}`, ({ path }) =>
        answerOf(200, { client_id: recordOf(path), client_secret: null }),
      ),
    }),
  ),
  deviant('clients.new-secret.none/given', {
    summary: 'gives a client with token_endpoint_auth_method none a secret by newSecret',
    alter: newSecretFor('none', given),
  }),
  deviant('clients.new-secret.private-key/given', {
    summary: 'gives a client with private_key_jwt a secret by newSecret',
    alter: newSecretFor('private_key_jwt', given),
  }),
]

export const deleteDeviants = [
  deviant('clients.delete.no-content/body', {
    summary: 'answers a deletion with 204 in name and a body in deed',
    alter: on(
      'deleteClient',
      whenSuccess(() => async () => answerOf(200, {})),
    ),
  }),
  deviant('clients.delete.gone/accepted-and-ignored', {
    summary: 'answers a deletion as if it had done it',
    alter: on('deleteClient', ignoreWrite()),
  }),
  deviant('clients.delete.gone/still-listed', {
    summary: 'goes on to list deleted clients',
    alter: listDeleted(),
  }),
]
