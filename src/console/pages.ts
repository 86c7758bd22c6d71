import type { FunctionComponent } from 'preact'
import type { Backend } from './backend.ts'
import { Clock } from './clock.tsx'
import { ClientPage, Clients } from './clients.tsx'
import { Data } from './data.tsx'
import { Faults } from './faults.tsx'
import { GroupPage, Groups } from './groups.tsx'
import type { IconName } from './icons.tsx'
import { Journal } from './journal.tsx'
import { Mails } from './mails.tsx'
import { Organisations } from './organisations.tsx'
import { Overview } from './overview.tsx'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import { RulePage, Rules } from './rules.tsx'
import { Settings } from './settings.tsx'
import { SignIn } from './sign-in.tsx'
import { SessionsAndTokens } from './tokens.tsx'
import { Webhook } from './webhook.tsx'
import { Actions } from './actions.tsx'

/** A page of the console. */
export interface Section {
  /** Its place in the address. */
  readonly to: string
  readonly title: string
  readonly icon: IconName
  /** Its page; one that shows a record next to the list receives the id of the record. */
  readonly Page: FunctionComponent<{ readonly id?: string | undefined }>
  /** The page of one of its records. */
  readonly One?: FunctionComponent<{ readonly id: string }>
  /** Whether its page shows a record next to the list. */
  readonly isSplit?: true
  /** The number in `readStatus` that the navigation shows. */
  readonly count?: string
  /** Whether it exists with this backend. Default: always. */
  readonly isFor?: (backend: Backend) => boolean
}

/** The navigation: groups of pages by their titles. */
export const groups: readonly (readonly [title: string, sections: readonly Section[]])[] = [
  ['', [{ to: '', title: 'Overview', icon: 'overview', Page: Overview }]],
  [
    'Directory',
    [
      { to: 'people', title: 'People', icon: 'people', Page: People, One: Person, count: 'users' },
      { to: 'groups', title: 'Groups', icon: 'groups', Page: Groups, One: GroupPage, count: 'groups' },
      { to: 'rules', title: 'Rules', icon: 'rules', Page: Rules, One: RulePage, count: 'rules' },
      {
        to: 'clients',
        title: 'Applications',
        icon: 'clients',
        Page: Clients,
        One: ClientPage,
        count: 'clients',
      },
    ],
  ],
  [
    'Activity',
    [
      {
        to: 'journal',
        title: 'Requests',
        icon: 'journal',
        Page: Journal,
        isSplit: true,
        count: 'requests',
      },
      { to: 'mails', title: 'Mails', icon: 'mails', Page: Mails, isSplit: true, count: 'mails' },
      {
        to: 'tokens',
        title: 'Sessions',
        icon: 'tokens',
        Page: SessionsAndTokens,
        count: 'sessions',
      },
      { to: 'webhook', title: 'Webhook', icon: 'webhook', Page: Webhook },
    ],
  ],
  [
    'Simulation',
    [
      { to: 'faults', title: 'Faults', icon: 'faults', Page: Faults, count: 'faults' },
      { to: 'sign-in', title: 'Sign-in', icon: 'sign-in', Page: SignIn },
      { to: 'clock', title: 'Clock', icon: 'clock', Page: Clock },
      { to: 'data', title: 'Data', icon: 'data', Page: Data },
      { to: 'settings', title: 'Settings', icon: 'settings', Page: Settings },
      { to: 'actions', title: 'Actions', icon: 'actions', Page: Actions },
      {
        to: 'organisations',
        title: 'Organisations',
        icon: 'organisations',
        Page: Organisations,
        isFor: ({ neighbours }) => neighbours !== undefined,
      },
    ],
  ],
]

/** The page at a place; undefined for an unknown one. */
export function sectionAt(to: string, backend: Backend): Section | undefined {
  return groups
    .flatMap(([, sections]) => sections)
    .find((section) => section.to === to && (section.isFor?.(backend) ?? true))
}
