/**
 * Generated calendars against what they were made of: every night of a year. The expected nights are counted from the model,
 * by day numbers and the clocks of Intl, and from no file; `ts-ics` reads the files that it can as a second reader.
 *
 * The seed is fixed; `CALENDAR_SEED=random` takes another one each time, and a number that one.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics'
import { dayNumber, shownDay, type FileModel } from './testing/calendar-model.ts'
import { calendarText } from './testing/calendar-text.ts'
import { calendarModels, plainModels } from './testing/calendar-models.ts'
import { expectedNights } from './testing/expected-nights.ts'
import { readFile } from './read-events.ts'

const [from, to] = ['2027-01-01', '2028-01-01']
const fixedSeed = 35
const said = process.env['CALENDAR_SEED']
const seed = said === undefined ? fixedSeed : said === 'random' ? Date.now() % 2 ** 31 : Number(said)

function nightsRead(model: FileModel): string[] {
  const bytes = Buffer.from(calendarText(model))
  const read = readFile({ bytes, timeZone: model.listingZone, from, to })
  assert.deepEqual([...read.problems], [], 'everything is understood')
  return nightsOf(read.events.map(({ first, until }) => [dayNumber(first), dayNumber(until)]))
}

function nightsOf(stretches: readonly (readonly [first: number, until: number])[]): string[] {
  const nights = new Set<number>()
  for (const [first, until] of stretches) for (let day = first; day < until; day += 1) nights.add(day)
  return [...nights]
    .map(shownDay)
    .filter((day) => day >= from && day < to)
    .toSorted()
}

it('the nights of a year are those that the calendar was made of', () => {
  fc.assert(
    fc.property(calendarModels, (model) => {
      assert.deepEqual(nightsRead(model), nightsOf(expectedNights(model)), calendarText(model))
    }),
    { seed, numRuns: 250 },
  )
})

it('and those that another reader finds', () => {
  const midnight = (day: number) => new Date(day * 86_400_000)
  fc.assert(
    fc.property(plainModels, (model) => {
      const { events = [] } = convertIcsCalendar(undefined, calendarText(model))
      const found = events.flatMap(({ start, end, recurrenceRule, exceptionDates = [] }) => {
        const first = start.date.getTime()
        const nights = Math.round(((end?.date.getTime() ?? first) - first) / 86_400_000)
        const starts = recurrenceRule
          ? extendByRecurrenceRule(recurrenceRule, {
              start: start.date,
              end: midnight(dayNumber(to)),
              exceptions: exceptionDates.map(({ date }) => date),
            })
          : [start.date]
        return starts.map((date) => {
          const day = Math.round(date.getTime() / 86_400_000)
          return [day, day + nights] as const
        })
      })
      assert.deepEqual(nightsRead(model), nightsOf(found), calendarText(model))
    }),
    { seed, numRuns: 80 },
  )
})
