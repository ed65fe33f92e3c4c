import type { FastifyInstance } from 'fastify'
import { readObject } from '../kit/fields.ts'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { demand, emptyAnswer, forbidden, createdId, notFound, page, unpublishable } from './answers.ts'
import type { Desk } from './desk.ts'
import { blankRow } from '../kit/fields.ts'
import { listingFields, type Listing } from './records.ts'
import { usualSettings } from './settings.ts'
import { keepingNights } from './vocabulary.ts'

type ListingByIdRequest = { Params: { id: string } }
type ListingPageRequest = { Querystring: Query }

export function listingRoutes(api: FastifyInstance, desk: Desk): void {
  const { store } = desk

  api.get('/users/me', (request) => {
    const { id, first_name, last_name, email } = heldOr(store.hosts.get(desk.hostOf(request)), notFound)
    return { user: { id, first_name, last_name, email } }
  })

  api.get<ListingPageRequest>('/listings', (request) => {
    const { query } = request
    const own = desk.hostOf(request)
    const userId = textParam(query, 'user_id')
    if (userId !== undefined && userId !== own) refuse(forbidden('These are the listings of another user.'))
    const isOpen = flagParam(query, 'has_availability')
    const onlyInactive = flagParam(query, 'exclude_active') === true
    const rows = [...store.listings.values()]
      .filter(({ host_id }) => host_id === own)
      .filter(({ has_availability }) => isOpen === undefined || has_availability === isOpen)
      .filter(({ has_availability }) => !onlyInactive || has_availability !== true)
    return page('listings', rows, query)
  })

  api.get<ListingByIdRequest>('/listings/:id', (request) => ({
    listing: desk.listing(request, request.params.id),
  }))

  api.post('/listings', (request) => {
    const fields = readObject(request.body) as Partial<Listing>
    demand(fields.has_availability !== true, 'A new listing has nothing to show yet.', 'listing_incomplete')
    const id = store.nextId('listing', 52_700_001)
    const usual = { bedrooms: 1, beds: 1, bathrooms: 1, person_capacity: 2, total_inventory_count: 1 }
    const blank = { ...blankRow(listingFields, id), amenity_categories: [], accessibility_features: [] }
    const listing = {
      ...blank,
      ...usual,
      ...fields,
      id,
      host_id: desk.hostOf(request),
      has_availability: false,
    }
    store.listings.set(id, listing)
    store.settings.set(id, usualSettings('EUR', 100))
    store.zones.set(id, 'UTC')
    return createdId(id)
  })

  api.put<ListingByIdRequest>('/listings/:id', (request) => {
    const fields = readObject(request.body) as Partial<Listing>
    // Switching a listing to this app is the one write that needs no earlier switch.
    const isSwitch = fields.synchronization_category !== undefined
    const listing = (isSwitch ? desk.listing : desk.writable).call(desk, request, request.params.id)
    const isUnlisted = fields.has_availability === false && listing.has_availability === true
    demand(
      !isUnlisted || fields.deactivation_reason !== undefined,
      'deactivation_reason is required.',
      'missing_parameter',
    )
    const isOpened = fields.has_availability === true && listing.has_availability !== true
    const missing = isOpened ? store.content.missingIn({ ...listing, ...fields }) : []
    if (missing.length > 0) refuse(unpublishable(missing))
    const reopened = fields.has_availability === true ? { deactivation_reason: null } : {}
    Object.assign(listing, fields, reopened)
    return emptyAnswer
  })

  api.delete<ListingByIdRequest>('/listings/:id', (request) => {
    const { id } = desk.writable(request, request.params.id)
    const today = desk.account.today()
    const isBooked = store.reservations
      .values()
      .some(
        (row) =>
          row.listing_id_str === id &&
          (row.end_date ?? '') > today &&
          keepingNights.includes(row.status_type ?? ''),
      )
    demand(!isBooked, 'The listing has bookings to come.', 'listing_has_reservations')
    store.removeListing(id)
    return emptyAnswer
  })
}
