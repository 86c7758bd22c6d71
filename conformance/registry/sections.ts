/** The short names of the API description, by number. */
export const documentNames = { 1: 'Clients', 2: 'Groups', 3: 'Users' } as const

/**
 * The headings of the three documents, in their order. Where a heading goes on in brackets, after a colon or
 * into a sentence, its first words stand for it.
 */
export const sections = {
  1: [
    'What the service does',
    'Conventions common to all areas',
    'Client Application',
    'JSON Web Key Set',
    'States and transitions',
    'Endpoints',
    'POST /oauth2/v1/clients',
    'GET /oauth2/v1/clients',
    'GET /oauth2/v1/clients/{clientId}',
    'PUT /oauth2/v1/clients/{clientId}',
    'POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret',
    'DELETE /oauth2/v1/clients/{clientId}',
    'Role assignment operations for clients',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
  2: [
    'What the service does',
    'Group',
    'Group type',
    'Profile for objectClass `svc:user_group`',
    'Profile for objectClass `svc:directory_security_principal`',
    'Group links',
    'Group rule',
    'States and transitions',
    'Endpoints',
    'Group operations',
    'Membership',
    'Group rules',
    'Applications of a group',
    'Errors',
    'Limits',
  ],
  3: [
    'What the service does',
    'User',
    'Profile',
    'Credentials',
    'User Block',
    'User links',
    'App link',
    'Grant',
    'Refresh token',
    'Client Grant object',
    'States and transitions',
    'Endpoints',
    'Create, read, list, update',
    'Lifecycle operations',
    'Credential operations',
    'Grants',
    'Refresh tokens',
    'Errors',
    'Limits',
  ],
} as const

/** The API description by number, in the order of the conventions, the groups and the users. */
export type DocumentNumber = keyof typeof sections

/** A heading of the given document. */
export type SectionOf<D extends DocumentNumber> = (typeof sections)[D][number]
