import type { Client } from '../../client.ts'
import type { Seed } from '../../fixtures/index.ts'
import { demoPassword } from '../../fixtures/datasets/sample-secrets.ts'
import { createOrganisation } from '../../organisation.ts'
import { Notes } from '../notes.ts'
import { Progress } from '../progress.ts'
import { withFakeNames } from './fake-names.ts'
import { loadableSeed, withoutMembersByRule } from './loadable-seed.ts'
import { type Deployment, readDeployment } from './read.ts'
import { seedFrom } from './seed-from.ts'

/** How a deployment is pulled. */
export interface PullOptions {
  readonly concurrency?: number
  readonly progress?: Progress
  /** The seed of made-up names; without one, names stay. */
  readonly fakeNames?: string | undefined
}

/** The seed, and the data that it could not carry. */
export interface Pulled {
  readonly seed: Seed
  readonly notCarried: readonly string[]
}

/** Reads a deployment into a seed that an organisation takes. */
export async function pull(
  client: Client,
  { concurrency = 4, progress = new Progress(undefined), fakeNames }: PullOptions = {},
): Promise<Pulled> {
  return seedOfDeployment(await readDeployment(client, concurrency, progress), fakeNames)
}

/**
 * Records of a deployment as a seed that an organisation takes.
 *
 * @param fakeNames The seed of made-up names; without one, names stay.
 */
export async function seedOfDeployment(deployment: Deployment, fakeNames?: string): Promise<Pulled> {
  const notes = new Notes()
  const read = await withoutOwn(deployment)
  const plain = seedFrom(read, notes)
  const named = fakeNames === undefined ? plain : withFakeNames(plain, fakeNames)
  const seed = await withoutMembersByRule(loadableSeed(named, notes), notes)
  notes.add('Passwords, which nobody is shown; everyone who has one gets', demoPassword)
  if ((seed.clients ?? []).length > 0)
    notes.add('Secrets of clients; others are made up', String(seed.clients!.length))
  notes.add('Data that no list shows', 'factors, consents, tokens, sessions, settings')
  return { seed, notCarried: notes.lines() }
}

/** Without the administrator whom every organisation of this package has. */
async function withoutOwn(read: Deployment): Promise<Deployment> {
  const org = createOrganisation()
  const own = new Set(org.data.users.all().map(({ profile }) => profile.login))
  return { ...read, users: read.users.filter(({ profile }) => !own.has(profile.login)) }
}
