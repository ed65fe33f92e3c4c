/**
 * Events beside a stay that mark its arrival and its departure, as some calendars have them: they take no night of their own
 * (https://github.com/tykeal/homeassistant-rental-control/issues/159). Pure.
 */
import type { ReadEvent } from './read-events.ts'

/** Words of arrival and departure, in the languages of calendars that were seen, or are likely. */
const arrivals =
  'check[\\s-]?in|arrival|arriving|anreise|ankunft|arriv[ée]e|llegada|entrada|arrivo|chegada|aankomst|ankomst|przyjazd|p[řr][íi]jezd|dolazak'
const departures =
  'check[\\s-]?out|departure|departing|abreise|d[ée]part|salida|partenza|vertrek|sa[íi]da|partida|afrejse|avreise|avresa|wyjazd|odjezd|odlazak'
const wordOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
const [arrivalWord, departureWord] = [wordOf(arrivals), wordOf(departures)]
/** Such an event says that nobody can arrive: it is no mark of a stay. */
const closingWord =
  /(?<!\p{L})(?:no|not|closed|block|blocked|unavailable|kein|keine|gesperrt|ferm[ée])(?!\p{L})/iu

type MarkedDay = 'first' | 'until'

/** Which day of a stay the event marks; null: it is no mark. */
function markedDay({ summary, repeats, first, until }: ReadEvent): MarkedDay | null {
  const isOneDay = String(Temporal.PlainDate.from(first).add({ days: 1 })) === until
  if (repeats || !isOneDay || closingWord.test(summary)) return null
  const [arrives, departs] = [arrivalWord.test(summary), departureWord.test(summary)]
  if (arrives === departs) return null
  return arrives ? 'first' : 'until'
}

/** Without the marks of stays that are among the others: what nobody is beside closes its night. */
export function withoutMarkers(events: readonly ReadEvent[]): ReadEvent[] {
  const marked = new Map(
    events.flatMap((event) => markedDay(event) ?? []).length === 0
      ? []
      : events.map((event) => [event, markedDay(event)]),
  )
  if (marked.size === 0) return [...events]
  const stays = events.filter((event) => !marked.get(event))
  const days = {
    first: new Set(stays.map(({ first }) => first)),
    until: new Set(stays.map(({ until }) => until)),
  }
  return events.filter((event) => {
    const day = marked.get(event)
    return !day || !days[day].has(event.first)
  })
}
