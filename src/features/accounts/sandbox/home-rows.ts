/** Fixtures of accounts, homes and their calendars as rows. Pure. */
import { defaultWritePolicy } from '../../../connector-kit/capabilities.ts'
import { connections, listings, type ListingFixture } from './fixtures/homes.ts'
import type { ReservationFixture } from './fixtures/stays.ts'
import { isWeekendNight } from '../../../records/rates/public.ts'
import type { Moments } from './moments.ts'
import type { FixtureRow } from './queries.ts'

export type HomeIds = {
  connections: Map<string, string>
  accounts: Map<string, string>
  listings: Map<string, string>
  units: Map<string, string>
}

/** How far ahead the calendar is filled. */
const calendarDays = 365
const connectedHoursAgo = 30 * 24

export function connectionRows(ids: HomeIds, moments: Moments): FixtureRow<'connections'>[] {
  const since = moments.hoursAgo(connectedHoursAgo)
  return connections.map((fixture) => ({
    id: ids.connections.get(fixture.ref),
    provider: fixture.provider,
    status: 'active',
    external_account_id: fixture.externalAccountId,
    account_name: fixture.accountName,
    write_policy: defaultWritePolicy({ category: 'pms', model: 'home', verifiedAgainst: 'sandbox' }),
    watermarks: {},
    deactivated_listings: [],
    action_reason: null,
    action_message: null,
    created_at: since,
    connected_at: since,
    first_import_at: since,
    last_success_at: moments.writtenAt,
    disconnected_at: null,
    updated_at: moments.writtenAt,
  }))
}

export function accountRows(ids: HomeIds, moments: Moments): FixtureRow<'accounts'>[] {
  return connections.map((fixture) => ({
    id: ids.accounts.get(fixture.ref),
    connection_id: ids.connections.get(fixture.ref),
    provider: fixture.provider,
    external_account_id: fixture.externalAccountId,
    name: fixture.accountName,
    created_at: moments.hoursAgo(connectedHoursAgo),
  }))
}

export function listingRows(ids: HomeIds, moments: Moments): FixtureRow<'listings'>[] {
  return listings.map((fixture) => ({
    id: ids.listings.get(fixture.ref),
    connection_id: ids.connections.get(fixture.connection),
    account_id: ids.accounts.get(fixture.connection),
    external_id: externalIdOf(fixture),
    model: fixture.model,
    name: fixture.name,
    public_name: fixture.publicName,
    street: fixture.address.street,
    city: fixture.address.city,
    state: fixture.address.state,
    postal_code: fixture.address.postalCode,
    country_code: fixture.address.countryCode,
    latitude: fixture.position.latitude,
    longitude: fixture.position.longitude,
    time_zone: fixture.timeZone,
    currency: fixture.currency,
    active: true,
    inactive_reason: null,
    lifecycle_status: 'live',
    archived_at: null,
    thumbnail_url: fixture.thumbnailUrl,
    default_nightly_price: fixture.nightlyPrice,
    min_nights: fixture.minNights,
    unit_count: unitsOf(fixture),
    content: fixture.content,
    details: fixture.details,
    amenities: fixture.amenities,
    photos: [{ url: fixture.thumbnailUrl, caption: null, sortOrder: 0 }],
    revision: 1,
    created_at: moments.hoursAgo(connectedHoursAgo),
    updated_at: moments.writtenAt,
  }))
}

/** The account's id for it; on a channel the guests' id, so that it is sold there once. */
export function externalIdOf({ ref, connection, channels }: ListingFixture): string {
  const account = connections.find((one) => one.ref === connection)
  return channels.find(({ platform }) => platform === account?.provider)?.externalId ?? ref
}

const unitsOf = (fixture: ListingFixture) => fixture.units.length || 1

export function listingLinkRows(ids: HomeIds, moments: Moments): FixtureRow<'listing_links'>[] {
  return listings.map((fixture) => ({
    connection_id: ids.connections.get(fixture.connection),
    external_id: externalIdOf(fixture),
    listing_id: ids.listings.get(fixture.ref),
    created_at: moments.hoursAgo(connectedHoursAgo),
  }))
}

export function channelLinkRows(ids: HomeIds, moments: Moments): FixtureRow<'channel_links'>[] {
  return listings.flatMap((listing) =>
    listing.channels.map((channel) => ({
      listing_id: ids.listings.get(listing.ref),
      platform: channel.platform,
      external_id: channel.externalId,
      hotel_id: channel.hotelId,
      active: true,
      sync_enabled: true,
      sync_category: channel.platform === 'airbnb' ? 'sync_all' : null,
      markup_percent: channel.markupPercent,
      created_at: moments.hoursAgo(connectedHoursAgo),
      updated_at: moments.writtenAt,
    })),
  )
}

export function unitRows(ids: HomeIds, moments: Moments): FixtureRow<'units'>[] {
  return listings.flatMap((listing) =>
    listing.units.map((unit) => ({
      id: ids.units.get(unit.ref),
      connection_id: ids.connections.get(listing.connection),
      external_id: unit.ref,
      name: unit.name,
      active: true,
      housekeeping_status: unit.housekeepingStatus,
      floor: unit.floor,
      created_at: moments.hoursAgo(connectedHoursAgo),
      updated_at: moments.writtenAt,
    })),
  )
}

export function listingUnitRows(ids: HomeIds): FixtureRow<'listing_units'>[] {
  return listings.flatMap((listing) =>
    listing.units.map((unit) => ({
      listing_id: ids.listings.get(listing.ref),
      unit_id: ids.units.get(unit.ref),
    })),
  )
}

/** Cancelled bookings hold no nights; requests do until they are answered. */
export function calendarRows(
  ids: HomeIds,
  moments: Moments,
  reservations: readonly ReservationFixture[],
): FixtureRow<'calendar_days'>[] {
  return listings.flatMap((listing) => {
    const stays = reservations.filter((stay) => stay.listing === listing.ref && stay.status !== 'cancelled')
    return Array.from({ length: calendarDays }, (_, offset) => {
      const date = moments.day(offset)
      const taken = stays.filter(({ days }) => days.checkIn <= offset && offset < days.checkOut).length
      const left = unitsOf(listing) - taken
      return {
        listing_id: ids.listings.get(listing.ref),
        date,
        available: left > 0,
        price: isWeekendNight(date) ? listing.weekendPrice : listing.nightlyPrice,
        min_nights: listing.minNights,
        available_units: left,
        updated_at: moments.writtenAt,
      }
    })
  })
}
