import type { FastifyInstance, FastifyRequest } from 'fastify'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { demand, forbidden, invalid, notFound, unauthorized, unknownApp } from './answers.ts'
import { tokenOf, type Grant, type Grants } from './grants.ts'
import type { Listing } from './records.ts'
import type { Scope } from './vocabulary.ts'

/** The simulated dated version of the API. */
export const apiVersion = '2025.06.30'

/** The permission a path needs for reading and writing; paths not listed need none. */
const scopes: Readonly<Record<string, { read?: Scope; write: Scope }>> = {
  listings: { write: 'property_management' },
  listing_descriptions: { write: 'property_management' },
  listing_photos: { write: 'property_management' },
  listing_rooms: { write: 'property_management' },
  listing_checkin_guides: { write: 'property_management' },
  listing_permits: { write: 'property_management' },
  booking_settings: { write: 'property_management' },
  availability_rules: { write: 'property_management' },
  pricing_settings: { write: 'property_management' },
  calendars: { write: 'property_management' },
  calendar_operations: { write: 'property_management' },
  calendar_operations_requests: { write: 'property_management' },
  reservations: { read: 'reservations_web_hooks', write: 'reservations_web_hooks' },
  reservation_alterations: { read: 'reservations_web_hooks', write: 'reservations_web_hooks' },
  special_offers: { read: 'reservations_web_hooks', write: 'reservations_web_hooks' },
  listing_reviews: { read: 'reservations_web_hooks', write: 'reservations_web_hooks' },
  threads: { read: 'messages_read', write: 'messages_write' },
  messages: { write: 'messages_write' },
  media_uploads: { write: 'messages_write' },
}

/** Gives each route the store, and what its caller may see and change. */
export class Desk {
  readonly account: Account
  readonly grants: Grants

  constructor(account: Account, grants: Grants) {
    this.account = account
    this.grants = grants
  }

  get store() {
    return this.account.store
  }

  hostOf(request: FastifyRequest): string {
    return this.#grantOf(request).hostId
  }

  /** Returns a listing of the caller; other hosts' listings do not exist for it. */
  listing(request: FastifyRequest, id: unknown): Listing {
    const listing = heldOr(this.store.listings.get(String(id)), notFound)
    return listing.host_id === this.hostOf(request) ? listing : refuse(notFound)
  }

  /** Returns a listing that the app may write. */
  writable(request: FastifyRequest, id: unknown): Listing {
    const listing = this.listing(request, id)
    if (listing.synchronization_category !== null) return listing
    return refuse(forbidden('The listing is not synchronized with this application.'))
  }

  /** These hooks run before every route of the API. */
  guard(api: FastifyInstance): void {
    api.addHook('preHandler', async (request, reply) => {
      const { headers } = request
      if (headers['x-airbnb-api-key'] !== this.grants.clientId) return sendAnswer(reply, unknownApp)
      const grant = this.grants.grantOf(tokenOf(request))
      if (grant === undefined) return sendAnswer(reply, unauthorized)
      const scope = scopeFor(request)
      if (scope !== undefined && !grant.scopes.includes(scope)) {
        return sendAnswer(reply, forbidden(`The permission ${scope} was not given.`))
      }
      return undefined
    })
  }

  #grantOf(request: FastifyRequest): Grant {
    return heldOr(this.grants.grantOfRequest(request), unauthorized)
  }
}

/** Every call must name a dated version. */
export function demandVersion(api: FastifyInstance): void {
  api.addHook('preValidation', async ({ headers }) => {
    const version = headers['x-airbnb-req-api-version']
    demand(version !== undefined, 'X-AIRBNB-REQ-API-VERSION is required.', 'missing_parameter')
    if (version !== apiVersion) refuse(invalid(`The API version ${String(version)} is not supported.`))
  })
}

function scopeFor({ method, routeOptions: { url = '' } }: FastifyRequest): Scope | undefined {
  const family = scopes[url.split('/')[2] ?? '']
  return method === 'GET' ? family?.read : family?.write
}
