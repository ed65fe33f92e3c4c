import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { flag, idOrNull, integer, nullable, number, record, text, textOrNull } from './fields.ts'

export * from './fields.ts'

export const channelNames = ['airbnb', 'booking', 'vrbo', 'plumguide'] as const
/** A listing kept here is sold through these: channels, and channel managers with channels of their own. */
export const sellerNames = [...channelNames, 'channex'] as const

export const Pagination = record({
  nextCursor: textOrNull('Send it as `cursor` to get the next page; null on the last page.'),
  hasMore: flag('Whether a next page exists.'),
  total: Type.Optional(
    integer('Records that match the filters, over all pages. Left out with `include_total=false`.', {
      minimum: 0,
    }),
  ),
})
export type Pagination = Static<typeof Pagination>

/** Every list has this envelope. */
export function listOf<S extends TSchema>(row: S) {
  return record({
    data: Type.Array(row, { description: 'The records of this page.' }),
    pagination: Pagination,
  })
}

export const RecordAccount = record(
  {
    provider: text('Channel or PMS the record came through.', { examples: ['hostaway'] }),
    externalAccountId: text("The provider's id of the account.", { examples: ['64127'] }),
    connectionId: Type.Optional(
      idOrNull('Id of the connection, as `GET /v1/connect` lists it; the value for `X-Account-Id`.'),
    ),
  },
  {
    description:
      'The connected account a record belongs to. `provider:externalAccountId` is the value of the `account` filter.',
  },
)
export type RecordAccount = Static<typeof RecordAccount>

export const recordAccountOrNull = (description: string) => nullable(RecordAccount, { description })

export const MoneyLine = record(
  {
    amount: number("Amount in the reservation's currency."),
    name: Type.Optional(text('What the line is for, as the source names it.')),
    type: Type.Optional(
      text(
        'Kind of line. An open set: `cleaning`, `extra_guest`, `service`, `pet`, `pass_through`, `tax`, and others.',
      ),
    ),
    description: Type.Optional(text('Further explanation from the source.')),
    quantity: Type.Optional(number('How many units the amount covers.')),
    vat: Type.Optional(number('VAT contained in the amount, in the same currency.')),
  },
  { description: 'One line of a price.' },
)
export type MoneyLine = Static<typeof MoneyLine>
