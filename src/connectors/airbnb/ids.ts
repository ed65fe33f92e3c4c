/**
 * Ids come as numbers, as text, or as both; a long id does not fit into a number, so the number may be
 * rounded.
 */
import { fieldOf } from '../../connector-kit/answers.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'

type VendorId = string | number | null | undefined

/** The text is preferred to the number. */
export const idOf = (text: VendorId, number: VendorId): string | null => idText(text) ?? idText(number)

/** A row without an id is no record. */
export function demandId(text: VendorId, number: VendorId, kind: string): string {
  const id = idOf(text, number)
  if (id === null) throw new EssentialMissing(`a ${kind} without an id`)
  return id
}

/** Reads the id of a row of any type. */
export const idOfRow = (row: unknown): string =>
  presentText(fieldOf(row, 'id_str')) ?? presentText(fieldOf(row, 'id')) ?? 'unknown'
