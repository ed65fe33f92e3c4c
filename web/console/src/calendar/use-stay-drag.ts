/** Moving a stay, or one end of it, by mouse or by keyboard; it only makes a wish, which a dialog then asks about. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { CalendarStay } from './calendar-data.ts'
import { dayWidth } from './calendar-size.ts'
import { dragged, draggedByKey, holdAt, type StayDraft, type StayHold } from './stay-draft.ts'

type Handlers = JSX.HTMLAttributes<HTMLDivElement>
type StayAt = (row: number, id: string) => CalendarStay | undefined

interface HeldStay {
  stay: CalendarStay
  draft: StayDraft
}

interface StayDrag {
  /** Where the stay is shown while it is moved, and while the dialog asks. */
  draft: StayDraft | null
  stay: CalendarStay | null
  isAsking: boolean
  drop: () => void
  handlers: Handlers
}

interface Grip {
  from: StayDraft
  hold: StayHold
  x: number
  isMoved: boolean
}

const isElsewhere = ({ stay, draft }: HeldStay): boolean =>
  draft.checkIn !== stay.checkIn || draft.checkOut !== stay.checkOut

/** The stay of a bar, where it is shown. */
function stayOf(target: EventTarget | null, stayAt: StayAt): (HeldStay & { bar: HTMLElement }) | null {
  const bar = (target as HTMLElement | null)?.closest<HTMLElement>('.bar.movable') ?? null
  const row = Number(bar?.closest<HTMLElement>('.listing-row')?.dataset.row)
  const stay = bar === null ? undefined : stayAt(row, bar.dataset.stay ?? '')
  if (bar === null || stay === undefined) return null
  const { id, checkIn, checkOut } = stay
  return { bar, stay, draft: { id, row, checkIn, checkOut } }
}

interface DragState {
  held: HeldStay | null
  hold: (next: HeldStay | null) => void
  ask: () => void
  stayAt: StayAt
}

function pointerHandlers({ held, hold, ask, stayAt }: DragState, grip: { current: Grip | null }): Handlers {
  return {
    onPointerDown(event) {
      const found = stayOf(event.target, stayAt)
      // A finger that drags scrolls.
      if (found === null || event.button !== 0 || event.pointerType === 'touch') return
      const { bar, stay, draft } = found
      const end = holdAt(event.clientX, bar.getBoundingClientRect())
      grip.current = { from: draft, hold: end, x: event.clientX, isMoved: false }
      hold({ stay, draft })
    },
    onPointerMove(event) {
      if (grip.current === null || held === null) return
      const { from, hold: end, x } = grip.current
      const draft = dragged(from, end, Math.round((event.clientX - x) / dayWidth))
      if (draft.checkIn === held.draft.checkIn && draft.checkOut === held.draft.checkOut) return
      // A press without a move stays a click on the link.
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current.isMoved = true
      hold({ ...held, draft })
    },
    onPointerUp() {
      if (grip.current === null) return
      if (held !== null && isElsewhere(held)) ask()
      else hold(null)
      if (!grip.current.isMoved) grip.current = null
    },
    onClickCapture(event) {
      if (grip.current === null) return
      grip.current = null
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

export function useStayDrag(isOn: boolean, stayAt: StayAt): StayDrag {
  const [held, hold] = useState<HeldStay | null>(null)
  const [isAsking, setAsking] = useState(false)
  const grip = useRef<Grip | null>(null)
  const drop = () => {
    setAsking(false)
    hold(null)
  }
  const ask = () => setAsking(true)
  const onKeyDown: Handlers['onKeyDown'] = (event) => {
    const found = stayOf(event.target, stayAt)
    if (found === null) return
    const isHeld = held?.draft.id === found.draft.id
    const next = draggedByKey(isHeld ? held.draft : found.draft, event)
    if (next !== null) hold({ stay: found.stay, draft: next })
    else if (isHeld && event.key === 'Enter') ask()
    else if (isHeld && event.key === 'Escape') drop()
    else return
    event.preventDefault()
  }
  return {
    draft: held?.draft ?? null,
    stay: held?.stay ?? null,
    isAsking,
    drop,
    handlers: isOn ? { ...pointerHandlers({ held, hold, ask, stayAt }, grip), onKeyDown } : {},
  }
}
