/** National holidays of the countries in view; their rules are loaded once somebody looks at a calendar. */
import { useQuery } from '@tanstack/preact-query'
import { locale } from '../text/text.ts'
import { holidaysBetween } from './holidays.ts'

export type ListingHolidays = ReadonlyMap<string, string>

interface HolidayRules {
  countries: Record<string, string>
  french: Record<string, string>
}

/** From the year before, in which the calendar may begin, to the last it reaches. */
const yearsAhead = 4

type HolidaysByCountry = (country: string | null) => ListingHolidays | undefined

function namedHolidays({ countries, french }: HolidayRules): HolidaysByCountry {
  const year = new Date().getFullYear()
  const known = new Map<string, ListingHolidays>()
  return (country) => {
    const rules = country === null ? undefined : countries[country]
    if (country === null || rules === undefined) return undefined
    const holidays =
      known.get(country) ??
      new Map(
        [...holidaysBetween(rules, year - 1, year + yearsAhead)].map(([date, name]) => [
          date,
          locale === 'fr' ? (french[name] ?? name) : name,
        ]),
      )
    known.set(country, holidays)
    return holidays
  }
}

const noHolidays: HolidaysByCountry = () => undefined

export function useHolidays(isOn: boolean): HolidaysByCountry {
  const { data } = useQuery({
    queryKey: ['public holidays'],
    queryFn: async () => namedHolidays((await import('./public-holidays.json')).default),
    staleTime: Infinity,
    enabled: isOn,
  })
  return isOn ? (data ?? noHolidays) : noHolidays
}
