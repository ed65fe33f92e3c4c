/** Knows the columns of the public city files, and reads their rows. */
import type { MarketListing } from '../listing-columns.ts'
import { farthestNorth, planePoint } from '../coordinates.ts'
import {
  countIn,
  dateIn,
  degreesIn,
  flagIn,
  idIn,
  inColumn,
  optionalDateIn,
  priceIn,
  ratingIn,
  textIn,
} from './cells.ts'
import { faultAt, MarketFileError } from './file-fault.ts'

export const fileKinds = ['listings', 'calendar', 'reviews'] as const
export type MarketFileKind = (typeof fileKinds)[number]

/** These columns identify each file; other columns may be missing. */
const needed: Record<MarketFileKind, readonly string[]> = {
  listings: ['id', 'latitude', 'longitude', 'room_type'],
  calendar: ['listing_id', 'date', 'available'],
  reviews: ['listing_id', 'date'],
}

/** The widest public file has 79. */
const mostColumns = 1_000

export type ColumnHeader = ReadonlyMap<string, number>

/** Throws if it is the header of another file. */
export function readHeader(
  file: string,
  kind: MarketFileKind,
  cells: readonly string[] | undefined,
): ColumnHeader {
  if (!cells) throw new MarketFileError(`${file}: it is empty.`, { file })
  if (cells.length > mostColumns)
    throw faultAt(
      { file, line: 1 },
      `it has ${cells.length} columns, and at most ${mostColumns} are read: send the file as it was downloaded.`,
    )
  const header = new Map(cells.map((name, at) => [name.trim().toLowerCase(), at]))
  const missing = needed[kind].filter((name) => !header.has(name))
  if (missing.length === 0 && header.size === cells.length) return header
  if (missing.length === 0) throw faultAt({ file, line: 1 }, 'a column stands there twice.')
  const other = fileKinds.find((one) => one !== kind && needed[one].every((name) => header.has(name)))
  throw faultAt(
    { file, line: 1, column: missing[0] },
    other
      ? `these are the columns of a file of ${other}, not of ${kind}.`
      : `a file of ${kind} has the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}; this one has ${cells.slice(0, 8).join(', ')}.`,
  )
}

export interface ListingOfFile extends MarketListing {
  id: string
  x: number
  y: number
}

/** Other columns are ignored, so no names, pictures or texts of people are stored. */
export function listingOf(header: ColumnHeader, cells: readonly string[], currency: string): ListingOfFile {
  const cell = (name: string) => cells[header.get(name) ?? -1] ?? ''
  const read = <T>(name: string, parse: (text: string) => T): T => inColumn(name, () => parse(cell(name)))
  const latitude = read('latitude', (text) => degreesIn(text, farthestNorth, 'latitude'))
  const longitude = read('longitude', (text) => degreesIn(text, 180, 'longitude'))
  return {
    id: read('id', idIn),
    ...planePoint({ latitude, longitude }),
    name: textIn(cell('name'), 300),
    property_type: textIn(cell('property_type'), 100),
    room_type: textIn(cell('room_type'), 100),
    bedrooms:
      read('bedrooms', (text) => countIn(text, 100)) ?? studioOf(cell('property_type'), cell('room_type')),
    capacity: read('accommodates', (text) => countIn(text, 1000)),
    rating: read('review_scores_rating', ratingIn),
    reviews: read('number_of_reviews', (text) => countIn(text, 1_000_000)) ?? 0,
    price: read('price', (text) => priceIn(text, currency)),
    first_review: read('first_review', optionalDateIn),
    thumbnail_url: pictureOf(cell('picture_url')),
  }
}

/** A rented room is one bedroom, whatever the file leaves out. */
const studioOf = (property: string, room: string) =>
  /private room|shared room|hotel room/i.test(`${property} ${room}`) ? 1 : null

const pictureOf = (text: string) =>
  URL.canParse(text.trim()) && /^https?:/.test(text.trim()) && text.length <= 2000 ? text.trim() : null

/** Returns when the row was read from the site, if the file says so. */
export const parseReadDate = (header: ColumnHeader, cells: readonly string[]): string | null =>
  inColumn('last_scraped', () => optionalDateIn(cells[header.get('last_scraped') ?? -1] ?? ''))

export interface NightOfFile {
  listing: string
  date: string
  taken: boolean
  price: number | null
}

export const nightOf = (header: ColumnHeader, currency: string) => {
  const [listing = -1, date = -1, available = -1] = needed.calendar.map((name) => header.get(name))
  const price = header.get('price') ?? -1
  return (cells: readonly string[]): NightOfFile => ({
    listing: (cells[listing] ?? '').trim(),
    date: (cells[date] ?? '').trim(),
    taken: !flagIn(cells[available] ?? ''),
    price: priceIn(cells[price] ?? '', currency),
  })
}

export const reviewOf = (header: ColumnHeader, cells: readonly string[]) => ({
  listing: idIn(cells[header.get('listing_id') ?? -1] ?? ''),
  date: dateIn(cells[header.get('date') ?? -1] ?? ''),
})
