/** These examples of Plum Guide's routes are written by hand. */
import {
  PlumAvailabilityBody,
  PlumBooking,
  PlumListing,
  PlumNight,
  PlumPrice,
  PlumPricingBody,
  PlumWebhook,
  PlumWebhooksBody,
} from './channel-plumguide.ts'
import { at, entry } from './examples.ts'

const stretch = { start_date: '2026-07-01', end_date: '2026-07-07' }

export const plumExamples = {
  PlumListing: entry(PlumListing, {
    id: '4812',
    name: 'Harbour loft',
    status: 'approved',
    plumguideId: '71803',
    accountId: 'host-1042',
    city: 'Split',
    active: true,
    writes: true,
    health: { state: 'in_step', exposedNights: 0, differingNights: 0, since: null, error: null },
  }),
  PlumNight: entry(PlumNight, { date: '2026-07-01', available: false, sold: true, minNights: 2 }),
  PlumPrice: entry(PlumPrice, { date: '2026-07-01', price: 240 }),
  PlumAvailabilityBody: entry(
    PlumAvailabilityBody,
    { action: 'block', listing_id: '4812', ...stretch, note: 'Painters' },
    { action: 'unblock', listing_id: 4812, dates: ['2026-07-03'] },
    { listing_id: '4812', restrictions: { minNights: 3, changeOverDays: ['saturday'] } },
  ),
  PlumPricingBody: entry(PlumPricingBody, { listing_id: '4812', dates: ['2026-07-01'], price: 240 }),
  PlumBooking: entry(PlumBooking, {
    id: '90211',
    bookingCode: 'PG-ABC123',
    listingId: '4812',
    accountId: 'host-1042',
    status: 'confirmed',
    checkIn: '2026-07-01',
    checkOut: '2026-07-05',
    bookedAt: at,
    guestName: 'Ida Strand',
    guestCount: 2,
    totalPrice: 960,
    currency: 'EUR',
  }),
  PlumWebhook: entry(PlumWebhook, {
    accountId: 'host-1042',
    isActive: true,
    endpoints: { bookings: 'https://lodgewire.example.com/…' },
    ours: true,
  }),
  PlumWebhooksBody: entry(PlumWebhooksBody, { endpoints: { bookings: 'https://hooks.example.com/plum' } }),
}
