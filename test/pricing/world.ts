/** A workspace with homes that were booked for a year, more in summer and on weekends; the same at every run. */
import type { TestAnswer, TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from '../api/rows.ts'
import { priceDueListings } from '../../src/features/markets/pricing/worker.ts'

export const today = '2026-06-15'
const plus = (date: string, days: number) => String(Temporal.PlainDate.from(date).add({ days }))

/** Numbers that look random, 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export async function home(
  space: Space,
  { seed, price = '100.00', stays = 60 }: { seed: number; price?: string; stays?: number },
) {
  const id = await space.rows.listing({
    currency: 'EUR',
    city: 'Split',
    country_code: 'HR',
    time_zone: 'Europe/Zagreb',
    default_nightly_price: price,
    min_nights: 2,
  })
  const random = randomFrom(seed)
  let at = plus(today, -365)
  for (let made = 0; made < stays && at < plus(today, 40);) {
    const { month } = Temporal.PlainDate.from(at)
    const isSummer = month >= 6 && month <= 8
    if (random() < (isSummer ? 0.2 : 0.85)) {
      // What was asked when nobody came, as a calendar keeps it.
      if (at < today)
        await space.rows.night(id, at, { price: String(Number(price) * (isSummer ? 1.3 : 0.9)) })
      at = plus(at, 1)
      continue
    }
    const nights = 2 + Math.floor(random() * 4)
    const bookedAt = plus(at, -1 - Math.floor(random() * random() * 90))
    if (bookedAt < today) {
      await space.rows.stay({
        listing_id: id,
        check_in: at,
        check_out: plus(at, nights),
        booked_at: `${bookedAt}T10:00:00Z`,
        currency: 'EUR',
        total_price: String(nights * Number(price) * (isSummer ? 1.3 : 0.9)),
        source: 'airbnb',
      })
      made += 1
    }
    at = plus(at, nights)
  }
  return id
}

export async function pricingSpace(app: TestApp) {
  const space = await freshSpace(app)
  const call = (
    method: string,
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => app.call(method, url, { key: space.liveKey, headers, ...(body && { body }) })
  return { ...space, call }
}
export type PricingSpace = Awaited<ReturnType<typeof pricingSpace>>

export const workUntilDone = async ({ services }: TestApp) => {
  while (await priceDueListings(services));
}

/** In thousandths, exact. */
export const thousandths = (amount: string) => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(3, '0')}`)
}
