import type { AppAssignment, AppRecord } from './app-record.ts'

/** An application as replies show it (document 2, Applications of a group). */
export interface ShownApp extends AppRecord {
  readonly _links: Readonly<Record<string, unknown>>
}

/** Writes applications as replies show them. */
export class AppView {
  readonly #baseUrl: () => string

  constructor(baseUrl: () => string) {
    this.#baseUrl = baseUrl
  }

  /** An application with its links. */
  of(app: AppRecord): ShownApp {
    const self = `${this.#baseUrl()}/api/v1/apps/${app.id}`
    return {
      ...app,
      _links: {
        self: { href: self },
        logo: [{ name: 'medium', href: this.#logo(), type: 'image/png' }],
        users: { href: `${self}/users` },
        groups: { href: `${self}/groups` },
      },
    }
  }

  /** The links of an application to one of its users (document 3, App link), but for their order. */
  links(app: AppRecord, assignment: AppAssignment): readonly Record<string, unknown>[] {
    if (app.status !== 'ACTIVE') return []
    const names = Object.entries(app.visibility.appLinks).filter(([, isShown]) => isShown)
    return names.map(([link]) => ({
      id: `${assignment.id}${names.length > 1 ? `.${link}` : ''}`,
      label: app.label,
      linkUrl: `${this.#baseUrl()}/home/${app.name}/${app.id}/${link}`,
      logoUrl: this.#logo(),
      appName: app.name,
      appInstanceId: app.id,
      appAssignmentId: assignment.id,
      credentialsSetup: false,
      hidden: app.visibility.hide.web,
    }))
  }

  #logo(): string {
    return `${this.#baseUrl()}/assets/logos/app-medium.png`
  }
}
