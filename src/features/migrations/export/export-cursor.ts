/** Positions in an export: a line's type and id. Pure. */
import { civilDay } from '../../../platform/civil-day.ts'
import { recordTypes, type RecordType } from '../../../contract/export-file/index.ts'
import { tables, type KeyType } from './tables.ts'

export interface ExportCursor {
  type: RecordType
  /** The values of its key. */
  key: readonly string[]
}

const isDate = (value: string): boolean => civilDay(value) !== null

const fits: Record<KeyType, (value: string) => boolean> = {
  bigint: (value) => /^\d{1,18}$/.test(value),
  integer: (value) => /^\d{1,9}$/.test(value),
  date: isDate,
  text: (value) => value !== '' && !value.includes('\0'),
}

/** The key of the record with this id, whose last part may contain colons. */
export function keyIn(type: RecordType, id: string): string[] {
  const before = tables[type].key.length - 1
  const values = id.split(':')
  return [...values.slice(0, before), values.slice(before).join(':')]
}

/** Parses `night:12:2026-07-01`; null if no line can have this position. */
export function parseExportCursor(text: string): ExportCursor | null {
  const colon = text.indexOf(':')
  const type = recordTypes.find((name) => name === text.slice(0, Math.max(colon, 0)))
  if (type === undefined) return null
  const { key } = tables[type]
  const values = keyIn(type, text.slice(colon + 1))
  return key.every(([, kind], at) => fits[kind](values[at] ?? '')) ? { type, key: values } : null
}
