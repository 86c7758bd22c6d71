/** Servers that break clauses of new secrets and of deleting clients. */
import { drop } from '../alter/answer.ts'
import { whenSuccess } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { oauthBody } from '../alter/refusal.ts'
import { listDeleted, newSecretFor, sameSecret } from './clients-steps.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import { recordOf } from './routes.ts'
import { answerOf } from '../alter/wire.ts'

const given = ({ path }: { path: string }) =>
  answerOf(200, { client_id: recordOf(path), client_secret: 'made-for-nothing' })

export const secretDeviants = [
  ...mistakesIn('newClientSecret', {
    'clients.new-secret.ok/without-id': drop('client_id'),
  }),
  ...mistakes({
    'clients.new-secret.differs/same': ['answers newSecret with the secret the client had', sameSecret()],
    'clients.new-secret.none/given': [
      'gives a client with token_endpoint_auth_method none a secret by newSecret',
      newSecretFor('none', given),
    ],
    'clients.new-secret.private-key/given': [
      'gives a client with private_key_jwt a secret by newSecret',
      newSecretFor('private_key_jwt', given),
    ],
  }),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mistakesOf(`clients.new-secret.${slug}`, {
      refused: [
        `refuses newSecret for a client with client_secret_${slug}`,
        newSecretFor(`client_secret_${slug}`, () => answerOf(400, oauthBody('invalid_request'))),
      ],
    }),
  ),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mistakesOf(`clients.new-secret.${slug}`, {
      null: [
        `answers newSecret with null for a client with client_secret_${slug}`,
        newSecretFor(`client_secret_${slug}`, ({ path }) =>
          answerOf(200, { client_id: recordOf(path), client_secret: null }),
        ),
      ],
    }),
  ),
]

export const deleteDeviants = [
  ...mistakesIn('deleteClient', {
    'clients.delete.no-content/body': [
      'answers a deletion with 204 in name and a body in deed',
      whenSuccess(() => async () => answerOf(200, {})),
    ],
    'clients.delete.gone/accepted-and-ignored': ignoreWrite(),
  }),
  ...mistakes({
    'clients.delete.gone/still-listed': ['goes on to list deleted clients', listDeleted()],
  }),
]
