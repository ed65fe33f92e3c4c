import { places } from '../kit/places.ts'

interface LookupEntry {
  id: number
  name: string
}

const numbered = (names: readonly string[]): readonly LookupEntry[] =>
  names.map((name, index) => ({ id: index + 1, name }))

/** These numbers are the simulator's own, so a connector must read the list, as with the vendor. */
export const amenities = numbered([
  'Cable TV',
  'Internet',
  'Wireless',
  'Air conditioning',
  'Swimming pool',
  'Kitchen',
  'Free parking',
  'Washing Machine',
  'Dryer',
  'Heating',
  'Hot tub',
  'Fireplace',
  'Suitable for children',
  'Pets allowed',
  'Smoke detector',
  'Carbon Monoxide Detector',
  'Balcony',
  'Elevator',
  'Dishwasher',
  'Hair Dryer',
  'Iron',
  'Garden or backyard',
  'Coffee maker',
  'Workspace',
])

export const bedTypes = numbered([
  'King bed',
  'Queen bed',
  'Double bed',
  'Single bed',
  'Sofa bed',
  'Bunk bed',
  'Crib',
  'Air mattress',
])

export const propertyTypes = numbered([
  'Apartment',
  'House',
  'Bed and breakfast',
  'Villa',
  'Cabin',
  'Loft',
  'Townhouse',
  'Studio',
  'Boutique hotel',
  'Chalet',
])

export const cancellationPolicies = ['flexible', 'moderate', 'firm', 'strict'].map((name, index) => ({
  id: index + 1,
  accountId: null,
  name,
  cancellationPolicyItem: [
    {
      id: String(index + 1),
      cancellationPolicyId: String(index + 1),
      refundAmount: index < 2 ? '100' : '50',
      refundType: 'percentage',
      refundField: 'totalPrice',
      timeDelta: String([1, 5, 30, 60][index] ?? 1),
      event: 'arrivalDate',
    },
  ],
}))

const names = (locale: string[], type: 'currency' | 'language') => new Intl.DisplayNames(locale, { type })
const keyed = <T>(keys: readonly string[], value: (key: string) => T): Record<string, T> =>
  Object.fromEntries([...new Set(keys)].toSorted().map((key) => [key, value(key)]))

// The vendor sends objects keyed by code; these are only the codes that the portfolio needs.
export const countries = Object.fromEntries(places.map((place) => [place.countryCode, place.country]))
export const currencies = keyed(
  places.map((place) => place.currency),
  (code) => names(['en'], 'currency').of(code) ?? code,
)
export const languages = keyed(
  places.map((place) => place.language),
  (code) => names(['en'], 'language').of(code) ?? code,
)
export const timezones = keyed(
  places.map((place) => place.timeZone),
  (zone) => {
    const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(0)
      .find((part) => part.type === 'timeZoneName')?.value
    return { value: `(${offset ?? 'GMT'}) ${zone}`, diff: offset?.replace('GMT', '') || '+00:00' }
  },
)
