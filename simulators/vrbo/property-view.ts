/** Shows a home and its lists as queries return them. */
import type { Account } from './account.ts'
import { bookingView } from './booking-view.ts'
import type { Engine } from './engine.ts'
import { inboxFields, type ShowProperty } from './inbox-view.ts'
import { cut } from './lists.ts'
import type { Booking, Property } from './records.ts'

interface Days {
  from: string
  to?: string | null
}

interface ReservationsAsked {
  pageSize: number
  after?: string | null
  checkOutDate?: Days | null
  filter?: {
    ids?: string[] | null
    reservationIds?: { id: string }[] | null
    status?: string[] | null
    checkInDate?: Days | null
    checkOutDate?: Days | null
    lastUpdatedDateTime?: { from: string; to: string } | null
  } | null
}

export function propertyView(property: Property, account: Account, engine: Engine): object {
  const { id } = property
  return {
    id,
    ids: [
      { id, idSource: 'EXPEDIA' },
      { id: property.vrboId, idSource: 'VRBO' },
      ...(property.supplierId === null ? [] : [{ id: property.supplierId, idSource: 'SUPPLIER' }]),
    ],
    name: property.name,
    referenceName: property.referenceName,
    currency: property.currency,
    timeZone: property.timeZone,
    type: { code: property.typeCode },
    activeStatus: { active: property.isActive },
    address: {
      addressLines: property.addressLines,
      administrativeArea: property.administrativeArea,
      countryCode: property.countryCode,
      locality: property.locality,
      postalCode: property.postalCode,
    },
    location: {
      coordinates: { latitude: property.latitude, longitude: property.longitude },
      hideExactLocation: false,
    },
    listings: () => [{ locale: 'en_US', url: `https://www.vrbo.com/${property.vrboId}` }],
    units: [unitView(property)],
    reservations: (page: ReservationsAsked) => {
      engine.count('Property.reservations')
      return reservationsOf(account.store.bookingsOf(id), page)
    },
    ...inboxFields(id, account, engine, showIn(account, engine)),
  }
}

export const showIn =
  (account: Account, engine: Engine): ShowProperty =>
  (propertyId) => {
    const property = account.store.properties.get(propertyId)
    return property && propertyView(property, account, engine)
  }

const unitView = ({ id, maxGuests, isActive }: Property) => ({
  id: `${id}1`,
  count: 1,
  propertyId: id,
  maxOccupancy: { adults: maxGuests ?? 0, children: 0, total: maxGuests ?? 0 },
  status: { state: isActive === false ? 'INACTIVE' : 'ACTIVE' },
})

const isIn = (day: string | null, days: Days | null | undefined): boolean =>
  !days || ((day ?? '') >= days.from && (!days.to || (day ?? '') <= days.to))

/** Ordered by last change, the latest first, so a change during a walk moves to the beginning. */
function reservationsOf(
  bookings: readonly Booking[],
  { pageSize, after, checkOutDate, filter }: ReservationsAsked,
) {
  const { ids, reservationIds, status, lastUpdatedDateTime: changed } = filter ?? {}
  const matches = bookings
    .filter((booking) => !ids || ids.includes(booking.id))
    .filter(
      (booking) =>
        !reservationIds ||
        reservationIds.some(({ id }) => [booking.id, booking.referenceNumber].includes(id)),
    )
    .filter((booking) => !status || status.includes(booking.status ?? ''))
    .filter((booking) => isIn(booking.checkInDate, filter?.checkInDate))
    .filter(
      (booking) =>
        isIn(booking.checkOutDate, filter?.checkOutDate) && isIn(booking.checkOutDate, checkOutDate),
    )
    .filter(({ lastUpdatedDateTime: at }) => {
      const moment = Date.parse(at ?? '')
      return !changed || (moment >= Date.parse(changed.from) && moment <= Date.parse(changed.to))
    })
    .toSorted((a, b) => (b.lastUpdatedDateTime ?? '').localeCompare(a.lastUpdatedDateTime ?? ''))
  const { page, next, cursorOf } = cut(matches, { after, size: pageSize })
  return {
    totalCount: matches.length,
    pageInfo: { hasNextPage: next !== null, endCursor: next },
    edges: page.map((booking, index) => ({ cursor: cursorOf(index), node: bookingView(booking) })),
  }
}
