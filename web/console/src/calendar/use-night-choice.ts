/** Choosing nights by mouse, by touch and by keyboard. */
import type { JSX } from 'preact'
import { useRef, useState, type MutableRef } from 'preact/hooks'
import { dayCount } from './calendar-size.ts'
import { movedBy, type NightSelection } from './selection.ts'

interface NightChoiceRequest {
  rowCount: number
  firstRow: number
  /** The day that the keyboard begins at. */
  today: number
  /** Brings a night into view. */
  reveal: (selection: NightSelection) => void
}

interface NightChoice {
  selection: NightSelection | null
  isOpen: boolean
  close: () => void
  handlers: JSX.HTMLAttributes<HTMLDivElement>
}

function cellAt(target: EventTarget | null): { row: number; day: number } | null {
  const cell = (target as HTMLElement | null)?.closest<HTMLElement>('.night')
  const row = cell?.closest<HTMLElement>('.listing-row')
  return cell && row ? { row: Number(row.dataset.row), day: Number(cell.dataset.day) } : null
}

export function useNightChoice(
  grid: MutableRef<HTMLDivElement | null>,
  { rowCount, firstRow, today, reveal }: NightChoiceRequest,
): NightChoice {
  const [selection, setSelection] = useState<NightSelection | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isDragging = useRef(false)
  // The cell may be drawn only after the next frame.
  const focusCell = ({ row, end }: NightSelection) =>
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-day="${end}"]`)?.focus(),
    )
  const moveTo = (next: NightSelection) => {
    setSelection(next)
    reveal(next)
    focusCell(next)
  }
  const handlers: JSX.HTMLAttributes<HTMLDivElement> = {
    onFocus(event) {
      if (event.target === grid.current && selection === null)
        moveTo({ row: firstRow, start: today, end: today })
    },
    onKeyDown(event) {
      if (selection === null) return
      const opens = event.key === 'Enter' || event.key === ' '
      const next = movedBy(event.key, event.shiftKey, selection, { rows: rowCount, days: dayCount })
      if (!opens && next === null) return
      event.preventDefault()
      if (opens) setOpen(true)
      else if (next) moveTo(next)
    },
    onPointerDown(event) {
      const cell = event.button === 0 ? cellAt(event.target) : null
      if (cell === null) return
      // A finger that drags scrolls.
      isDragging.current = event.pointerType === 'mouse'
      setSelection({ row: cell.row, start: cell.day, end: cell.day })
    },
    onPointerOver(event) {
      const cell = isDragging.current ? cellAt(event.target) : null
      if (cell !== null && cell.row === selection?.row && cell.day !== selection.end)
        setSelection({ ...selection, end: cell.day })
    },
    onPointerUp() {
      // A drag that ends on another cell is no click.
      if (isDragging.current && selection !== null && selection.start !== selection.end) setOpen(true)
      isDragging.current = false
    },
    onClick(event) {
      if (cellAt(event.target) !== null) setOpen(true)
    },
  }
  const close = () => {
    setOpen(false)
    if (selection !== null) focusCell(selection)
  }
  return { selection, isOpen, close, handlers }
}
