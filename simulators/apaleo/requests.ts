import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's description. What is not played here, or not known there, is refused. */
const words = (...names: string[]) => is.like(`^(${names.join('|')})(,(${names.join('|')}))*$`)
const paged = { pageNumber: is.between(1, 1_000_000), pageSize: is.between(1, 1000) }
const channel = is.oneOf('Direct', 'BookingCom', 'Ibe', 'ChannelManager', 'Expedia')
const template = is.oneOf('DayUse', 'OverNight')
const maintenanceTypes = ['OutOfService', 'OutOfOrder', 'OutOfInventory'] as const
const flag = is.oneOf('true', 'false')
const ages = is.like('^\\d{1,2}(,\\d{1,2})*$')
const span = { arrival: is.dayOrMoment, departure: is.dayOrMoment }
const amount = is.exactly({ amount: is.number, currency: is.currency })
const person = is.exactly({
  lastName: is.filled,
  ...is.optional({ firstName: is.text, email: is.email, phone: is.text }),
})
const party = { adults: is.between(1, 99), childrenAges: is.opt(is.list(is.between(0, 17))) }
const slices = (fields: Parameters<typeof is.exactly>[0]) =>
  is.list(is.exactly({ ratePlanId: is.filled, ...fields }), 1)
const expanded = words('booker', 'actions', 'timeSlices')

export const requests: is.RouteShapes = {
  'GET /account/v1/accounts/current': {},
  'GET /inventory/v1/properties': { query: is.some(paged) },
  'GET /inventory/v1/unit-groups': { query: is.some({ ...paged, propertyId: is.text }) },
  'GET /inventory/v1/unit-groups/:id': {},
  'GET /inventory/v1/units': { query: is.some({ ...paged, unitGroupId: is.text }) },
  'GET /availability/v1/unit-groups': {
    query: is.exactly({
      ...{ propertyId: is.filled, from: is.day, to: is.day },
      ...is.optional({ ...paged, timeSliceTemplate: template, unitGroupIds: is.filled }),
    }),
  },
  'GET /availability/v1/units': {
    query: is.exactly({
      ...{ propertyId: is.filled, from: is.moment, to: is.moment },
      ...is.optional({ ...paged, unitGroupId: is.filled, includeOutOfService: flag }),
    }),
  },
  'GET /operations/v1/maintenances': {
    query: is.some({
      ...{ ...paged, propertyId: is.filled, unitId: is.filled, from: is.moment, to: is.moment },
      types: words(...maintenanceTypes),
    }),
  },
  'POST /operations/v1/maintenances/bulk': {
    body: is.exactly({
      maintenances: is.list(
        is.exactly({
          ...{ unitId: is.filled, from: is.moment, to: is.moment },
          ...{ type: is.oneOf(...maintenanceTypes), description: is.opt(is.text) },
        }),
        1,
      ),
    }),
  },
  'DELETE /operations/v1/maintenances/:id': {},
  'GET /rateplan/v1/rate-plans': { query: is.some({ ...paged, propertyId: is.text }) },
  'GET /rateplan/v1/rate-plans/:id/rates': {
    query: is.exactly({ from: is.dayOrMoment, to: is.dayOrMoment, ...is.optional(paged) }),
  },
  'PUT /rateplan/v1/rate-plans/:id/rates': {
    body: is.exactly({
      rates: is.list(
        is.exactly({
          ...{ from: is.moment, to: is.moment, price: is.opt(amount) },
          restrictions: is.opt(
            is.exactly({
              ...{ closed: is.bool, closedOnArrival: is.bool, closedOnDeparture: is.bool },
              ...is.optional({ minLengthOfStay: is.count, maxLengthOfStay: is.count }),
            }),
          ),
        }),
        1,
      ),
    }),
  },
  'GET /booking/v1/reservations': {
    query: is.some({
      ...{ ...paged, propertyIds: is.filled, externalCode: is.text, expand: expanded },
      dateFilter: is.oneOf('Arrival', 'Departure', 'Creation', 'Modification', 'Cancellation'),
      // A day without a time is refused.
      ...{ from: is.moment, to: is.moment },
      sort: is.like('^(arrival|departure|created|updated):(asc|desc)$'),
    }),
  },
  'GET /booking/v1/reservations/:id': { query: is.some({ expand: expanded }) },
  'GET /booking/v1/offers': {
    query: is.exactly({
      ...{ propertyId: is.filled, ...span, adults: is.between(1, 99) },
      ...is.optional({ childrenAges: ages, channelCode: channel, timeSliceTemplate: template }),
      ...is.optional({ unitGroupIds: is.filled, includeUnavailable: flag }),
    }),
  },
  'POST /booking/v1/bookings': {
    body: is.exactly({
      booker: person,
      reservations: is.list(
        is.exactly({
          ...{ ...span, ...party, channelCode: channel, primaryGuest: is.opt(person) },
          timeSlices: slices({ totalAmount: is.opt(amount) }),
          ...is.optional({ externalCode: is.text, comment: is.text }),
        }),
        1,
      ),
    }),
  },
  'PUT /booking/v1/reservation-actions/:id/amend': {
    body: is.exactly({
      ...{ ...span, ...party, requote: is.opt(is.bool) },
      // Live accounts refuse a night without its party.
      timeSlices: slices({ ...party, totalGrossAmount: is.opt(amount) }),
    }),
  },
  'PUT /booking/v1/reservation-actions/:id/cancel': {},
  'PUT /booking/v1/reservation-actions/:id/assign-unit/:unitId': {},
  'GET /v1/subscriptions': {},
  'POST /v1/subscriptions': {
    body: is.exactly({
      endpointUrl: is.address,
      events: is.list(is.like('^[a-z]+/([a-z-]+|\\*)$'), 1),
      propertyIds: is.opt(is.list(is.filled)),
    }),
  },
  'DELETE /v1/subscriptions/:id': {},
}
