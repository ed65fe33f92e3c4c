/** National holidays by date, from rules by country. Pure. */
import { addDays, weekdayOf } from '../format/civil-days.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The Sunday of Easter of the western churches, after Gauss. */
export function easterOf(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + correction + 15) % 30
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const day = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const last = moon - day
  const month = 3 + Math.floor((last + 40) / 44)
  return `${year}-${twoDigits(month)}-${twoDigits(last + 28 - 31 * Math.floor(month / 4))}`
}

/** The same of the eastern churches, after Meeus; their calendar is 13 days behind until 2099. */
export function orthodoxEasterOf(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30
  const day = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const sum = moon + day + 114
  const julian = `${year}-${twoDigits(Math.floor(sum / 31))}-${twoDigits((sum % 31) + 1)}`
  return addDays(julian, 13)
}

/** The first such weekday from a date on. */
const weekdayFrom = (date: string, weekday: number): string =>
  addDays(date, (weekday - weekdayOf(date) + 7) % 7)

/** `3/2/1` is the second Monday of March, `5/-1/1` the last of May. */
function weekdayOfMonth(year: number, [month = 1, place = 1, weekday = 1]: readonly number[]): string {
  if (place > 0) return addDays(weekdayFrom(`${year}-${twoDigits(month)}-01`, weekday), (place - 1) * 7)
  const nextMonth = month === 12 ? `${year + 1}-01-01` : `${year}-${twoDigits(month + 1)}-01`
  return weekdayFrom(addDays(nextMonth, -7), weekday)
}

/**
 * A fixed day, with what moves it: `~` from a weekend to Monday, `<` from Sunday to Saturday, `>1` to the next Monday
 * unless it is one, `>1!5` only where it is no Friday.
 */
function movedDay(year: number, rule: string): string {
  const date = `${year}-${rule.slice(0, 5)}`
  const weekday = weekdayOf(date)
  const move = rule.slice(5)
  if (move === '~') return weekday % 6 === 0 ? weekdayFrom(date, 1) : date
  if (move === '<') return weekday === 0 ? addDays(date, -1) : date
  if (!move.startsWith('>') || move.endsWith(`!${weekday}`)) return date
  return weekdayFrom(date, Number(move[1]))
}

/** The date of a rule in a year; null for a single date of another year. */
export function dateOf(rule: string, year: number): string | null {
  if (/^\d{4}-/.test(rule)) return rule.startsWith(`${year}-`) ? rule : null
  if (rule.startsWith('E')) return addDays(easterOf(year), Number(rule.slice(1)))
  if (rule.startsWith('O')) return addDays(orthodoxEasterOf(year), Number(rule.slice(1)))
  return rule.includes('/') ? weekdayOfMonth(year, rule.split('/').map(Number)) : movedDay(year, rule)
}

/** Names by date. `rules` are `12-25 Christmas Day; E1 Easter Monday`. */
export function holidaysBetween(rules: string, firstYear: number, lastYear: number): Map<string, string> {
  const names = new Map<string, string>()
  for (const entry of rules.split('; ')) {
    const space = entry.indexOf(' ')
    for (let year = firstYear; year <= lastYear; year += 1) {
      const date = dateOf(entry.slice(0, space), year)
      if (date !== null) names.set(date, entry.slice(space + 1))
    }
  }
  return names
}
