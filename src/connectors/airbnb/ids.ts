/** Ids come as numbers, as text, or as both; longer ones do not fit into a number, and whoever passed them on has rounded them. */
import { fieldOf } from '../../connector-kit/answers.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'

type VendorId = string | number | null | undefined

/** The text goes before the number. */
export const idOf = (text: VendorId, number: VendorId): string | null => idText(text) ?? idText(number)

/** The id of a record, without which it is none. */
export function demandId(text: VendorId, number: VendorId, what: string): string {
  const id = idOf(text, number)
  if (id === null) throw new EssentialMissing(`a ${what} without an id`)
  return id
}

/** The same of a row that may be anything. */
export const idOfRow = (row: unknown): string =>
  presentText(fieldOf(row, 'id_str')) ?? presentText(fieldOf(row, 'id')) ?? 'unknown'
