import { UnreadableValue } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'

/** Moments come with `Z`, with an offset, or without a zone, which by the names of their fields is UTC then. */
export function momentOf(value: string | null | undefined): string | null {
  const text = presentText(value)
  if (text === null) return null
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text)
  try {
    return Temporal.Instant.from(hasZone ? text : `${text}Z`).toString()
  } catch {
    throw new UnreadableValue(`not a moment: ${text.slice(0, 40)}`)
  }
}
