import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's descriptions; live accounts count pages from 1 and give 100 rows at most. */
const paged = { page: is.between(1, 1_000_000), size: is.between(1, 100), search: is.text, term: is.text }
const direction = { sortDirection: is.oneOf('asc', 'desc') }
const bit = is.oneOf('0', '1')
const nights = { query: is.some({ startDate: is.day, endDate: is.day }) }

export const requests: is.RouteShapes = {
  'GET /pms/units': {
    query: is.some({
      ...paged,
      ...direction,
      sortColumn: is.oneOf('id', 'name', 'nodeName', 'unitTypeName'),
      ...{
        nodeId: is.int,
        unitTypeId: is.int,
        amenityId: is.int,
        id: is.int,
        calendarId: is.int,
        roleId: is.int,
      },
      ...{ minBedrooms: is.int, maxBedrooms: is.int, bedrooms: is.int },
      ...{ minBathrooms: is.int, maxBathrooms: is.int, bathrooms: is.int },
      ...{ unitCode: is.text, shortName: is.text },
      ...{ petsFriendly: bit, allowUnitRates: bit, computed: bit, inherited: bit, limited: bit },
      ...{ isBookable: bit, includeDescriptions: bit, isActive: bit },
      ...{ arrival: is.day, departure: is.day, updatedSince: is.day, contentUpdatedSince: is.moment },
      unitStatus: is.oneOf('clean', 'dirty', 'occupied', 'inspection', 'inprogress'),
    }),
  },
  'GET /pms/units/:id': { query: is.some({ includeDescriptions: bit, computed: bit, inherited: bit }) },
  'GET /v2/pms/units/:id/availability': {
    query: is.some({ startDate: is.day, endDate: is.day, useSoftDates: bit }),
  },
  'GET /v2/pms/units/:id/daily-pricing': nights,
  'GET /v2/pms/reservations': {
    query: is.some({
      ...paged,
      ...direction,
      sortColumn: is.oneOf(
        ...['name', 'status', 'altConf', 'agreementStatus', 'type', 'guest', 'guests'],
        ...['unit', 'units', 'checkin', 'checkout', 'nights'],
      ),
      ...{ bookedStart: is.dayOrMoment, bookedEnd: is.dayOrMoment, updatedSince: is.dayOrMoment },
      ...{ arrivalStart: is.dayOrMoment, arrivalEnd: is.dayOrMoment },
      ...{ departureStart: is.dayOrMoment, departureEnd: is.dayOrMoment },
      ...{ nodeId: is.int, unitId: is.int, unitTypeId: is.int, contactId: is.int, groupId: is.int },
      ...{ reservationTypeId: is.int, rateTypeId: is.int, travelAgentId: is.int, campaignId: is.int },
      ...{ userId: is.int, checkinOfficeId: is.int, tags: is.text, status: is.text },
      ...{ inHouseToday: bit, scroll: is.text },
    }),
  },
  'GET /v2/pms/reservations/:id': {},
  'POST /pms/reservations': {
    body: is.exactly({
      ...{ unitId: is.id, arrivalDate: is.day, departureDate: is.day },
      occupants: is.opt(is.some({ adults: is.count, children: is.count, pets: is.count })),
      contactId: is.opt(is.id),
      contact: is.opt(
        is.some({
          ...{ id: is.id, firstName: is.upTo(32), lastName: is.upTo(32) },
          ...{ primaryEmail: is.email, secondaryEmail: is.email },
          ...{ cellPhone: is.upTo(16), homePhone: is.upTo(16), otherPhone: is.upTo(16) },
        }),
      ),
      confirmationNumber: is.opt(is.text),
      notes: is.opt(is.list(is.some({ note: is.text, isPublic: is.bool }))),
    }),
  },
  'POST /v2/pms/quotes': {
    body: is.exactly({
      ...{ unitId: is.id, arrivalDate: is.day, departureDate: is.day },
      occupants: is.opt(is.list(is.some({ type: is.text, count: is.count }))),
    }),
  },
  'GET /crm/contacts': {
    query: is.some({
      ...paged,
      ...direction,
      sortColumn: is.oneOf('id', 'name', 'email', 'cellPhone', 'homePhone', 'otherPhone', 'vip'),
      ...{ email: is.text, updatedSince: is.day },
    }),
  },
  'POST /crm/contacts': {
    body: is.exactly({
      ...{ firstName: is.upTo(32), lastName: is.upTo(32) },
      ...is.optional({
        primaryEmail: is.email,
        cellPhone: is.upTo(16),
        homePhone: is.upTo(16),
        country: is.text,
      }),
    }),
  },
  'GET /channel-management/channel/reviews': {
    query: is.some({ ...paged, ...direction, sortColumn: is.oneOf('id'), updatedSince: is.dayOrMoment }),
  },
}
