/** Where a stay is dragged to. Pure. */
import { addDays } from '../format/civil-days.ts'

export interface StayDraft {
  id: string
  row: number
  checkIn: string
  checkOut: string
}

/** What is held of a bar. */
export type StayHold = 'whole' | 'arrival' | 'departure'

/** The stay after so many days to the right; it keeps at least one night. */
export function dragged(stay: StayDraft, hold: StayHold, days: number): StayDraft {
  if (hold === 'whole')
    return { ...stay, checkIn: addDays(stay.checkIn, days), checkOut: addDays(stay.checkOut, days) }
  if (hold === 'arrival') {
    const checkIn = addDays(stay.checkIn, days)
    return { ...stay, checkIn: checkIn < stay.checkOut ? checkIn : addDays(stay.checkOut, -1) }
  }
  const checkOut = addDays(stay.checkOut, days)
  return { ...stay, checkOut: checkOut > stay.checkIn ? checkOut : addDays(stay.checkIn, 1) }
}

const edge = 10

/** The ends of a bar change the arrival or the departure, what is between them moves the stay. */
export function holdAt(x: number, { left, right }: { left: number; right: number }): StayHold {
  if (right - x <= edge) return 'departure'
  return x - left <= edge ? 'arrival' : 'whole'
}

/** Alt with an arrow moves the stay; with shift the departure. Null for all other keys. */
export function draggedByKey(
  stay: StayDraft,
  { key, altKey, shiftKey }: { key: string; altKey: boolean; shiftKey: boolean },
): StayDraft | null {
  const days = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  return !altKey || days === 0 ? null : dragged(stay, shiftKey ? 'departure' : 'whole', days)
}
