import * as is from '../kit/shape.ts'
import { statuses } from './vocabulary.ts'

/**
 * Shapes of all routes, from the vendor's reference. Queries and forms are text, and lists have indexes in brackets.
 */

const paged = { pageNumber: is.id, pageSize: is.between(1, 100) }
const dates = is.each(is.day, 'startDate', 'endDate')
const properties = { propertyIDs: is.ids }
const property = { propertyID: is.ids }
const guests = is.each(is.count, 'adults', 'children')
const roomed = is.exactly({ roomTypeID: is.filled, quantity: is.count, roomID: is.opt(is.text) })
const email = is.like('^[^@\\s]+@[^@\\s]+$')
const gender = is.oneOf('M', 'F', 'N/A')
const customFields = is.list(is.anything)

const interval = is.exactly({
  ...dates,
  ...is.optional({
    rate: is.price,
    ...is.each(is.count, 'minLos', 'maxLos'),
    ...is.each(is.bool, 'closedToArrival', 'closedToDeparture', 'blocked'),
    ...is.each(is.int, 'cutOff', 'lastMinuteBooking'),
    guestPricing: is.anything,
  }),
})

export const requests: is.RouteShapes = {
  'GET /getReservationsWithRateDetails': {
    query: is.some({
      ...property,
      ...is.each(is.moment, 'resultsFrom', 'resultsTo', 'modifiedFrom', 'modifiedTo'),
      ...is.each(is.day, 'reservationCheckOutFrom', 'reservationCheckOutTo'),
      ...is.each(is.filled, 'reservationID', 'guestID'),
      excludeStatuses: is.text,
      ...is.each(is.flag, 'sortByRecent', 'includeDeleted'),
      ...is.each(is.flag, 'includeGuestsDetails', 'includeGuestRequirements', 'includeCustomFields'),
      ...paged,
    }),
  },
  'GET /getWebhooks': { query: is.some(property) },
  'DELETE /deleteWebhook': {
    query: is.exactly({ subscriptionID: is.filled, ...is.optional({ ...properties, ...property }) }),
  },
  'POST /postWebhook': {
    body: is.exactly({
      ...is.each(is.filled, 'object', 'action'),
      endpointUrl: is.address,
      ...is.optional(property),
    }),
  },
  'GET /getHotels': {
    query: is.some({ ...properties, ...is.each(is.text, 'propertyName', 'propertyCity'), ...paged }),
  },
  'GET /getHotelDetails': { query: is.some(property) },
  'GET /getRoomTypes': {
    query: is.some({
      ...{ ...properties, roomTypeIDs: is.ids, ...dates, ...guests, maxGuests: is.count },
      ...is.each(is.text, 'roomTypeName', 'propertyCity', 'propertyName', 'sort'),
      detailedRates: is.flag,
      ...paged,
    }),
  },
  'GET /getRooms': {
    query: is.some({
      ...{ ...properties, roomTypeID: is.ids, ...dates, includeRoomRelations: is.between(0, 1) },
      ...is.each(is.text, 'roomTypeNameShort', 'sort'),
      ...paged,
    }),
  },
  'GET /getRatePlans': {
    query: is.exactly({
      ...dates,
      ...is.optional({
        ...{ ...properties, roomTypeID: is.ids, ...guests },
        ...is.each(is.text, 'rateIDs', 'promoCode'),
        ...is.each(is.flag, 'includePromoCode', 'detailedRates', 'includeSharedRooms'),
      }),
    }),
  },
  'GET /getAvailableRoomTypes': {
    query: is.exactly({
      ...{ ...dates, ...guests, rooms: is.id },
      ...is.optional({
        ...{ ...properties, promoCode: is.text, ...is.each(is.flag, 'detailedRates', 'includeSharedRooms') },
        sort: is.oneOf('room_name', 'hotel_name', 'room_price', 'hotel_stars'),
        order: is.oneOf('asc', 'desc'),
        ...is.each(is.number, 'minRate', 'maxRate'),
        ...paged,
      }),
    }),
  },
  'GET /getRoomsFeesAndTaxes': {
    query: is.exactly({
      ...{ ...dates, roomsTotal: is.price, roomsCount: is.id },
      ...is.optional({ ...property, ...is.each(is.count, 'adultsPerRoom', 'childrenPerRoom') }),
    }),
  },
  'GET /getSources': { query: is.some(properties) },
  'GET /getRateJobs': { query: is.some({ jobReferenceID: is.filled, status: is.text, ...property }) },
  'POST /patchRate': {
    body: is.exactly({
      ...is.optional(property),
      rates: is.list(is.exactly({ rateID: is.filled, interval: is.list(interval, 1) }), 1),
    }),
  },
  'POST /postReservation': {
    body: is.exactly({
      ...dates,
      ...is.each(is.filled, 'guestFirstName', 'guestLastName'),
      ...{ guestCountry: is.like('^[A-Z]{2}$'), guestZip: is.text, guestEmail: email },
      rooms: is.list(
        is.exactly({
          ...{ roomTypeID: is.filled, quantity: is.id },
          ...is.optional(is.each(is.text, 'roomID', 'roomRateID')),
        }),
        1,
      ),
      ...is.each(is.list(roomed, 1), 'adults', 'children'),
      paymentMethod: is.oneOf('cash', 'credit', 'ebanking', 'pay_pal'),
      ...is.optional({
        ...{ ...property, guestGender: gender, estimatedArrivalTime: is.clockTime, dateCreated: is.moment },
        ...is.each(is.text, 'sourceID', 'thirdPartyIdentifier', 'guestPhone', 'cardToken'),
        ...is.each(is.text, 'paymentAuthorizationCode', 'promoCode', 'allotmentBlockCode', 'groupCode'),
        ...{ guestRequirements: customFields, customFields, sendEmailConfirmation: is.bool },
      }),
    }),
  },
  'POST /postReservationNote': {
    body: is.exactly({
      ...is.each(is.filled, 'reservationID', 'reservationNote'),
      ...is.optional({ ...property, userID: is.text, dateCreated: is.moment }),
    }),
  },
  'POST /postRoomAssign': {
    body: is.exactly({
      ...is.each(is.filled, 'reservationID', 'newRoomID'),
      ...is.optional({
        ...{ ...property, roomTypeID: is.filled },
        ...is.each(is.text, 'subReservationID', 'reservationRoomID', 'oldRoomID'),
        ...is.each(is.bool, 'overrideRates', 'adjustPrice'),
      }),
    }),
  },
  'PUT /putGuest': {
    body: is.exactly({
      guestID: is.filled,
      ...is.optional({
        ...{ ...property, guestGender: gender, guestEmail: email, guestBirthDate: is.day },
        ...is.each(is.text, 'guestFirstName', 'guestLastName', 'guestPhone', 'guestCellPhone'),
        ...is.each(is.text, 'guestAddress1', 'guestAddress2', 'guestCity', 'guestCountry'),
        ...is.each(is.text, 'guestState', 'guestZip'),
      }),
    }),
  },
  'PUT /putReservation': {
    body: is.exactly({
      reservationID: is.filled,
      ...is.optional({
        ...{ ...property, estimatedArrivalTime: is.clockTime, status: is.oneOf(...statuses), customFields },
        ...{ checkoutDate: is.day, dateCreated: is.moment, sendStatusChangeEmail: is.bool },
        ...is.each(is.text, 'allotmentBlockCode', 'eventCode'),
        rooms: is.list(
          is.some({
            ...{ roomTypeID: is.filled, ...guests, adjustPrice: is.bool },
            ...is.each(is.text, 'subReservationID', 'rateID'),
            ...is.each(is.day, 'checkinDate', 'checkoutDate'),
          }),
          1,
        ),
      }),
    }),
  },
}
