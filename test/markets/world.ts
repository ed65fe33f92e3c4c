/** An installation, and files of cities made for it. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { calendarCsv, listingsCsv, reviewsCsv, usualCity, type MadeCity } from '../../scripts/make-city.ts'
import type { ListingComps, ListingSegments } from '../../src/contract/comps.ts'
import { loadCity, type LoadedCity, type CityFiles } from '../../src/features/markets/import/load.ts'
import type { MarketFile } from '../../src/features/markets/import/read-csv.ts'
import { createLog } from '../../src/platform/log.ts'
import { rowsOf } from '../api/rows.ts'
import { startTestApp } from '../harness/app.ts'

export const lisbon: LoadedCity = { name: 'Lisbon', country: 'PT', currency: 'EUR', takenOn: null }
export const small: MadeCity = { ...usualCity, listings: 60, days: 60 }

export const file = (name: string, content: string | Buffer): MarketFile => ({
  name,
  // In small pieces, as files arrive.
  open: () => Readable.from(pieces(Buffer.from(content as string))),
})

function* pieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 4096) yield content.subarray(at, at + 4096)
}

const textOf = (rows: Iterable<string>) => [...rows].join('')

export const textsOf = (city: MadeCity) => ({
  listings: textOf(listingsCsv(city)),
  calendar: textOf(calendarCsv(city)),
  reviews: textOf(reviewsCsv(city)),
})

export const filesOf = (city: MadeCity): CityFiles => {
  const { listings, calendar, reviews } = textsOf(city)
  return {
    listings: file('listings.csv.gz', gzipSync(listings)),
    calendar: file('calendar.csv.gz', gzipSync(calendar)),
    reviews: file('reviews.csv', reviews),
  }
}

export async function makeMarketWorld() {
  const t = await startTestApp()
  const rows = rowsOf(t.db, t.scope)
  return {
    t,
    rows,
    load: (files: CityFiles, city: LoadedCity = lisbon) =>
      loadCity(
        {
          db: t.services.db as never,
          sessions: t.services.pool,
          log: createLog({ level: 'silent' }),
          now: t.clock.now(),
        },
        city,
        files,
      ),
    comps: async (listing: string, query = '') =>
      (await t.get(`/v1/listings/${listing}/comps?${query}`)).body as unknown as ListingComps,
    segments: async (listing: string, query = '') =>
      (await t.get(`/v1/listings/${listing}/segments?${query}`)).body as unknown as ListingSegments,
    /** A home in the middle of the made city. */
    home: (values: Record<string, unknown> = {}) =>
      rows.listing({
        city: 'Lisbon',
        latitude: '38.720000',
        longitude: '-9.140000',
        currency: 'EUR',
        default_nightly_price: '120.50',
        details: { roomTypeCategory: 'entire_home', bedrooms: 1, personCapacity: 3 },
        ...values,
      }),
  }
}
