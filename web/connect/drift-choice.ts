/** What becomes of nights that somebody changes at the channel by hand, for all rooms that are mapped. */
import { choices } from './choices.ts'
import type { ClaimedRoom, RoomMapping } from './session.ts'
import type { SoldThere } from './sold-there.ts'
import type { Words } from './text.ts'

const actions = ['mend', 'report'] as const
type Action = (typeof actions)[number]

export interface DriftChoice {
  element: HTMLElement
  /** What was chosen, for a room that our calendar is written to. */
  of(mapping: RoomMapping): RoomMapping
}

/** As the rooms have it; null: some have one and some the other, which stays so unless somebody chooses. */
function chosenBefore(rooms: readonly ClaimedRoom[]): Action | null {
  const known = new Set(rooms.flatMap(({ onDrift = null }) => onDrift ?? []))
  if (known.size > 1) return null
  const [only = 'mend'] = known
  return only
}

export function driftChoice(
  rooms: readonly ClaimedRoom[],
  { text }: Words,
  { names, kind }: { names: Record<string, string>; kind: SoldThere['kind'] },
): DriftChoice {
  const given = actions.map((value) => ({
    value,
    name: text(`rooms.drift.${value}.name`, names),
    help: text(`rooms.drift.${value}.help`, names),
  }))
  const choice = choices('drift', text(`${kind}.drift`, names), { given, checked: chosenBefore(rooms) })
  return {
    element: choice.element,
    of(mapping) {
      const onDrift = choice.chosen()
      return onDrift === null || mapping.listingId === null ? mapping : { ...mapping, onDrift }
    },
  }
}
