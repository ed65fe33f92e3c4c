/**
 * Makes files of an invented city in Inside Airbnb's columns, for tests and measurements. Equal options give equal
 * files: `npx node scripts/make-city.ts --folder city --listings 2000 --days 365 --date 2026-06-01`.
 */
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'

export interface MadeCity {
  listings: number
  days: number
  /** The day of the files. */
  date: string
  latitude: number
  longitude: number
  /** Whether the calendar has prices, which recent public files lack. */
  nightPrices: boolean
  seed: number
}

export const usualCity: MadeCity = {
  listings: 200,
  days: 365,
  date: '2026-06-01',
  latitude: 38.72,
  longitude: -9.14,
  nightPrices: true,
  seed: 1,
}

/** Returns pseudo-random numbers from 0 to 1. */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const dollars = (amount: number) => `"$${Math.round(amount).toLocaleString('en-US')}.00"`
const idOf = (at: number) => 1_000_001 + at * 7

interface Home {
  id: number
  bedrooms: number
  isRoom: boolean
  price: number
}

function home(city: MadeCity, at: number): Home & { next: () => number } {
  const next = chance(city.seed * 1_000_003 + at)
  const isRoom = next() < 0.25
  const bedrooms = isRoom ? 1 : Math.floor(next() * next() * 5)
  const price = Math.round((isRoom ? 45 : 80 + bedrooms * 45) * (0.6 + next() * 0.9))
  return { id: idOf(at), bedrooms, isRoom, price, next }
}

export function* listingsCsv(city: MadeCity): Generator<string> {
  yield 'id,listing_url,scrape_id,last_scraped,name,picture_url,host_name,neighbourhood_cleansed,latitude,longitude,property_type,room_type,accommodates,bathrooms_text,bedrooms,beds,price,number_of_reviews,first_review,review_scores_rating\n'
  const first = Temporal.PlainDate.from(city.date)
  for (let at = 0; at < city.listings; at += 1) {
    const { id, bedrooms, isRoom, price, next } = home(city, at)
    const spread = () => (next() + next() + next() - 1.5) * 0.08
    const [latitude, longitude] = [city.latitude + spread(), city.longitude + spread()]
    const reviews = Math.floor(next() * next() * 300)
    const since = reviews === 0 ? '' : String(first.subtract({ days: Math.floor(next() * 1500) }))
    const rating = reviews === 0 ? '' : (3.8 + next() * 1.2).toFixed(2)
    const kind = isRoom ? 'Private room in rental unit' : 'Entire rental unit'
    yield `${id},https://www.airbnb.com/rooms/${id},20260601,${city.date},"Home ${id}, with a ""view""",https://example.com/${id}.jpg,Somebody,Centre,${latitude.toFixed(5)},${longitude.toFixed(5)},${kind},${isRoom ? 'Private room' : 'Entire home/apt'},${Math.max(2, bedrooms * 2)},1 bath,${bedrooms},${Math.max(1, bedrooms)},${dollars(price)},${reviews},${since},${rating}\n`
  }
}

export function* calendarCsv(city: MadeCity): Generator<string> {
  yield 'listing_id,date,available,price,adjusted_price,minimum_nights,maximum_nights\n'
  const first = Temporal.PlainDate.from(city.date)
  const days = Array.from({ length: city.days }, (_, at) => first.add({ days: at }))
  const dates = days.map(String)
  const dear = days.map(
    (day) =>
      (day.dayOfWeek >= 5 && day.dayOfWeek <= 6 ? 1.15 : 1) * (day.month >= 6 && day.month <= 9 ? 1.3 : 1),
  )
  for (let at = 0; at < city.listings; at += 1) {
    const { id, price, next } = home(city, at)
    const prices = new Map(
      [...new Set([1, ...dear])].map((times) => [times, city.nightPrices ? dollars(price * times) : '']),
    )
    let rows = ''
    for (let day = 0; day < city.days; day += 1) {
      const taken = next() < 0.7 - (day / city.days) * 0.5
      const asked = prices.get(dear[day] ?? 1) ?? ''
      rows += `${id},${dates[day]},${taken ? 'f' : 't'},${asked},,2,365\n`
    }
    yield rows
  }
}

export function* reviewsCsv(city: MadeCity): Generator<string> {
  yield 'listing_id,id,date,reviewer_id,reviewer_name,comments\n'
  const first = Temporal.PlainDate.from(city.date)
  for (let at = 0; at < city.listings; at += 1) {
    const { id, next } = home(city, at)
    for (let review = 0; review < 5; review += 1)
      yield `${id},${id * 10 + review},${String(first.subtract({ days: Math.floor(next() * 900) }))},1,Somebody,"Two lines,\nand a comma"\n`
  }
}

export async function makeCity(folder: string, city: MadeCity): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const files = { listings: listingsCsv, calendar: calendarCsv, reviews: reviewsCsv }
  for (const [name, rows] of Object.entries(files))
    await pipeline(
      Readable.from(rows(city)),
      createGzip({ level: 1 }),
      createWriteStream(path.join(folder, `${name}.csv.gz`)),
    )
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: 'city' },
      listings: { type: 'string', default: '2000' },
      days: { type: 'string', default: '365' },
      date: { type: 'string', default: usualCity.date },
      'no-prices': { type: 'boolean', default: false },
    },
  })
  const { folder, listings, days, date } = values
  await makeCity(folder, {
    ...usualCity,
    listings: Number(listings),
    days: Number(days),
    date,
    nightPrices: !values['no-prices'],
  })
  console.log(`${folder}: listings.csv.gz, calendar.csv.gz, reviews.csv.gz`)
}
