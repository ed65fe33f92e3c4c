import * as is from '../kit/shape.ts'

/**
 * Shapes of all routes, from the vendor's reference. Queries and forms are text, and lists have indexes in brackets.
 */

const paged = { pageNumber: is.id, pageSize: is.between(1, 100) }
const properties = { propertyIDs: is.ids }
const roomed = is.exactly({ roomTypeID: is.filled, quantity: is.count, roomID: is.opt(is.text) })
const email = is.like('^[^@\\s]+@[^@\\s]+$')
const statuses = ['confirmed', 'not_confirmed', 'canceled', 'checked_in', 'checked_out', 'no_show']
const customFields = is.list(is.anything)

const interval = is.exactly({
  startDate: is.day,
  endDate: is.day,
  ...is.optional({
    rate: is.price,
    minLos: is.count,
    maxLos: is.count,
    closedToArrival: is.bool,
    closedToDeparture: is.bool,
    cutOff: is.int,
    lastMinuteBooking: is.int,
    blocked: is.bool,
    guestPricing: is.anything,
  }),
})

export const requests: is.RouteShapes = {
  'GET /getReservationsWithRateDetails': {
    query: is.some({
      propertyID: is.ids,
      resultsFrom: is.moment,
      resultsTo: is.moment,
      modifiedFrom: is.moment,
      modifiedTo: is.moment,
      sortByRecent: is.flag,
      reservationID: is.filled,
      reservationCheckOutFrom: is.day,
      reservationCheckOutTo: is.day,
      includeDeleted: is.flag,
      excludeStatuses: is.text,
      includeGuestsDetails: is.flag,
      includeGuestRequirements: is.flag,
      includeCustomFields: is.flag,
      guestID: is.filled,
      ...paged,
    }),
  },
  'GET /getWebhooks': { query: is.some({ propertyID: is.ids }) },
  'DELETE /deleteWebhook': {
    query: is.exactly({ subscriptionID: is.filled, propertyIDs: is.opt(is.ids), propertyID: is.opt(is.ids) }),
  },
  'POST /postWebhook': {
    body: is.exactly({
      object: is.filled,
      action: is.filled,
      endpointUrl: is.address,
      propertyID: is.opt(is.ids),
    }),
  },
  'GET /getHotels': {
    query: is.some({ ...properties, propertyName: is.text, propertyCity: is.text, ...paged }),
  },
  'GET /getHotelDetails': { query: is.some({ propertyID: is.ids }) },
  'GET /getRoomTypes': {
    query: is.some({
      ...properties,
      roomTypeIDs: is.ids,
      startDate: is.day,
      endDate: is.day,
      adults: is.count,
      children: is.count,
      detailedRates: is.flag,
      roomTypeName: is.text,
      propertyCity: is.text,
      propertyName: is.text,
      maxGuests: is.count,
      sort: is.text,
      ...paged,
    }),
  },
  'GET /getRooms': {
    query: is.some({
      ...properties,
      roomTypeID: is.ids,
      roomTypeNameShort: is.text,
      startDate: is.day,
      endDate: is.day,
      includeRoomRelations: is.between(0, 1),
      sort: is.text,
      ...paged,
    }),
  },
  'GET /getRatePlans': {
    query: is.exactly({
      startDate: is.day,
      endDate: is.day,
      ...is.optional({
        ...properties,
        rateIDs: is.text,
        roomTypeID: is.ids,
        promoCode: is.text,
        includePromoCode: is.flag,
        adults: is.count,
        children: is.count,
        detailedRates: is.flag,
        includeSharedRooms: is.flag,
      }),
    }),
  },
  'GET /getAvailableRoomTypes': {
    query: is.exactly({
      startDate: is.day,
      endDate: is.day,
      rooms: is.id,
      adults: is.count,
      children: is.count,
      ...is.optional({
        ...properties,
        promoCode: is.text,
        detailedRates: is.flag,
        includeSharedRooms: is.flag,
        sort: is.oneOf('room_name', 'hotel_name', 'room_price', 'hotel_stars'),
        order: is.oneOf('asc', 'desc'),
        minRate: is.number,
        maxRate: is.number,
        ...paged,
      }),
    }),
  },
  'GET /getRoomsFeesAndTaxes': {
    query: is.exactly({
      startDate: is.day,
      endDate: is.day,
      roomsTotal: is.price,
      roomsCount: is.id,
      ...is.optional({ propertyID: is.ids, adultsPerRoom: is.count, childrenPerRoom: is.count }),
    }),
  },
  'GET /getSources': { query: is.some(properties) },
  'GET /getRateJobs': { query: is.some({ jobReferenceID: is.filled, status: is.text, propertyID: is.ids }) },
  'POST /patchRate': {
    body: is.exactly({
      propertyID: is.opt(is.ids),
      rates: is.list(is.exactly({ rateID: is.filled, interval: is.list(interval, 1) }), 1),
    }),
  },
  'POST /postReservation': {
    body: is.exactly({
      startDate: is.day,
      endDate: is.day,
      guestFirstName: is.filled,
      guestLastName: is.filled,
      guestCountry: is.like('^[A-Z]{2}$'),
      guestZip: is.text,
      guestEmail: email,
      rooms: is.list(
        is.exactly({
          roomTypeID: is.filled,
          quantity: is.id,
          roomID: is.opt(is.text),
          roomRateID: is.opt(is.text),
        }),
        1,
      ),
      adults: is.list(roomed, 1),
      children: is.list(roomed, 1),
      paymentMethod: is.oneOf('cash', 'credit', 'ebanking', 'pay_pal'),
      ...is.optional({
        propertyID: is.ids,
        sourceID: is.text,
        thirdPartyIdentifier: is.text,
        guestGender: is.oneOf('M', 'F', 'N/A'),
        guestPhone: is.text,
        guestRequirements: customFields,
        estimatedArrivalTime: is.clockTime,
        cardToken: is.text,
        paymentAuthorizationCode: is.text,
        customFields,
        promoCode: is.text,
        allotmentBlockCode: is.text,
        groupCode: is.text,
        dateCreated: is.moment,
        sendEmailConfirmation: is.bool,
      }),
    }),
  },
  'POST /postReservationNote': {
    body: is.exactly({
      reservationID: is.filled,
      reservationNote: is.filled,
      ...is.optional({ propertyID: is.ids, userID: is.text, dateCreated: is.moment }),
    }),
  },
  'POST /postRoomAssign': {
    body: is.exactly({
      reservationID: is.filled,
      newRoomID: is.filled,
      ...is.optional({
        propertyID: is.ids,
        subReservationID: is.text,
        reservationRoomID: is.text,
        roomTypeID: is.filled,
        oldRoomID: is.text,
        overrideRates: is.bool,
        adjustPrice: is.bool,
      }),
    }),
  },
  'PUT /putGuest': {
    body: is.exactly({
      guestID: is.filled,
      ...is.optional({
        propertyID: is.ids,
        guestFirstName: is.text,
        guestLastName: is.text,
        guestGender: is.oneOf('M', 'F', 'N/A'),
        guestEmail: email,
        guestPhone: is.text,
        guestCellPhone: is.text,
        guestAddress1: is.text,
        guestAddress2: is.text,
        guestCity: is.text,
        guestCountry: is.text,
        guestState: is.text,
        guestZip: is.text,
        guestBirthDate: is.day,
      }),
    }),
  },
  'PUT /putReservation': {
    body: is.exactly({
      reservationID: is.filled,
      ...is.optional({
        propertyID: is.ids,
        estimatedArrivalTime: is.clockTime,
        status: is.oneOf(...statuses),
        checkoutDate: is.day,
        customFields,
        rooms: is.list(
          is.some({
            subReservationID: is.text,
            roomTypeID: is.filled,
            checkinDate: is.day,
            checkoutDate: is.day,
            adults: is.count,
            children: is.count,
            rateID: is.text,
            adjustPrice: is.bool,
          }),
          1,
        ),
        dateCreated: is.moment,
        allotmentBlockCode: is.text,
        eventCode: is.text,
        sendStatusChangeEmail: is.bool,
      }),
    }),
  },
}
