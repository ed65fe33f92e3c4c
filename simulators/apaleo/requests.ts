import * as is from '../kit/shape.ts'

/**
 * Shapes of all routes, from the vendor's description. A name that the vendor does not know it passes over; here it is
 * a mistake.
 */
const csv = is.like('^[^,\\s]+(,[^,\\s]+)*$')
const words = (...names: string[]) => is.like(`^(${names.join('|')})(,(${names.join('|')}))*$`)
const paged = { pageNumber: is.between(1, 1_000_000), pageSize: is.between(1, 1000) }
const flag = is.oneOf('true', 'false')
const channel = is.oneOf(
  ...['Direct', 'BookingCom', 'Ibe', 'ChannelManager', 'Expedia', 'Homelike', 'Hrs', 'AltoVita', 'DesVu'],
)
const template = is.oneOf('DayUse', 'OverNight')
const groupTypes = words('BedRoom', 'MeetingRoom', 'EventSpace', 'ParkingLot', 'Other')
const ages = is.like('^\\d{1,2}(,\\d{1,2})*$')
const amount = is.exactly({ amount: is.number, currency: is.currency })
const person = is.exactly({
  lastName: is.filled,
  ...is.optional({ firstName: is.text, email: is.email, phone: is.text }),
})
const agesInBody = is.list(is.between(0, 17))
const oneForEach = { adults: is.between(1, 99), childrenAges: is.opt(agesInBody) }
const expanded = words('booker', 'actions', 'timeSlices', 'services', 'assignedUnits', 'company')

export const requests: is.RouteShapes = {
  'GET /account/v1/accounts/current': {},
  'GET /inventory/v1/properties': {
    query: is.some({
      ...paged,
      status: words('Test', 'Live'),
      ...{ includeArchived: flag, countryCode: csv, expand: csv },
    }),
  },
  'GET /inventory/v1/unit-groups': {
    query: is.some({ ...paged, propertyId: is.text, unitGroupTypes: groupTypes, expand: csv }),
  },
  'GET /inventory/v1/unit-groups/:id': { query: is.some({ languages: csv, expand: csv }) },
  'GET /inventory/v1/units': {
    query: is.some({
      ...paged,
      ...{ propertyId: is.text, unitGroupId: is.text, unitGroupIds: csv, unitAttributeIds: csv },
      ...{ isOccupied: flag, textSearch: is.text, expand: csv },
      maintenanceType: is.oneOf('OutOfService', 'OutOfOrder', 'OutOfInventory'),
      condition: is.oneOf('Clean', 'CleanToBeInspected', 'Dirty'),
    }),
  },
  'GET /availability/v1/unit-groups': {
    query: is.exactly({
      ...{ propertyId: is.filled, from: is.day, to: is.day },
      ...is.optional({
        ...paged,
        ...{ timeSliceTemplate: template, timeSliceDefinitionIds: csv, unitGroupIds: csv },
        ...{ unitGroupTypes: groupTypes, adults: is.count, childrenAges: ages, onlySellable: flag },
      }),
    }),
  },
  'GET /rateplan/v1/rate-plans': {
    query: is.some({
      ...paged,
      ...{ propertyId: is.text, ratePlanCodes: csv, unitGroupIds: csv, channelCodes: csv, promoCodes: csv },
      ...{ unitGroupTypes: groupTypes, timeSliceTemplate: template, isDerived: flag, expand: csv },
      ...{ includeArchived: flag, baseRatePlanIds: csv, companyIds: csv },
    }),
  },
  'GET /rateplan/v1/rate-plans/:id/rates': {
    query: is.exactly({ from: is.dayOrMoment, to: is.dayOrMoment, ...is.optional(paged) }),
  },
  'GET /booking/v1/reservations': {
    query: is.some({
      ...paged,
      ...{ bookingId: is.text, propertyIds: csv, ratePlanIds: csv, unitIds: csv, unitGroupIds: csv },
      status: words('Confirmed', 'InHouse', 'CheckedOut', 'Canceled', 'NoShow'),
      dateFilter: is.oneOf('Arrival', 'Departure', 'Stay', 'Creation', 'Modification', 'Cancellation'),
      // A day without a time is refused.
      ...{ from: is.moment, to: is.moment },
      ...{ channelCode: csv, sources: csv, externalCode: is.text, textSearch: is.text },
      ...{ unitGroupTypes: groupTypes, expand: expanded },
      sort: is.like('^(arrival|departure|created|updated|id|firstname|lastname|unitname):(asc|desc)$'),
    }),
  },
  'GET /booking/v1/reservations/:id': { query: is.some({ expand: expanded }) },
  'GET /booking/v1/offers': {
    query: is.exactly({
      ...{ propertyId: is.filled, arrival: is.dayOrMoment, departure: is.dayOrMoment },
      adults: is.between(1, 99),
      ...is.optional({
        ...{ childrenAges: ages, channelCode: channel, promoCode: is.text, corporateCode: is.text },
        ...{ unitGroupIds: csv, unitGroupTypes: groupTypes, timeSliceTemplate: template },
        ...{ timeSliceDefinitionIds: csv, includeUnavailable: flag },
      }),
    }),
  },
  'POST /booking/v1/bookings': {
    body: is.exactly({
      booker: person,
      reservations: is.list(
        is.exactly({
          ...{ arrival: is.dayOrMoment, departure: is.dayOrMoment, ...oneForEach },
          ...{ channelCode: channel, primaryGuest: is.opt(person) },
          timeSlices: is.list(is.exactly({ ratePlanId: is.filled, totalAmount: is.opt(amount) }), 1),
          ...is.optional({ externalCode: is.text, comment: is.text, guestComment: is.text }),
          guaranteeType: is.opt(is.oneOf('PM6Hold', 'CreditCard', 'Prepayment', 'Company')),
        }),
        1,
      ),
      transactionReference: is.opt(is.text),
    }),
  },
  'PUT /booking/v1/reservation-actions/:id/amend': {
    body: is.exactly({
      ...{ arrival: is.dayOrMoment, departure: is.dayOrMoment, ...oneForEach },
      requote: is.opt(is.bool),
      // Live accounts refuse a night without its party.
      timeSlices: is.list(
        is.exactly({ ratePlanId: is.filled, ...oneForEach, totalGrossAmount: is.opt(amount) }),
        1,
      ),
    }),
  },
  'PUT /booking/v1/reservation-actions/:id/cancel': {},
  'PUT /booking/v1/reservation-actions/:id/assign-unit/:unitId': {
    query: is.some({ from: is.dayOrMoment, to: is.dayOrMoment, lockUnit: flag }),
  },
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
