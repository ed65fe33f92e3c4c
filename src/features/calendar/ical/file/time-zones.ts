/**
 * Clocks of a file's time zones: by a well-known name, else by the file's description (RFC 5545 3.6.5). Parsers accept
 * damaged descriptions, which would move times, so only a complete description counts.
 */
import { changingClock, clockOf, utcClock, type ClockChange, type ZoneClock } from './clocks.ts'
import { parseMoment } from './nights.ts'
import { expandRule, readRule } from './recurrence-rule.ts'
import { propertyLines } from './structure.ts'
import { offsetByName, zoneByName } from './zone-names.ts'

const offsetForm = /^([+-])(0\d|1[0-4]):?([0-5]\d):?([0-5]\d)?$/
const onsetForm = /^\d{8}T\d{6}Z?$/
const blockForm = /^BEGIN:(STANDARD|DAYLIGHT)\r\n[\s\S]*?^END:\1$/gim

/** Clock by the file's zone name; null: unknown zone. */
export type ClockFinder = (name: string) => ZoneClock | null

/** `from` and `to` are the years needed. */
export function clockFinder(parts: readonly string[], years: { from: number; to: number }): ClockFinder {
  const described = describedZones(parts)
  const found = new Map<string, ZoneClock | null>()
  return (name) =>
    found.getOrInsertComputed(name, () => {
      const zone = zoneByName(name)
      if (zone) return clockOf(zone)
      const part = described.get(name.trim())
      const changes = part === undefined ? null : changesIn(part, years)
      if (changes) return changingClock(changes)
      const offset = offsetByName(name)
      return offset ? clockOf(offset) : namedWithin(parts, name)
    })
}

/** A description can name the IANA zone it describes. */
function namedWithin(parts: readonly string[], name: string): ZoneClock | null {
  const part = parts.find((one) => propertyLines(one, 'TZID')[0]?.value.trim() === name.trim()) ?? ''
  const zone = zoneByName(propertyLines(part, 'X-LIC-LOCATION')[0]?.value ?? '')
  return zone ? clockOf(zone) : null
}

/** Descriptions by name, without names described twice differently. */
function describedZones(parts: readonly string[]): Map<string, string> {
  const named = Map.groupBy(new Set(parts), (part) => {
    const [name, ...others] = propertyLines(part, 'TZID')
    return name && others.length === 0 ? name.value.trim() : ''
  })
  return new Map(
    [...named].flatMap(([name, [part = '', ...others]]) =>
      name !== '' && others.length === 0 && isWhole(part) ? [[name, part] as const] : [],
    ),
  )
}

function onlyValue(block: string, name: string, form: RegExp): string | null {
  const [line, ...others] = propertyLines(block, name)
  const value = line?.value.trim() ?? ''
  return others.length === 0 && form.test(value) ? value : null
}

/** More than two changes form a history, before which another clock applied. */
const shortestHistory = 3

/** Each offset is given redundantly, so one that lost a digit shows. */
function isWhole(part: string): boolean {
  const blocks = part.match(blockForm) ?? []
  if (!blocks.some((block) => /^BEGIN:STANDARD\b/i.test(block))) return false
  const onsets = blocks.map((block) => onlyValue(block, 'DTSTART', onsetForm))
  const to = blocks.map((block) => onlyValue(block, 'TZOFFSETTO', offsetForm))
  const from = blocks.map((block) => onlyValue(block, 'TZOFFSETFROM', offsetForm))
  if ([...onsets, ...to, ...from].includes(null)) return false
  const earliest = blocks.length < shortestHistory ? -1 : onsets.indexOf(onsets.toSorted()[0] ?? null)
  return from.every((value, at) => at === earliest || to.includes(value))
}

function secondsOf(offset: string): number {
  const [, sign, hours, minutes, seconds = 0] = offsetForm.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** null: one of its rules is unreadable. */
function changesIn(part: string, years: { from: number; to: number }): ClockChange[] | null {
  const changes: ClockChange[] = []
  for (const block of part.match(blockForm) ?? []) {
    const from = secondsOf(onlyValue(block, 'TZOFFSETFROM', offsetForm) ?? '')
    const offset = secondsOf(onlyValue(block, 'TZOFFSETTO', offsetForm) ?? '')
    const onsets = onsetsOf(block, years, from)
    if (onsets === null) return null
    for (const onset of onsets)
      changes.push({ from: utcClock.instantOf(onset).subtract({ seconds: from }), offset })
  }
  return changes.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))
}

function onsetsOf(
  block: string,
  { from, to }: { from: number; to: number },
  offset: number,
): Temporal.PlainDateTime[] | null {
  const start = onsetAt(propertyLines(block, 'DTSTART')[0]?.value ?? '')
  if (!start) return null
  const listed = propertyLines(block, 'RDATE').flatMap(({ value }) =>
    value.split(',').flatMap((one) => onsetAt(one) ?? []),
  )
  const onsets = [start, ...listed]
  for (const { value } of propertyLines(block, 'RRULE')) {
    const rule = readRule(value)
    if (!rule) return null
    const last = rule.get('UNTIL')
    const until = last === undefined ? null : parseMoment(last)
    if (last !== undefined && !until) return null
    const window = {
      from: Temporal.PlainDateTime.from({ year: from, month: 1, day: 1 }),
      to: Temporal.PlainDateTime.from({ year: to, month: 12, day: 31 }),
      isDay: false,
      // The end is in UTC (RFC 5545 3.3.10).
      until: until ? (until.isUtc ? until.at.add({ seconds: offset }) : until.at) : null,
    }
    onsets.push(...expandRule(inOurTimes(start), rule, window))
  }
  return onsets
}

function onsetAt(value: string): Temporal.PlainDateTime | null {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z?$/.exec(value.trim()) ?? []
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`)
  } catch {
    return null
  }
}

/** Zone rules apply every year, so their start year does not matter. */
const inOurTimes = (start: Temporal.PlainDateTime) => (start.year < 1971 ? start.with({ year: 1971 }) : start)
