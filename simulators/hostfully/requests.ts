import * as is from '../kit/shape.ts'

/** Shapes of all routes. Only their paths and main fields are documented in places that could be checked. */

const paged = { _limit: is.between(1, 1000), _cursor: is.filled }
/** The vendor's moments have no zone. */
const moment = is.like('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$')
const flag = { availableForCheckIn: is.bool, availableForCheckOut: is.bool }

export const requests: is.RouteShapes = {
  'GET /properties': {
    query: is.exactly({ agencyUid: is.uuid, ...is.optional({ ...paged, includeArchived: is.flag }) }),
  },
  'GET /properties/:uid': {},
  'GET /property-calendar/:uid': { query: is.exactly({ from: is.day, to: is.day }) },
  'GET /pricing-periods': { query: is.exactly({ propertyUid: is.uuid, from: is.day, to: is.day }) },
  'POST /pricing-periods': {
    body: is.exactly({
      operation: is.oneOf('SET', 'REMOVE'),
      pricingPeriod: is.exactly({
        ...{ propertyUid: is.uuid, date: is.day, price: is.price },
        ...is.optional({ minimumStay: is.count, name: is.text, ...flag }),
      }),
    }),
  },
  'GET /leads': {
    query: is.some({
      ...{ agencyUid: is.uuid, propertyUid: is.uuid, leadUids: is.filled, updatedSince: moment },
      ...{ checkInFrom: is.day, checkInTo: is.day, checkOutFrom: is.day, checkOutTo: is.day },
      ...paged,
    }),
  },
  'GET /leads/:uid': {},
  'POST /leads': {
    body: is.exactly({
      ...{ agencyUid: is.uuid, propertyUid: is.uuid, type: is.filled, status: is.filled },
      ...{ checkInLocalDateTime: moment, checkOutLocalDateTime: moment },
      guestInformation: is.some({
        ...{ firstName: is.filled, lastName: is.text, email: is.text, phoneNumber: is.text },
        ...{ adultCount: is.count, childrenCount: is.count, infantCount: is.count, petCount: is.count },
      }),
      ...is.optional({ notes: is.text, externalBookingId: is.text, channel: is.text }),
    }),
  },
  'POST /leads/:uid/:action': {},
  'GET /orders': {
    query: is.some({ leadUid: is.uuid, propertyUid: is.uuid, guestUid: is.uuid, updatedSince: moment }),
  },
  'GET /threads': { query: is.some({ agencyUid: is.uuid, leadUid: is.uuid, ...paged }) },
  'GET /threads/:uid': {},
  'GET /messages': { query: is.some({ threadUid: is.uuid, leadUid: is.uuid, ...paged }) },
  'POST /messages': {
    body: is.exactly({
      ...{ leadUid: is.uuid, type: is.oneOf('EMAIL', 'DIRECT_MESSAGE') },
      content: is.exactly({ subject: is.orNull(is.text), text: is.filled }),
      threadUid: is.opt(is.uuid),
    }),
  },
  'GET /reviews': {
    query: is.exactly({ propertyUid: is.uuid, ...is.optional({ ...paged, updatedSince: moment }) }),
  },
  'GET /webhooks': { query: is.exactly({ agencyUid: is.uuid }) },
  'POST /webhooks': {
    body: is.exactly({
      ...{ agencyUid: is.uuid, objectUid: is.uuid, eventType: is.filled, callbackUrl: is.address },
      webhookType: is.oneOf('POST_JSON'),
    }),
  },
  'DELETE /webhooks/:uid': {},
}
