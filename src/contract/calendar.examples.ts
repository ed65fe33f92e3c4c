/** Handwritten examples of nights: what is free, what is written and what a channel took. */
import { AvailabilityBatchBody, AvailabilityBody, AvailabilityWritten } from './availability-write.ts'
import { Availability } from './availability.ts'
import { CalendarSync } from './calendar-sync.ts'
import { at, entry, type Refused } from './examples.ts'

const availability: Availability = {
  propertyId: '4812',
  currency: 'EUR',
  days: [{ date: '2026-06-01', available: true, price: 120.5, minNights: 2, availableUnits: 1 }],
  coverage: { requestedDays: 1, coveredDays: 1, missingDates: [] },
}

export const calendarExamples = {
  Availability: entry(Availability, availability),
  AvailabilityBody: entry(
    AvailabilityBody,
    { dates: ['2026-07-01', '2026-07-02'], price: 148.5, minNights: 2 },
    { dates: ['2026-07-01'], available: false },
  ),
  AvailabilityBatchBody: entry(AvailabilityBatchBody, {
    propertyIds: [4812, '4813'],
    dates: ['2026-12-31'],
    available: true,
    maxNights: 14,
  }),
  AvailabilityWritten: entry(
    AvailabilityWritten,
    { listingIds: ['4812'], dates: 2, synced: { attempted: 0, succeeded: 0, failed: 0, authErrors: 0 } },
    {
      listingIds: ['4812'],
      dates: 2,
      synced: { attempted: 1, succeeded: 0, failed: 1, authErrors: 0 },
      warning: 'Listing 4812: 1 nights were refused by the PMS: the price is too low.',
    },
  ),
  CalendarSync: entry(
    CalendarSync,
    {
      listingId: '4812',
      channels: [
        {
          channel: 'hostaway',
          platformId: '188342',
          syncEnabled: true,
          status: 'problems',
          lastSyncAt: at,
          nightsWithProblems: 1,
          problems: [{ date: '2026-07-02', error: 'The price is too low.' }],
          queue: { state: 'idle', queuedNights: 0, queuedAt: null, lastPush: at },
        },
      ],
    },
    { listingId: '4813', channels: [] },
  ),
}

export const calendarRefused: Refused = {
  'a calendar of 367 days': {
    schema: Availability,
    value: { ...availability, days: Array.from({ length: 367 }, () => availability.days[0]) },
  },
}
