/** National holidays of the calendar, against dates that are well known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dateOf,
  easterOf,
  holidaysBetween,
  orthodoxEasterOf,
} from '../../web/console/src/calendar/holidays.ts'
import rules from '../../web/console/src/calendar/public-holidays.json' with { type: 'json' }

test('Easter of both churches', () => {
  assert.deepEqual([2026, 2027, 2028, 2038].map(easterOf), [
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2038-04-25',
  ])
  assert.deepEqual([2026, 2027, 2028].map(orthodoxEasterOf), ['2026-04-12', '2027-05-02', '2028-04-16'])
})

test('every kind of rule finds its day', () => {
  const dates: Record<string, string | null> = {
    '12-25': '2027-12-25',
    E39: '2027-05-06',
    O1: '2027-05-03',
    '11/4/4': '2027-11-25',
    '5/-1/1': '2027-05-31',
    '12/-1/5': '2027-12-31',
    '06-29>1': '2027-07-05',
    '02-01>1!5': '2027-02-01',
    '05-01~': '2027-05-03',
    '04-25<': '2027-04-24',
    '2027-06-25': '2027-06-25',
    '2026-07-10': null,
  }
  for (const [rule, date] of Object.entries(dates)) assert.equal(dateOf(rule, 2027), date, rule)
  assert.equal(dateOf('02-01>1!5', 2030), '2030-02-01', 'a Friday stays')
})

test('each country has its holidays in every year, and each rule is one', () => {
  const countries = Object.entries(rules.countries)
  assert.equal(countries.length, 46)
  for (const [country, entries] of countries)
    for (const year of [2026, 2029, 2032]) {
      const names = holidaysBetween(entries, year, year)
      assert.ok(names.size >= 5 && names.size <= 21, `${country} has ${names.size} in ${year}`)
      for (const date of names.keys()) assert.match(date, /^20\d\d-[01]\d-[0-3]\d$/, `${country} ${date}`)
    }
  assert.equal(holidaysBetween(rules.countries.FR, 2026, 2026).get('2026-05-14'), 'Ascension Day')
  assert.equal(holidaysBetween(rules.countries.US, 2026, 2026).get('2026-11-26'), 'Thanksgiving Day')
  assert.equal(holidaysBetween(rules.countries.GB, 2026, 2026).get('2026-05-25'), 'Spring bank holiday')
})

test('every French name stands for one that a country has', () => {
  const known = new Set(
    Object.values(rules.countries).flatMap((entries) => [...holidaysBetween(entries, 2026, 2032).values()]),
  )
  for (const name of Object.keys(rules.french)) assert.ok(known.has(name), name)
})
