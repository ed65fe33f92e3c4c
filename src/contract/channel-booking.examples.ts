/** These examples of Booking.com's routes are written by hand. */
import { BookingPublishBody, BookingPublished } from './booking-publishing.ts'
import { BookingProperty } from './channel-booking.ts'
import { BookingAvailabilityBody, BookingPricingBody, type BookingUpdate } from './channel-booking-rates.ts'
import { BookingRateNight, BookingRatePrice, BookingRoomNight } from './channel-booking-nights.ts'
import {
  BookingCharge,
  BookingChargeKey,
  BookingChargesBody,
  BookingContentBody,
  BookingRoomCharges,
} from './channel-booking-property.ts'
import { BookingAcknowledgeBody, BookingReservation } from './channel-booking-reservations.ts'
import { BookingPropertyBody } from './channel-booking-selling.ts'
import { BookingRate } from './channel-booking-rooms.ts'
import { BookingLegalEntity, BookingSetupBody } from './channel-booking-setup.ts'
import {
  BookingMessageBody,
  BookingMessageSent,
  BookingReview,
  BookingReviewAnswered,
  BookingReviewBody,
  BookingThread,
} from './channel-booking-inbox.ts'
import { at, entry } from './examples.ts'

const rates: BookingUpdate = {
  roomId: '1030001',
  rateId: '40123001',
  dateRange: { start: '2026-07-01', end: '2026-07-07' },
  price: 140,
  currency: 'EUR',
  restrictions: { minStay: 2 },
}

const price = { guests: null, amount: 140 }
const rateNight = {
  rateId: '40123001',
  closed: false,
  prices: [price],
  closedToArrival: false,
  closedToDeparture: null,
  minStay: 2,
  maxStay: null,
  minStayArrival: null,
  maxStayArrival: null,
}
const key = { type: 'CLEANINGFEE', guest_origin: 'ANY', travel_purpose: 'ANY' }
const charge = {
  charge_key: key,
  charge_periods: [
    { applicable: { from: '2026-07-01' }, configuration: { amount: { value: 40, mode: 'PER_STAY' } } },
  ],
}

const legalEntity = {
  company_name: 'Harbour Homes Ltd',
  legal_contact_name: 'Ada Byron',
  legal_contact_email: 'ada@example.com',
  country: 'HR',
  city: 'Split',
}

export const channelBookingExamples = {
  BookingLegalEntity: entry(BookingLegalEntity, legalEntity),
  BookingSetupBody: entry(
    BookingSetupBody,
    { action: 'add-room', property_id: '8122001', listing_id: 4812 },
    { action: 'create-property', listing_id: 4812, legal_entity: legalEntity },
  ),
  BookingRatePrice: entry(BookingRatePrice, price),
  BookingRateNight: entry(BookingRateNight, rateNight),
  BookingRoomNight: entry(BookingRoomNight, {
    date: '2026-07-01',
    roomsToSell: 2,
    booked: 1,
    cancelled: 0,
    closed: false,
    rates: [rateNight],
  }),
  BookingChargeKey: entry(BookingChargeKey, key),
  BookingCharge: entry(BookingCharge, charge),
  BookingRoomCharges: entry(BookingRoomCharges, { room_id: '1030001', charges: [charge] }),
  BookingPublishBody: entry(BookingPublishBody, { hotelId: '8122001' }),
  BookingPublished: entry(BookingPublished, {
    listingId: '4812',
    channel: 'booking',
    result: { published: true, sections: ['description', 'photos'], errors: [], hotelId: '8122001' },
  }),
  BookingChargesBody: entry(BookingChargesBody, { property_id: '8122001', property_charges: [charge] }),
  BookingContentBody: entry(BookingContentBody, {
    type: 'description',
    property_id: '8122001',
    content: { language_code: 'en', text: 'A house by the harbour.' },
  }),
  BookingAvailabilityBody: entry(BookingAvailabilityBody, {
    type: 'rates',
    property_id: '8122001',
    updates: [rates],
  }),
  BookingPricingBody: entry(BookingPricingBody, { updates: [rates] }),
  BookingPropertyBody: entry(BookingPropertyBody, { action: 'unlist' }),
  BookingRate: entry(BookingRate, {
    rateId: '40123001',
    rateName: 'Standard',
    policy: 'Fully flexible',
    policyId: '152',
    maxPersons: 2,
    pricingType: 'standard',
    isChildRate: false,
    parentRateId: null,
    isReadOnly: false,
  }),
  BookingAcknowledgeBody: entry(BookingAcknowledgeBody, { reservation_ids: ['4127733218'] }),
  BookingReservation: entry(BookingReservation, {
    id: '4127733218',
    hotel_id: '8122001',
    status: 'new',
    date: '2026-06-01',
    time: '14:05:00',
    customer: {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada.123@guest.booking.com',
      telephone: null,
      countrycode: 'GB',
      remarks: null,
    },
    room: [
      {
        id: '1030001',
        roomreservation_id: '981',
        listing_id: '4812',
        arrival_date: '2026-07-01',
        departure_date: '2026-07-03',
        numberofguests: 2,
        adults: 2,
        children: 0,
        totalprice: 280,
        commission_amount: 42,
        currencycode: 'EUR',
        guest_name: 'Ada Byron',
        meal_plan: 'Breakfast is included in the room rate.',
      },
    ],
    total_price: 280,
    commission_amount: 42,
    currency_code: 'EUR',
  }),
  BookingThread: entry(BookingThread, {
    id: '301',
    propertyId: '8122001',
    externalThreadId: '0f8c1a5e-7c07-5a0a-8f07-1f6f6a0f2d11',
    listingId: '4812',
    reservationId: '9120',
    guestName: 'Ada Byron',
    lastMessageAt: at,
    unreadCount: 1,
  }),
  BookingMessageBody: entry(BookingMessageBody, {
    property_id: 8122001,
    conversation_id: '301',
    message: 'Welcome!',
  }),
  BookingMessageSent: entry(BookingMessageSent, {
    id: '5120',
    conversationId: '301',
    message: 'Welcome!',
    status: 'sent',
  }),
  BookingReview: entry(BookingReview, {
    id: '77',
    externalId: '44127755',
    propertyId: '8122001',
    listingId: null,
    reservationId: '4127733218',
    guestName: 'Ada',
    rating: 4.5,
    comment: 'Lovely view.',
    response: null,
    createdAt: at,
  }),
  BookingReviewBody: entry(BookingReviewBody, {
    property_id: 8122001,
    review_id: '77',
    response: 'Thank you, come again!',
  }),
  BookingReviewAnswered: entry(BookingReviewAnswered, { success: true }),
  BookingProperty: entry(BookingProperty, {
    connectionId: '32',
    hotelId: '8122001',
    hotelName: 'Harbour Hotel',
    active: true,
    syncEnabled: true,
    bookingUrl: null,
    markup: '0.15',
    syncCategory: 'sync_rates_and_availability',
    suspendedAt: null,
    suspensionReason: null,
    createdAt: at,
    mappingStatus: 'mapped',
    listings: [
      {
        listingId: '4812',
        name: 'Harbour loft',
        publicName: null,
        status: 'active',
        inactiveReason: null,
        city: 'Split',
        roomId: '1030001',
        roomBookingId: '1030001',
        roomName: null,
        mappedVia: 'room',
        onDrift: 'mend',
        health: { state: 'in_step', exposedNights: 0, differingNights: 0, since: null, error: null },
      },
    ],
  }),
}
