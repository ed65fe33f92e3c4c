/** One room, and which listing it is. */
import { el } from './dom.ts'
import { create, firstChoice, leave } from './first-choice.ts'
import type { ClaimedRoom, ClaimedRooms, RoomMapping } from './session.ts'
import type { SoldThere } from './sold-there.ts'
import type { Words } from './text.ts'

export interface RoomRow {
  element: HTMLElement
  mapping(): RoomMapping
  /** null: nothing is wrong. */
  mark(problem: string | null): void
  focus(): void
}

function optionsOf(
  room: ClaimedRoom,
  listings: ClaimedRooms['listingOptions'],
  { text }: Words,
  kind: SoldThere['kind'],
) {
  const { currentListingId: current = null } = room
  const known = listings.map(({ id, name, city }) => ({
    value: String(id),
    label: city == null ? name : `${name} (${city})`,
  }))
  const isMissing = current !== null && !listings.some(({ id }) => id === current)
  return [
    { value: create, label: text('rooms.create') },
    { value: leave, label: text(`${kind}.leave`) },
    ...(isMissing ? [{ value: String(current), label: text('rooms.listing', { id: current }) }] : []),
    ...known,
  ]
}

function detailOf(
  { roomId, numberOfRooms, maxGuests = null }: ClaimedRoom,
  words: Words,
  kind: SoldThere['kind'],
): string {
  return [
    words.text(`${kind}.number`, { id: roomId }),
    kind === 'rooms' && numberOfRooms > 0 ? words.counted('rooms.count', numberOfRooms) : '',
    maxGuests === null ? '' : words.counted('rooms.guests', maxGuests),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function roomRow(
  room: ClaimedRoom,
  listings: ClaimedRooms['listingOptions'],
  words: Words,
  kind: SoldThere['kind'],
): RoomRow {
  const id = `room-${room.roomId}`
  const chosen = firstChoice(room, { kind, hasListings: listings.length > 0 })
  const options = optionsOf(room, listings, words, kind).map(({ value, label }) =>
    el('option', { value, selected: value === chosen }, label),
  )
  const select = el('select', { id, 'aria-describedby': `${id}-help ${id}-problem` }, ...options)
  const problem = el('p', { class: 'problem', id: `${id}-problem`, hidden: true })
  const mark = (text: string | null) => {
    problem.hidden = text === null
    problem.textContent = text
    if (text === null) select.removeAttribute('aria-invalid')
    else select.setAttribute('aria-invalid', 'true')
  }
  select.addEventListener('input', () => mark(null))
  const isUnknown = kind === 'rooms' && room.numberOfRooms === 0
  return {
    element: el(
      'li',
      { class: 'field' },
      el('label', { for: id }, room.roomName),
      el(
        'p',
        { class: 'help', id: `${id}-help` },
        detailOf(room, words, kind),
        isUnknown && `. ${words.text('rooms.unknown')}`,
      ),
      select,
      problem,
    ),
    mapping() {
      const { roomId } = room
      if (select.value === create) return { roomId, create: true }
      return { roomId, listingId: select.value === leave ? null : Number(select.value) }
    },
    mark,
    focus: () => select.focus(),
  }
}
