/** Reads requests to the control interface in the same way for every vendor. */
import { addDays } from './clock.ts'
import { ControlError } from './control-error.ts'
import { readObject, refuseUnknown } from './fields.ts'
import type { OccupiedSpan } from './free-stay.ts'
import { guestPhrases, hostPhrases } from './phrases.ts'
import type { SeededRandom } from './random.ts'

type OptionalDay = string | null | undefined

/** Returns the row, or throws a ControlError with these words if there is none. */
export function known<T>(row: T | undefined, words: string, status: 400 | 404 = 404): T {
  if (row === undefined) throw new ControlError(words, status)
  return row
}

/** Picks any of the rows, or throws a ControlError with these words if there are none. */
export function anyOf<T>(rows: readonly T[], random: SeededRandom, words: string): T {
  if (rows.length === 0) throw new ControlError(words)
  return random.pick(rows)
}

/** `least` is the smallest allowed number of nights between two given days. */
export function requireOrder(
  arrival: OptionalDay,
  departure: OptionalDay,
  words: string,
  least: 0 | 1 = 0,
): void {
  if (arrival && departure && departure < addDays(arrival, least)) throw new ControlError(words)
}

/** Given days are used as they are, even if they overlap; otherwise free ones are found. */
export function chooseNights(
  { arrival, departure }: { arrival: OptionalDay; departure: OptionalDay },
  today: string,
  random: SeededRandom,
  findFree: (from: string, nights: number) => OccupiedSpan,
): OccupiedSpan {
  const nights = random.int(2, 6)
  if (arrival) return { arrival, departure: departure || addDays(arrival, nights) }
  if (departure) return { arrival: addDays(departure, -nights), departure }
  return findFree(addDays(today, random.int(2, 60)), nights)
}

export interface AskedMessage {
  isIncoming: boolean
  reservationId: unknown
  conversationId: unknown
  /** Returns the given text, or invents a phrase. */
  text(): string
}

/** 1 and 0 count as true and false, as some vendors write them. */
export function readMessage(input: unknown, random: SeededRandom): AskedMessage {
  const body = readObject(input)
  refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
  const { isIncoming: fromGuest = true, body: text, reservationId, conversationId } = body
  const isIncoming = fromGuest === 0 || fromGuest === 1 ? fromGuest === 1 : fromGuest
  if (typeof isIncoming !== 'boolean') throw new ControlError('isIncoming must be true, false, 1 or 0')
  if (text !== undefined && typeof text !== 'string') throw new ControlError('body must be a string')
  const phrases = isIncoming ? guestPhrases : hostPhrases
  return { isIncoming, reservationId, conversationId, text: () => text ?? random.pick(phrases) }
}

/** Refuses any option, for operations that have none. */
export function refuseOptions(input: unknown): void {
  refuseUnknown(readObject(input), [])
}

/** Reads who calls a booking off, for vendors that tell it; by default the guest. */
export function readCanceller(input: unknown): 'guest' | 'host' {
  const { cancelledBy = 'guest', ...others } = readObject(input)
  refuseUnknown(others, ['cancelledBy'])
  if (cancelledBy === 'guest' || cancelledBy === 'host') return cancelledBy
  throw new ControlError('cancelledBy must be guest or host')
}
