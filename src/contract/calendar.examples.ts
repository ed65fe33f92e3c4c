/** These examples of nights and pushes to channels are written by hand. */
import { AvailabilityBatchBody, AvailabilityBody, AvailabilityWritten } from './availability-write.ts'
import { Availability } from './availability.ts'
import { CalendarSync } from './calendar-sync.ts'
import { AirbnbMapBody, AirbnbMapped, BookingMapBody, BookingMapped } from './channel-mapping.ts'
import { at, entry, type ForbiddenExamples } from './examples.ts'
import {
  AutomapBody,
  AutomappedUnits,
  ChannelUnits,
  UnitMappingError,
  UnitMappingResult,
  UnitMappings,
  UnitMappingsBody,
} from './unit-mapping.ts'
import { Exposure, ExposureSummary } from './exposure.ts'

const availability: Availability = {
  propertyId: '4812',
  currency: 'EUR',
  days: [{ date: '2026-06-01', available: true, price: 120.5, minNights: 2, availableUnits: 1 }],
  coverage: { requestedDays: 1, coveredDays: 1, missingDates: [] },
}

const night = {
  available: false,
  units: 0,
  price: 135,
  minNights: 2,
  maxNights: null,
  closedToArrival: false,
  closedToDeparture: false,
}
const airbnb = { channel: 'airbnb', connectionId: '31', channelListingId: '53120044' }

const account = { connection_id: 'booking:8122001', channel: 'booking' }
const option = { id: 4812, name: 'Harbour loft', city: 'Split' }
const mappedRoom = {
  unit_id: '1030001',
  listing_id: 4812,
  created: false,
  ok: true,
  calendar_sync: true,
  on_drift: 'mend' as const,
  written_by: null,
  error: null,
}

export const calendarExamples = {
  ChannelUnits: entry(ChannelUnits, {
    ...account,
    status: 'ready',
    units: [
      {
        unit_id: '1030001',
        unit_name: 'Harbour loft',
        grain: 'room',
        current_listing_id: null,
        suggested_listing_id: 4812,
        meta: { number_of_units: 1, max_guests: 4, currency: 'EUR', calendar_sync: false, on_drift: null },
      },
    ],
    listing_options: [option],
    listing_options_total: 1,
    missing_capabilities: ['content'],
  }),
  UnitMappingResult: entry(UnitMappingResult, mappedRoom),
  UnitMappingError: entry(UnitMappingError, {
    code: 'not_found',
    message: 'No listing 9 in this workspace.',
  }),
  UnitMappingsBody: entry(
    UnitMappingsBody,
    { mappings: [{ unitId: '1030001', listingId: 4812 }] },
    {
      mappings: [
        { unitId: '1030002', create: true, calendarSync: false },
        { unitId: '1030003', listingId: null },
      ],
    },
  ),
  UnitMappings: entry(UnitMappings, { ...account, results: [mappedRoom] }),
  AutomapBody: entry(AutomapBody, { apply: false }),
  AutomappedUnits: entry(AutomappedUnits, { ...account, results: [mappedRoom], applied: false }),
  AirbnbMapBody: entry(
    AirbnbMapBody,
    { airbnbId: '53120044', listingId: 4812 },
    { airbnbId: '53120044', listingId: '4812', hostId: '80120044', syncEnabled: false },
    { airbnbId: '53120044', listingId: 4812, onDrift: 'report' },
  ),
  AirbnbMapped: entry(AirbnbMapped, {
    success: true,
    alreadyMapped: false,
    airbnbId: '53120044',
    listingId: '4812',
    previousListingId: '4990',
    hostId: '80120044',
    listingAirbnbId: '31:53120044',
    platformLinkId: '31:53120044',
    syncEnabled: true,
    onDrift: 'mend',
    writtenBy: null,
  }),
  BookingMapBody: entry(
    BookingMapBody,
    { roomBookingId: 1030001, listingId: 4812 },
    { roomBookingId: '1030001', listingId: null, hotelId: '8122001' },
  ),
  BookingMapped: entry(BookingMapped, {
    success: true,
    alreadyMapped: false,
    roomBookingId: '1030001',
    listingId: '4812',
    previousListingId: '4991',
    hotelId: '8122001',
    platformLinkId: '32:1030001',
    syncEnabled: true,
    onDrift: 'mend',
    writtenBy: null,
  }),
  Exposure: entry(Exposure, {
    listingId: '4812',
    from: '2026-06-01',
    to: '2026-06-01',
    asOf: at,
    currency: 'EUR',
    exposedNights: 1,
    exposedSince: at,
    channels: [
      {
        ...airbnb,
        writes: true,
        writtenBy: null,
        onDrift: 'mend',
        since: at,
        comparedAt: at,
        exposedNights: 1,
        exposedSince: at,
        nights: [
          {
            date: '2026-06-01',
            stays: 1,
            wanted: night,
            shown: { ...night, available: true, units: 1 },
            shownAt: at,
            state: 'sent',
            differsSince: at,
            exposed: true,
            exposedSince: at,
            error: null,
          },
        ],
      },
    ],
    feeds: [
      {
        channel: 'vrbo',
        externalAccountId: 'lw4k7q2m9x1c8z0d',
        lastReadAt: '2026-05-14T03:30:00.000Z',
        expectedIntervalMinutes: 1440,
        expectedAt: '2026-05-15T03:30:00.000Z',
        exposedNights: ['2026-06-02'],
      },
    ],
    watchers: [
      {
        feedId: '0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e01',
        name: 'Airbnb Harbour loft',
        platform: 'airbnb',
        lastGoodAt: at,
        stale: false,
        bookedThere: [{ date: '2026-06-03', since: at }],
        bookedHere: [],
      },
    ],
    readers: [
      {
        exportId: '0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e02',
        name: 'For Vrbo',
        platform: 'vrbo',
        lastReadAt: at,
        expectedIntervalMinutes: 360,
        expectedAt: '2026-05-14T15:30:00.000Z',
        exposedNights: ['2026-06-01'],
      },
    ],
  }),
  ExposureSummary: entry(ExposureSummary, {
    data: [
      {
        listingId: '4812',
        ...airbnb,
        exposedNights: 1,
        exposedSince: at,
        differingNights: 3,
        differsSince: at,
        error: null,
      },
    ],
    total: 1,
    readers: [
      {
        listingId: '4812',
        kind: 'ical',
        readerId: '0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e02',
        channel: 'vrbo',
        name: 'For Vrbo',
        lastReadAt: at,
        expectedIntervalMinutes: 360,
        expectedAt: '2026-05-14T15:30:00.000Z',
        exposedNights: 1,
        exposedSince: at,
        overdue: false,
      },
    ],
    readersTotal: 1,
  }),
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
      warning: 'Listing 4812: 1 night was refused: the price is too low.',
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

export const calendarRefused: ForbiddenExamples = {
  'a calendar of 367 days': {
    schema: Availability,
    value: { ...availability, days: Array.from({ length: 367 }, () => availability.days[0]) },
  },
}
