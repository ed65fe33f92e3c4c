/** The operator names the city, since the files do not. */
import { isCurrency } from '../../../contract/currencies.ts'
import { civilDay } from '../../../platform/civil-day.ts'
import { wrongCity } from './file-fault.ts'
import type { LoadedCity } from './load.ts'

interface CityClaim {
  city?: string | undefined
  country?: string | undefined
  currency?: string | undefined
  date?: string | undefined
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export function findCity({ city = '', country = '', currency = '', date }: CityClaim): LoadedCity {
  const name = city.trim().replaceAll(/\s+/g, ' ')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .,'’()&-]{0,99}$/u.test(name))
    throw wrongCity(
      'city',
      'The city is a name of at most 100 letters, digits, spaces and . , \' ( ) & -, such as "Lisbon".',
    )
  if (name.toLowerCase() === 'browse')
    throw wrongCity('city', 'No market can be called "browse": `GET /v1/markets/browse` lists them.')
  if (!/^[A-Z]{2}$/.test(country) || countries.of(country) === undefined)
    throw wrongCity(
      'country',
      `The country is a code of two capital letters, such as PT, not "${country.slice(0, 20)}".`,
    )
  if (!isCurrency(currency))
    throw wrongCity(
      'currency',
      `The currency is a code of three capital letters, such as EUR, not "${currency.slice(0, 20)}".`,
    )
  return { name, country, currency, takenOn: date === undefined ? null : dayIn(date) }
}

function dayIn(date: string): string {
  const day = civilDay(date)
  if (day !== null && day.year >= 2000 && day.year < 2100) return String(day)
  throw wrongCity('date', `The date is a day such as 2026-06-15, not "${date.slice(0, 20)}".`)
}
