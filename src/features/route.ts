/** Features declare routes with this. */
import type { Services } from '../services.ts'
import { routeFor, type Principal, type WriteParts } from '../http/route.ts'
import type { Scope } from '../platform/tenant.ts'

/** A write needs these parts of its handler's context. */
export interface RouteWriteContext extends WriteParts {
  services: Services
  scope: Scope
  principal: Principal
}

export const route = routeFor<Services>()
