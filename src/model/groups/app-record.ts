/** An application as it is stored: the fields of a group's application list (Groups), without links. */
export interface AppRecord {
  /** `0oa…`; of an OAuth client it is the `client_id`. */
  readonly id: string
  /** The kind of application, the same for all of a kind: `bookmark`. */
  readonly name: string
  /** The name that people read. */
  readonly label: string
  /** `ACTIVE` or `INACTIVE`. Nobody sees an inactive application. */
  readonly status: AppStatus
  /** When it last changed: ISO 8601. */
  readonly lastUpdated: string
  /** When it was created: ISO 8601. */
  readonly created: string
  /** Whether people may request it themselves, and the page that errors lead to. */
  readonly accessibility: { readonly selfService: boolean; readonly errorRedirectUrl: string | null }
  /** Where it is shown, and by which links. */
  readonly visibility: {
    readonly autoSubmitToolbar: boolean
    readonly hide: { readonly iOS: boolean; readonly web: boolean }
    /** The links that a user sees, by name, and whether each is shown. */
    readonly appLinks: Readonly<Record<string, boolean>>
  }
  /** Features that are switched on, such as `PUSH_NEW_USERS`; mostly empty. */
  readonly features: readonly string[]
  /** How people sign in to it: `BOOKMARK`, `OPENID_CONNECT`, `SAML_2_0`, … */
  readonly signOnMode: string
  /** Its signing keys and the scheme of user names; any form is accepted (Groups, Applications of a group). */
  readonly credentials: Readonly<Record<string, unknown>>
  /** Its settings; any form is accepted. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** The statuses that the control plane can set. */
export const appStatuses = ['ACTIVE', 'INACTIVE'] as const

type AppStatus = (typeof appStatuses)[number]

/** An application to create; only the label is required. */
export interface NewApp {
  readonly label: string
  /** The kind of application. Default: the label in lower case, its letters and digits. */
  readonly name?: string | undefined
  /** Default `ACTIVE`. */
  readonly status?: AppStatus | undefined
  /** Default `BOOKMARK`. */
  readonly signOnMode?: string | undefined
  /** Default none. */
  readonly features?: readonly string[] | undefined
  /** Default: not self service, no error page. */
  readonly accessibility?: Some<AppRecord['accessibility']> | undefined
  /** Default: shown everywhere, with one link named `login`. */
  readonly visibility?: NewVisibility | undefined
  readonly credentials?: AppRecord['credentials'] | undefined
  readonly settings?: AppRecord['settings'] | undefined
}

/** Changes to an application; settings that you leave out stay. */
export type AppChanges = Some<NewApp>

type Some<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined }

type NewVisibility = Some<Omit<AppRecord['visibility'], 'hide'>> & {
  readonly hide?: Some<AppRecord['visibility']['hide']> | undefined
}

/** To whom an application is assigned. */
export interface AppAssignmentTarget {
  /** Whether `id` names a group or a user. */
  readonly kind: 'group' | 'user'
  /** `00g…` or `00u…`. */
  readonly id: string
}

/** An application's assignment to a group or a user. */
export interface AppAssignment {
  /** Shown as `appAssignmentId` in the links to a user's applications. */
  readonly id: string
  /** The application: `0oa…`. */
  readonly appId: string
  /** The user or group that has it. */
  readonly target: AppAssignmentTarget
}

/** An application of a user, and the assignment that gives it to the user. */
export interface AssignedApp {
  readonly app: AppRecord
  readonly assignment: AppAssignment
}

/** The key of a target among the targets of assignments. */
export function targetKey({ kind, id }: AppAssignmentTarget): string {
  return `${kind} ${id}`
}

/** An application with every default filled in. */
export function newApp(id: string, now: string, given: NewApp): AppRecord {
  const { accessibility = {}, visibility = {} } = given
  const { hide = {} } = visibility
  const {
    label,
    name = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '') || 'app',
    status = 'ACTIVE',
    signOnMode = 'BOOKMARK',
    features = [],
    credentials = { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' } },
    settings = { app: {} },
  } = given
  return {
    id,
    name,
    label,
    status,
    lastUpdated: now,
    created: now,
    accessibility: {
      selfService: accessibility.selfService ?? false,
      errorRedirectUrl: accessibility.errorRedirectUrl ?? null,
    },
    visibility: {
      autoSubmitToolbar: visibility.autoSubmitToolbar ?? false,
      hide: { iOS: hide.iOS ?? false, web: hide.web ?? false },
      appLinks: visibility.appLinks ?? { login: true },
    },
    features,
    signOnMode,
    credentials,
    settings,
  }
}
