/** These examples of calendar feeds and addresses are written by hand. */
import { at, entry } from './examples.ts'
import {
  CalendarReader,
  IcalExport,
  IcalExportCreateBody,
  IcalExportWithUrl,
  IcalFeed,
  IcalFeedCreateBody,
  IcalFeedDeleted,
  IcalFeedUpdateBody,
  IcalRefreshBody,
  IcalRefreshed,
} from './ical.ts'

const feed: IcalFeed = {
  id: '0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e01',
  listingId: '4812',
  name: 'Airbnb Harbour loft',
  url: 'https://www.airbnb.com/…',
  platform: 'airbnb',
  platformGuessed: true,
  closes: 'unit',
  intervalMinutes: 15,
  status: 'active',
  lastFetchedAt: at,
  lastGoodAt: at,
  nextFetchAt: '2026-05-14T09:45:00.000Z',
  stale: false,
  staleSince: null,
  staleReason: null,
  staleDetail: null,
  events: { stays: 4, blocks: 2, missing: 0 },
  keeper: { provider: 'hostaway', told: true, reason: null },
  createdAt: at,
}

const address: IcalExport = {
  id: '0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e02',
  listingId: '4812',
  name: 'For Airbnb',
  platform: 'airbnb',
  feedIds: null,
  tokenEnd: 'x7Qa',
  status: 'active',
  lastReadAt: at,
  observedIntervalMinutes: 118,
  expectedIntervalMinutes: 118,
  createdAt: at,
}
const url = 'https://api.example.com/ical/4fGh2kPqL0aZ8sWxC3vB7nMdE1rT5yU9iO6px7Qa.ics'

export const icalExamples = {
  IcalFeed: entry(IcalFeed, feed, {
    ...feed,
    stale: true,
    staleSince: at,
    staleReason: 'empty_calendar',
    staleDetail: 'it lacks every event it had; refresh it with `acceptEmpty` if that is right',
  }),
  IcalFeedCreateBody: entry(
    IcalFeedCreateBody,
    { name: feed.name, url: 'https://www.airbnb.com/calendar/ical/53120044.ics?s=0f3a' },
    {
      name: 'Booking.com',
      url: 'https://ical.booking.com/v1/export?t=1',
      platform: 'booking',
      closes: 'listing',
      intervalMinutes: 30,
    },
  ),
  IcalFeedUpdateBody: entry(IcalFeedUpdateBody, { intervalMinutes: 60 }, { status: 'paused' }),
  IcalFeedDeleted: entry(IcalFeedDeleted, { id: feed.id, deleted: true }),
  IcalRefreshBody: entry(IcalRefreshBody, {}, { acceptEmpty: true }),
  IcalRefreshed: entry(IcalRefreshed, { outcome: 'changed', feed }),
  IcalExport: entry(IcalExport, address, {
    ...address,
    lastReadAt: null,
    observedIntervalMinutes: null,
    expectedIntervalMinutes: 180,
  }),
  IcalExportWithUrl: entry(IcalExportWithUrl, { ...address, url }),
  IcalExportCreateBody: entry(
    IcalExportCreateBody,
    { name: address.name, platform: 'airbnb' },
    { name: 'Owner', platform: 'other', feedIds: [feed.id] },
  ),
  CalendarReader: entry(CalendarReader, {
    exportId: address.id,
    name: address.name,
    platform: 'airbnb',
    lastReadAt: at,
    expectedIntervalMinutes: 118,
    expectedAt: '2026-05-14T11:28:00.000Z',
    exposedNights: ['2026-06-01'],
  }),
}
