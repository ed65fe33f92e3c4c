/** Events about payments and language models carry these. */
import { Type } from 'typebox'
import { revision } from './event-data-reservations.ts'
import {
  currency,
  currencyOrNull,
  decimalText,
  decimalTextOrNull,
  id,
  idOrNull,
  integer,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
} from './fields.ts'

const operationFields = {
  operationId: text('Id of the operation.', { examples: ['op_51c2'] }),
  type: text('Which operation.', { examples: ['respond-to-guest'] }),
}

export const AiCompletedData = record({
  ...operationFields,
  inputSummary: text('What it was asked, in short.', { examples: ['A guest asks for early arrival.'] }),
  output: text('What it answered.', { examples: ['You are welcome from 1 pm.'] }),
  tokensUsed: integer('Tokens it took.', { examples: [412] }),
  completedAt: timestamp('When it was done.'),
})

export const AiFailedData = record({
  ...operationFields,
  error: record({
    code: text('Code of the error.', { examples: ['provider_unavailable'] }),
    message: text('What happened.', { examples: ['The model did not answer.'] }),
  }),
  failedAt: timestamp('When it failed.'),
})

export const PaymentObject = record(
  {
    id: id('Id of the payment.'),
    customerId: id('The workspace.'),
    transactionType: oneOfStrings(
      [
        'reservation',
        'payout',
        'refund',
        'adjustment',
        'pass_through_tax',
        'resolution_payout',
        'charge',
        'other',
      ],
      { description: 'Kind of transaction.' },
    ),
    sourceType: textOrNull("The source's own word for the kind."),
    status: text('State of the payment.', { examples: ['completed'] }),
    amount: decimalText('Amount with its sign.'),
    currency: currency('Currency of the amounts.'),
    reservationId: idOrNull('Reservation it belongs to.'),
    confirmationCode: textOrNull('Confirmation code of that reservation.', { examples: ['HMA4XK29QP'] }),
    listingId: idOrNull('Listing it belongs to.'),
    platform: textOrNull('Channel it came over.', { examples: ['airbnb'] }),
    platformPaymentId: textOrNull("The channel's id of it."),
    processingFee: decimalTextOrNull('What was kept for processing.', { examples: ['9.80'] }),
    netAmount: decimalTextOrNull('What is left.', { examples: ['632.70'] }),
  },
  { description: 'The payment.' },
)

export const PaymentCompletedData = record({
  object: PaymentObject,
  completedAt: timestamp('When it was made.'),
  revision,
})
export const PaymentRefundedData = record({
  object: PaymentObject,
  refundedAt: timestamp('When it was given back.'),
  reason: textOrNull('Why, when that is known.'),
  revision,
})

export const PayoutCompletedData = record({
  channel: text('Channel that paid.', { examples: ['airbnb'] }),
  accountId: id('Account that was paid.'),
  accountName: textOrNull('Name of the account.', { examples: ['Harbour Stays'] }),
  payout: record(
    {
      id: text("The channel's id of the payout.", { examples: ['PO-88213'] }),
      paidOutAmount: decimalText('What was paid: the sum of the lines.'),
      currency: currencyOrNull('Currency of it.'),
      paidAt: timestamp('When it was paid.'),
    },
    { description: 'The payout.' },
  ),
  lines: Type.Array(
    openObject('One transaction in it.', {
      examples: [{ type: 'reservation', confirmationCode: 'HMA4XK29QP', amount: '642.50' }],
    }),
    { description: 'The transactions it is made of.' },
  ),
})
