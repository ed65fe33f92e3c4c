/** Expands a calendar's strings to days. Refuses what Vrbo refuses: wrong lengths, unknown letters, too long ranges. */
import { childOf, textIn, type Xml } from '../../../src/connector-kit/xml.ts'

export interface PulledNight {
  date: string
  available: boolean
  units: number
  arrive: boolean
  leave: boolean
  minStay: number
  maxStay: number
  priorNotify: number
  increment: string
}

const mostDays = 1096

export class FeedFault extends Error {}

const must = (condition: boolean, message: string): void => {
  if (!condition) throw new FeedFault(message)
}

const dateIn = (parent: Xml | undefined, name: string): Temporal.PlainDate => {
  try {
    return Temporal.PlainDate.from(textIn(parent, name) ?? '')
  } catch {
    throw new FeedFault(`${name} is no date`)
  }
}

export function expandNights(root: Xml): PulledNight[] {
  must(root.name === 'unitAvailabilityContent', `the root is ${root.name}`)
  const unit = childOf(root, 'unitAvailability')
  const range = childOf(unit, 'dateRange')
  const [begin, end] = [dateIn(range, 'beginDate'), dateIn(range, 'endDate')]
  const days = begin.until(end).days + 1
  must(days >= 1 && days <= mostDays, `the range has ${days} days`)
  const configured = childOf(unit, 'unitAvailabilityConfiguration')
  const letters = (name: string, allowed: string) => {
    const text = textIn(configured, name) ?? ''
    must(text.length === days, `${name} has ${text.length} letters for ${days} days`)
    must(
      [...text].every((letter) => allowed.includes(letter)),
      `${name} has a letter other than ${allowed}`,
    )
    return [...text]
  }
  const numbers = (name: string) => {
    const parts = (textIn(configured, name) ?? '').split(',')
    must(parts.length === days, `${name} has ${parts.length} numbers for ${days} days`)
    must(
      parts.every((part) => /^\d{1,3}$/.test(part)),
      `${name} has what is no number`,
    )
    return parts.map(Number)
  }
  const available = letters('availability', 'YN')
  const changeOver = letters('changeOver', 'CIOX')
  const increments = letters('stayIncrement', 'DWMQHY')
  const [units, minStay, maxStay, priorNotify] = [
    'availableUnitCount',
    'minStay',
    'maxStay',
    'minPriorNotify',
  ].map(numbers)
  return available.map((letter, n) => ({
    date: String(begin.add({ days: n })),
    available: letter === 'Y',
    units: units?.[n] ?? 0,
    arrive: 'CI'.includes(changeOver[n] ?? 'X'),
    leave: 'CO'.includes(changeOver[n] ?? 'X'),
    minStay: minStay?.[n] ?? 0,
    maxStay: maxStay?.[n] ?? 0,
    priorNotify: priorNotify?.[n] ?? 0,
    increment: increments[n] ?? 'D',
  }))
}
