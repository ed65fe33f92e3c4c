/** Decides which of a stay's two sources gives each field: the leading one, or the other where that is silent. */
import { reservationColumns } from './row.ts'

type TwinColumn = Exclude<keyof typeof reservationColumns, 'external_id'>
type FieldDecision = 'leading' | 'leading, else the other'

export interface DecidedField {
  field: string
  columns: readonly TwinColumn[]
  decides: FieldDecision
}

const leading = 'leading'
const either = 'leading, else the other'

export const decidedFields: readonly DecidedField[] = [
  { field: 'listing', columns: ['listing_id'], decides: leading },
  { field: 'account', columns: ['account_id'], decides: leading },
  { field: 'dates', columns: ['check_in', 'check_out'], decides: leading },
  {
    field: 'status, with cancellation and deadlines',
    columns: [
      ...(['status', 'status_detail', 'pending_reason', 'respond_by', 'completes_at', 'lapses_at'] as const),
      ...(['cancelled_at', 'cancelled_by', 'source_status'] as const),
    ],
    decides: leading,
  },
  { field: 'channel and confirmation code', columns: ['source', 'confirmation_code'], decides: leading },
  { field: 'price and currency', columns: ['total_price', 'currency', 'financials'], decides: leading },
  { field: 'when it was booked', columns: ['booked_at'], decides: either },
  { field: 'guest', columns: ['guest_id'], decides: either },
  { field: 'what is known of the party', columns: ['occupancy', 'guest_details'], decides: either },
  { field: 'room', columns: ['unit_id'], decides: either },
  { field: 'times of arrival and departure', columns: ['check_in_time', 'check_out_time'], decides: either },
  { field: 'state of the payment', columns: ['payment_status'], decides: either },
]

const filledIn = new Set(
  decidedFields
    .filter(({ decides }) => decides === either)
    .flatMap(({ columns }) => columns as readonly string[]),
)

/** Whether the other source fills the column in where the leading one says nothing. */
export const isFilledIn = (column: string): boolean => filledIn.has(column)

/** The documentation shows this table. */
export const fieldTable = (): string =>
  [
    '| Of the stay | Decides |',
    '|---|---|',
    ...decidedFields.map(({ field, decides }) => `| ${field} | ${decides} |`),
  ].join('\n')
