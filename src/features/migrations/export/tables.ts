/** The table of each record type. Fields are columns of the same name unless stated here. */
import { recordLines, type RecordType } from '../../../contract/export-file/index.ts'
import type { TenantTable } from '../../../platform/tenant-tables.ts'

export type KeyType = 'bigint' | 'date' | 'integer' | 'text'

/** Rows inside the line of the record they belong to. */
export interface NestedTable {
  table: TenantTable
  /** The column that names the record. */
  of: string
  order: readonly string[]
}

export interface ExportTable {
  table: TenantTable
  /** Key columns after the workspace; the id consists of them and the file is ordered by them. */
  key: readonly (readonly [column: string, type: KeyType])[]
  /** Fields whose names differ from their columns. */
  columns?: Readonly<Record<string, string>>
  /** Columns with one value for all rows of the type. */
  fixed?: Readonly<Record<string, string>>
  within?: Readonly<Record<string, NestedTable>>
}

const numbered = [['id', 'bigint']] as const

export const tables: Record<RecordType, ExportTable> = {
  connection: { table: 'connections', key: numbered },
  account: { table: 'accounts', key: numbered },
  listing: {
    table: 'listings',
    key: numbered,
    within: {
      links: { table: 'listing_links', of: 'listing_id', order: ['connection_id', 'external_id'] },
      channels: { table: 'channel_links', of: 'listing_id', order: ['platform', 'external_id'] },
      texts: { table: 'listing_texts', of: 'listing_id', order: ['locale'] },
    },
  },
  unit: {
    table: 'units',
    key: numbered,
    within: { listings: { table: 'listing_units', of: 'unit_id', order: ['listing_id'] } },
  },
  night: {
    table: 'calendar_days',
    key: [
      ['listing_id', 'bigint'],
      ['date', 'date'],
    ],
  },
  guest: {
    table: 'guests',
    key: numbered,
    within: { contacts: { table: 'guest_contacts', of: 'guest_id', order: ['type', 'value'] } },
  },
  reservation: {
    table: 'reservations',
    key: numbered,
    within: {
      conflicts: { table: 'stay_conflicts', of: 'other_id', order: ['stay_id'] },
      soldNights: { table: 'sold_nights', of: 'reservation_id', order: ['listing_id', 'date'] },
      nightChanges: { table: 'night_changes', of: 'reservation_id', order: ['listing_id', 'date'] },
    },
  },
  reservation_change: {
    table: 'record_history',
    key: [
      ['record_id', 'bigint'],
      ['revision', 'integer'],
    ],
    columns: { reservationId: 'record_id' },
    fixed: { record_type: 'reservation' },
  },
  alteration: { table: 'reservation_alterations', key: numbered },
  transaction: {
    table: 'airbnb_transactions',
    key: [
      ['connection_id', 'bigint'],
      ['id', 'text'],
    ],
    columns: { lineId: 'id', kind: 'type' },
  },
  conversation: { table: 'conversations', key: numbered },
  inquiry: { table: 'inquiries', key: numbered },
  special_offer: { table: 'special_offers', key: numbered },
  message: { table: 'messages', key: numbered },
  review: { table: 'reviews', key: numbered },
}

/** What the schema says about reading and storing a field. */
export interface FieldSchema {
  type?: string | readonly string[]
  format?: string
  /** The record type the field refers to. */
  refersTo?: RecordType
  /** A decimal number as text. */
  exact?: boolean
  items?: { properties?: Record<string, FieldSchema> }
}

export type ExportFields = Readonly<Record<string, FieldSchema>>

/** The fields that are columns of the table, and those of nested rows. */
export function fieldsOf(type: RecordType): {
  own: ExportFields
  within: Readonly<Record<string, ExportFields>>
} {
  const {
    type: _,
    id: __,
    ...fields
  } = recordLines[type].properties as unknown as Record<string, FieldSchema>
  const names = Object.keys(tables[type].within ?? {})
  return {
    own: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
    within: Object.fromEntries(names.map((name) => [name, fields[name]?.items?.properties ?? {}])),
  }
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const columnOf = (field: string, columns: ExportTable['columns'] = {}): string =>
  columns[field] ?? snake(field)
