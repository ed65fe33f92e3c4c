import type { SeededRandom } from './random.ts'

/** Invented listings stand in several time zones, hemispheres and currencies, one of them without decimals. */
export interface SeedPlace {
  city: string
  state: string
  country: string
  countryCode: string
  zip: string
  lat: number
  lng: number
  timeZone: string
  currency: string
  /** Roughly how many units of the currency one euro is worth, so that prices look right. */
  perEuro: number
  language: string
  streets: readonly string[]
}

const place = (
  [city, state, country, countryCode, zip]: readonly [string, string, string, string, string],
  [lat, lng]: readonly [number, number],
  timeZone: string,
  [currency, perEuro]: readonly [string, number],
  language: string,
  streets: readonly string[],
): SeedPlace => ({
  city,
  state,
  country,
  countryCode,
  zip,
  lat,
  lng,
  timeZone,
  currency,
  perEuro,
  language,
  streets,
})

export const places: readonly SeedPlace[] = [
  place(
    ['Lisbon', 'Lisboa', 'Portugal', 'PT', '1100-148'],
    [38.7139, -9.1335],
    'Europe/Lisbon',
    ['EUR', 1],
    'pt',
    ['Rua das Amoreiras', 'Travessa do Poço', 'Beco da Lapa'],
  ),
  place(
    ['Berlin', 'Berlin', 'Germany', 'DE', '10405'],
    [52.5351, 13.4165],
    'Europe/Berlin',
    ['EUR', 1],
    'de',
    ['Kastanienweg', 'Am Weidendamm', 'Lindenufer'],
  ),
  place(
    ['Edinburgh', 'Scotland', 'United Kingdom', 'GB', 'EH3 6QR'],
    [55.9571, -3.2001],
    'Europe/London',
    ['GBP', 0.85],
    'en',
    ['Heriot Lane', 'Thistle Wynd', 'Castle Brae'],
  ),
  place(
    ['Asheville', 'North Carolina', 'United States', 'US', '28801'],
    [35.5951, -82.5515],
    'America/New_York',
    ['USD', 1.1],
    'en',
    ['Laurel Hollow Rd', 'Ridgecrest Ave', 'Old Mill Ln'],
  ),
  place(
    ['Honolulu', 'Hawaii', 'United States', 'US', '96815'],
    [21.2793, -157.8292],
    'Pacific/Honolulu',
    ['USD', 1.1],
    'en',
    ['Kalani St', 'Palm Grove Way', 'Reef View Dr'],
  ),
  place(
    ['Zermatt', 'Valais', 'Switzerland', 'CH', '3920'],
    [46.0207, 7.7491],
    'Europe/Zurich',
    ['CHF', 0.95],
    'de',
    ['Bergweg', 'Gletschergasse', 'Obere Halde'],
  ),
  place(
    ['Kyoto', 'Kyoto', 'Japan', 'JP', '605-0001'],
    [35.0061, 135.7748],
    'Asia/Tokyo',
    ['JPY', 160],
    'ja',
    ['Kawabata-dori', 'Sakura-machi', 'Furumonzen'],
  ),
  place(
    ['Byron Bay', 'New South Wales', 'Australia', 'AU', '2481'],
    [-28.6474, 153.602],
    'Australia/Sydney',
    ['AUD', 1.65],
    'en',
    ['Banksia Dr', 'Lighthouse Rd', 'Pandanus Ct'],
  ),
  place(
    ['Cape Town', 'Western Cape', 'South Africa', 'ZA', '8005'],
    [-33.9058, 18.4097],
    'Africa/Johannesburg',
    ['ZAR', 20],
    'en',
    ['Signal Close', 'Fynbos Rd', 'Harbour Terrace'],
  ),
  place(
    ['Dubai', 'Dubai', 'United Arab Emirates', 'AE', '00000'],
    [25.0772, 55.1342],
    'Asia/Dubai',
    ['AED', 4],
    'en',
    ['Marina Promenade', 'Palm Court', 'Creek View'],
  ),
]

/** Yen are rounded to whole units, other currencies to two decimals. */
export function roundMoney(amount: number, currency: string): number {
  return currency === 'JPY' ? Math.round(amount) : Math.round(amount * 100) / 100
}

/** Listings stand at the places in turn. */
export function placeOf(index: number): SeedPlace {
  return places[index % places.length] as SeedPlace
}

/** Returns a degree within some kilometres of the given one. */
export function near(degrees: number, random: SeededRandom): number {
  return Math.round((degrees + (random.next() - 0.5) / 20) * 1e6) / 1e6
}
