/** Reads a calendar file with ts-ics, which the server does not use, so tests check the server independently. */
import { convertIcsCalendar } from 'ts-ics'

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the nights a file closes, in order. Throws if it is no calendar. */
export function readClosed(text: string): string[] {
  const { events = [] } = convertIcsCalendar(undefined, text)
  const nights = events.flatMap(({ start, end }) => {
    if (start.type !== 'DATE' || end?.type !== 'DATE') throw new Error('its events are not whole days')
    const found: string[] = []
    for (let at = start.date.getTime(); at < end.date.getTime(); at += 86_400_000)
      found.push(dayOf(new Date(at)))
    return found
  })
  return [...new Set(nights)].toSorted()
}
