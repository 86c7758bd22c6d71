export { serve, type RunningServer, type ServeOptions } from './server/http.ts'
export type { Organisation } from './organisation.ts'
export type { OrgOptions } from './model/kernel/options.ts'
export type { WireRequest } from './handlers/wire.ts'
export type {
  OrganisationInput,
  Organisations,
  OrganisationsOptions,
  ServedOrganisation,
} from './server/organisations/registry.ts'
export type { Certificate } from './server/tls.ts'
