/** Which nights of one listing are chosen. Pure. */
export interface NightSelection {
  row: number
  /** Where the choice began; it may be before or after `end`. */
  start: number
  end: number
}

export const firstOf = ({ start, end }: NightSelection): number => Math.min(start, end)
export const lastOf = ({ start, end }: NightSelection): number => Math.max(start, end)

export const isSelected = (selection: NightSelection | null, row: number, day: number): boolean =>
  selection?.row === row && day >= firstOf(selection) && day <= lastOf(selection)

interface GridSize {
  rows: number
  days: number
}

const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value))

/** Where a key moves to; with shift the choice grows along its row. Null for keys that move nothing. */
export function movedBy(
  key: string,
  isExtending: boolean,
  selection: NightSelection,
  { rows, days }: GridSize,
): NightSelection | null {
  const step = steps[key]
  if (step === undefined) return null
  const [down, right] = step
  const end = within(selection.end + right, days)
  if (isExtending && down === 0) return { ...selection, end }
  return { row: within(selection.row + down, rows), start: end, end }
}
