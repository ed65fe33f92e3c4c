import type { FastifyInstance } from 'fastify'
import { places } from '../kit/places.ts'
import type { Query } from '../kit/query.ts'
import { page, success } from './envelope.ts'

const numbered = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }))

/** These numbers are the simulator's own, so a connector must read the list, as with the vendor. */
export const amenities = numbered([
  ...['Cable TV', 'Internet', 'Wireless', 'Air conditioning', 'Swimming pool', 'Kitchen', 'Free parking'],
  ...['Washing Machine', 'Dryer', 'Heating', 'Hot tub', 'Fireplace', 'Suitable for children'],
  ...['Pets allowed', 'Smoke detector', 'Carbon Monoxide Detector', 'Balcony', 'Elevator', 'Dishwasher'],
  ...['Hair Dryer', 'Iron', 'Garden or backyard', 'Coffee maker', 'Workspace'],
])

export const bedTypes = numbered([
  ...['King bed', 'Queen bed', 'Double bed', 'Single bed', 'Sofa bed', 'Bunk bed', 'Crib', 'Air mattress'],
])

export const propertyTypes = numbered([
  ...['Apartment', 'House', 'Bed and breakfast', 'Villa', 'Cabin', 'Loft', 'Townhouse', 'Studio'],
  ...['Boutique hotel', 'Chalet'],
])

export const cancellationPolicies = ['flexible', 'moderate', 'firm', 'strict'].map((name, index) => ({
  id: index + 1,
  accountId: null,
  name,
  cancellationPolicyItem: [
    {
      ...{ id: String(index + 1), cancellationPolicyId: String(index + 1) },
      ...{ refundAmount: index < 2 ? '100' : '50', refundType: 'percentage', refundField: 'totalPrice' },
      ...{ timeDelta: String([1, 5, 30, 60][index] ?? 1), event: 'arrivalDate' },
    },
  ],
}))

const names = (type: 'currency' | 'language') => new Intl.DisplayNames(['en'], { type })
function keyed<T>(name: 'currency' | 'language' | 'timeZone', value: (key: string) => T): Record<string, T> {
  const keys = new Set(places.map((place) => place[name]))
  return Object.fromEntries([...keys].toSorted().map((key) => [key, value(key)]))
}

// The vendor sends objects keyed by code; these are only the codes that the portfolio needs.
const countries = Object.fromEntries(places.map((place) => [place.countryCode, place.country]))
const currencies = keyed('currency', (code) => names('currency').of(code) ?? code)
const languages = keyed('language', (code) => names('language').of(code) ?? code)
const timezones = keyed('timeZone', (timeZone) => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(0)
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value
  return { value: `(${offset ?? 'GMT'}) ${timeZone}`, diff: offset?.replace('GMT', '') || '+00:00' }
})

const lists = { amenities, bedTypes, propertyTypes, cancellationPolicies }
const objects = { countries, currencies, languages, timezones }

export function lookupRoutes(app: FastifyInstance): void {
  for (const [name, rows] of Object.entries(lists)) {
    app.get<{ Querystring: Query }>(`/${name}`, (request) => page<object>(rows, request.query))
  }
  for (const [name, entries] of Object.entries(objects)) app.get(`/${name}`, () => success(entries))
}
