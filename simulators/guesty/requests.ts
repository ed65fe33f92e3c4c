import { Type } from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import {
  address,
  anything,
  atLeast,
  between,
  bool,
  count,
  day,
  dayOrMoment,
  exactly,
  filled,
  flag,
  like,
  list,
  moment,
  number,
  oneOf,
  opt,
  optional,
  price,
  some,
  text,
} from '../kit/shape.ts'
import type { RouteShape, RouteShapes } from '../kit/shape.ts'
import {
  amenities,
  cancellers,
  moduleTypes,
  retiredEvents,
  stayFilters,
  statuses,
  webhookEvents,
} from './vocabulary.ts'

/** What every route takes, from the vendor's description and the pages of the newer endpoints. */

const query = (fields: TProperties): { query: TSchema } => ({ query: some(fields) })
const paged = { limit: count, skip: count }
const pagesOfThread = { sort: filled, cursorAfter: text, cursorBefore: text }
const status = oneOf(...statuses)
const clock = like('^([01]\\d|2[0-3]):[0-5]\\d$')

const others = { numberOfChildren: count, numberOfInfants: count, numberOfPets: count }
const party = some({ numberOfAdults: count, ...others })
const wholeParty = exactly({ numberOfAdults: count, ...optional(others) })
const overrides = { ignoreCalendar: bool, ignoreTerms: bool, ignoreBlocks: bool }
const stay = { checkInDateLocalized: day, checkOutDateLocalized: day }
const wantedStay = { ...stay, listingId: filled, source: filled, guestsCount: between(1, 1000) }

const newBooking = exactly({
  ...wantedStay,
  status,
  ...optional({
    ...overrides,
    numberOfGuests: party,
    guestId: filled,
    guest: exactly({ firstName: filled, lastName: filled, phones: list(text), email: filled }),
    accommodationFare: price,
    cleaningFee: price,
    reservedUntil: Type.Unsafe({ type: 'number', enum: [-1, 0.17, 0.25, 0.5, 12, 24, 36, 48, 72] }),
    confirmationCode: Type.String({ maxLength: 50 }),
  }),
})

const contact = optional({
  email: text,
  emails: list(text),
  phone: text,
  phones: list(text),
  preferredLanguage: like('^[a-z]{2}$'),
  contactType: oneOf('guest', 'owner'),
})

const texts = { summary: text, space: text, access: text, interactionWithGuests: text }
const placeTexts = ['full', 'apartment', 'city', 'country', 'county', 'floor', 'unitNumber', 'neighborhood']
const placeNames = [...placeTexts, 'searchable', 'state', 'street', 'zipcode', 'buildingName']
const place = exactly({
  location: exactly({ lat: number, lng: number }),
  ...optional(Object.fromEntries(placeNames.map((name) => [name, text]))),
})

const nights = {
  startDate: day,
  endDate: day,
  ...optional({
    status: oneOf('available', 'unavailable'),
    price,
    isBasePrice: bool,
    minNights: count,
    isBaseMinNights: bool,
    note: text,
    cta: bool,
    ctd: bool,
  }),
}
const calendar: RouteShape = {
  query: exactly({
    startDate: day,
    endDate: day,
    ...optional({
      listingIds: filled,
      includeAllotment: flag,
      ignoreInactiveChildAllotment: flag,
      ignoreUnlistedChildAllotment: flag,
    }),
  }),
}
const folio: RouteShape = { query: exactly({ reservationIds: filled, fields: filled }) }

const ofKind = { text: filled, day, moment }
/** `filter[checkIn][gte]=…`; one value alone may stand without its operator where no range is meant. */
const filter = some(
  Object.fromEntries(
    Object.entries(stayFilters).map(([name, { operators, kind, isRange }]) => {
      const value = ofKind[kind]
      const byOperator = some(Object.fromEntries(operators.map((operator) => [operator, value])))
      return [name, isRange ? byOperator : Type.Union([value, byOperator])]
    }),
  ),
)

const events = list(oneOf(...webhookEvents, ...Object.keys(retiredEvents)), 1)

export const requests: RouteShapes = {
  'GET /accounts/me': {},
  'GET /guests-crud': { query: exactly({ columns: filled, ...optional({ filters: text, ...paged }) }) },
  'GET /guests-crud/:id': { query: exactly({ fields: filled }) },
  'POST /guests-crud': {
    body: exactly({ firstName: filled, lastName: filled, ...contact, tags: opt(list(text)) }),
  },
  'PUT /guests-crud/:id': {
    body: exactly({ ...optional({ firstName: filled, lastName: filled }), ...contact, tags: list(text) }),
  },
  'GET /reviews': query({
    ...paged,
    listingId: filled,
    reservationId: filled,
    channelId: filled,
    externalReviewId: filled,
    externalReservationId: filled,
    startDate: dayOrMoment,
    endDate: dayOrMoment,
  }),
  'GET /reviews/:id': {},
  'PUT /reviews/:id/reply': { body: exactly({ reviewReply: filled }) },

  'GET /listings': query({
    ...paged,
    ids: text,
    nids: text,
    viewId: text,
    q: text,
    city: text,
    active: flag,
    pmsActive: flag,
    integrationId: text,
    listed: flag,
    available: anything,
    ignoreFlexibleBlocks: flag,
    tags: text,
    fields: text,
    sort: text,
  }),
  'GET /listings/:id': query({ fields: text }),
  'PUT /listings/:id': {
    body: some({
      title: Type.String({ minLength: 3, maxLength: 50 }),
      nickname: filled,
      accommodates: count,
      defaultCheckInTime: clock,
      defaultCheckOutTime: clock,
      publicDescription: some({
        ...texts,
        neighborhood: text,
        transit: text,
        notes: text,
        houseRules: text,
      }),
    }),
  },
  'GET /properties-api/amenities/supported': {},
  'PUT /properties-api/amenities/:id': { body: exactly({ amenities: list(oneOf(...amenities)) }) },
  'GET /address/:id': {},
  'PUT /address/:id/update': {
    body: exactly({ address: place, publishedAddress: place, isPublishedAddressEnabled: bool }),
  },
  'POST /properties-api/property-photos/property-photos/:id': {
    body: list(exactly({ url: address, caption: opt(text) }), 1),
  },

  'GET /availability-pricing/api/calendar/listings': calendar,
  'GET /availability-pricing/api/calendar/listings/:id': calendar,
  'PUT /availability-pricing/api/calendar/listings': {
    body: list(exactly({ ...nights, listingId: filled }), 1),
  },
  'PUT /availability-pricing/api/calendar/listings/:id': { body: exactly(nights) },

  'GET /reservations': query({ ...paged, viewId: text, filters: text, fields: text, sort: text }),
  'GET /reservations/:id': query({ fields: text }),
  'GET /reservations-v3/search': query({
    filter,
    limit: between(1, 100),
    skip: count,
    sort: like('^-?(_id|checkIn|checkOut|createdAt)$'),
  }),
  // Shown as reservationIds[]=, described as a plain name.
  'GET /reservations-v3': { query: exactly({ reservationIds: Type.Union([list(filled, 1), filled]) }) },
  'POST /reservations-v3': { body: newBooking },
  'PUT /reservations-v3/:id/dates': {
    body: exactly({ ...stay, ...optional({ applyRecalculation: bool, ...overrides }) }),
  },
  'PUT /reservations-v3/:id/guests': {
    body: exactly({ guestsCount: count, ...optional({ numberOfGuests: wholeParty, ...overrides }) }),
  },
  'PUT /reservations-v3/:id/notes': {
    body: exactly({ notes: some({ other: text, cleaning: text, guest: text, specialRequests: text }) }),
  },
  'PUT /reservations-v3/:id/status': {
    body: exactly({
      status,
      ...optional({ canceledBy: oneOf(...cancellers, 'HOST'), cancellationReason: text }),
    }),
  },
  'POST /reservations-v3/:id/approve': {},
  'POST /reservations-v3/:id/decline': { body: some({ reason: filled, messageToGuest: text }) },
  'POST /reservations-v3/:id/pre-approve': {},
  'POST /quotes': { body: exactly({ ...wantedStay, ...optional({ ...overrides, numberOfGuests: party }) }) },
  'GET /payments': { query: exactly({ reservationId: filled }) },
  'GET /guest-folio/overview': folio,
  'GET /guest-folio/invoice-items': folio,

  'GET /communication/conversations': query({ ...pagesOfThread, filters: text, fields: text, limit: count }),
  'GET /communication/conversations/:id': query({ fields: text }),
  'GET /communication/conversations/:id/posts': query(pagesOfThread),
  'POST /communication/conversations/:id/send-message': {
    body: exactly({ module: atLeast({ type: oneOf(...moduleTypes) }), body: filled }),
  },

  'GET /webhooks': {},
  'POST /webhooks': { body: exactly({ url: address, events }) },
  'GET /webhooks/:id': {},
  'PUT /webhooks/:id': { body: some({ url: address, events }) },
  'DELETE /webhooks/:id': {},
  'GET /webhooks-v2/secret': { query: exactly({ url: filled }) },
}
