/** Airbnb's payout routes take and answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ofAccount } from './channel-airbnb.ts'
import {
  currencyOrNull,
  dateOnlyOrNull,
  flag,
  idOrNull,
  integerOrNull,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'

export const transactionStates = ['COMPLETED', 'UPCOMING'] as const
export const transactionDates = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'] as const

/** The amounts are those of the whole booking, so all its rows have the same. */
const HostBreakdown = record({
  currency: currencyOrNull('Currency of these amounts.'),
  accommodation: numberOrNull('Price of the nights.'),
  cleaningFee: numberOrNull('Cleaning fee.'),
  otherFees: numberOrNull('Further fees that the guest pays to the host, together.'),
  taxes: numberOrNull('Taxes that the host gets from the guest and passes on.'),
  serviceFee: numberOrNull('What Airbnb keeps from the host, zero or less.'),
  payout: numberOrNull('What the host is paid for the booking in all.'),
  paidOut: numberOrNull('What was paid of it by now.'),
})

const GuestBreakdown = record({
  currency: currencyOrNull('Currency of these amounts.'),
  accommodation: numberOrNull('Price of the nights.'),
  cleaningFee: numberOrNull('Cleaning fee.'),
  otherFees: numberOrNull('Further fees of the host, together.'),
  serviceFee: numberOrNull(
    'What Airbnb takes from the guest. It tells hosts nothing of it, so it is null of live accounts.',
  ),
  taxes: numberOrNull('All taxes: those the host gets and those Airbnb collects.'),
  total: numberOrNull(
    'What the guest pays in all: the parts above together. Null of live accounts, because Airbnb does not tell its service fee.',
  ),
})

export const AirbnbTransaction = record({
  id: text('The same as `transactionId`.', { examples: ['G-4K2M7'] }),
  transactionId: text('The same however often it is read.', { examples: ['G-4K2M7'] }),
  ...ofAccount,
  status: oneOfStrings(transactionStates, { description: '`UPCOMING`: expected from a booking, not paid.' }),
  type: text('Kind, in the words of Airbnb. An open set.', { examples: ['Reservation'] }),
  isPayout: flag('Whether it is a payout; the others are what payouts are made of, or are to come.'),
  date: dateOnlyOrNull('Day of it.'),
  currency: currencyOrNull('Currency of its amounts.'),
  amount: numberOrNull("With its sign, after the host's fee; null of a payout."),
  grossAmount: numberOrNull("Before the host's fee."),
  fees: record({
    hostServiceFee: numberOrNull("The host's fee, zero or less; null where it is not told."),
    cleaningFee: numberOrNull('The part that is the cleaning fee; null where it is not told.'),
  }),
  payout: record({
    payoutId: textOrNull('Payout that it belongs to; null while it is to come.'),
    payoutIdSynthetic: flag('Whether Airbnb gave the payout no reference, so that the id was made here.'),
    payoutDate: dateOnlyOrNull('Day of the payout.'),
    lineIndex: integerOrNull('Place within the payout, from 0; null of the payout itself.'),
    paidOutAmount: Type.Optional(number('Only of a payout: its lines are this together.')),
  }),
  host: nullable(HostBreakdown, {
    description:
      'What the host gets for the whole booking, part by part. Do not add it up over transactions: each of one booking shows the same. Null of payouts and of bookings that are not known here; a part that is not told is null, never zero.',
  }),
  guest: nullable(GuestBreakdown, {
    description: 'What the guest pays for the whole booking, part by part. Null where `host` is.',
  }),
  confirmationCode: textOrNull("Airbnb's code of the booking.", { examples: ['HMAB2C3D4E'] }),
  reservationId: idOrNull('Reservation it belongs to, where that is known here.'),
  listingId: textOrNull("Airbnb's id of its listing."),
  listingName: textOrNull('Name of the listing.'),
  onInactiveListing: flag('Whether the listing of its booking is inactive here.'),
  guestName: textOrNull('Name of the guest.'),
  nights: integerOrNull('Nights of the stay.'),
  reservationStartDate: dateOnlyOrNull('First night of the stay.'),
  description: textOrNull('Further words of Airbnb.'),
  reference: textOrNull("Airbnb's reference."),
  unavailableFields: Type.Array(text('A field.'), {
    description: 'Fields that are null because they are not told; `guest.total` is `total` in `guest`.',
    examples: [['cleaningFee', 'guest.total']],
  }),
  syncedAt: timestampOrNull('When it was read last.'),
})
export type AirbnbTransaction = Static<typeof AirbnbTransaction>

const date = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] }))

/** Body of `POST /v1/channels/airbnb/transactions`. */
export const AirbnbTransactionsBody = record({
  csv: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description:
        'The transaction history as a host downloads it. Larger files are loaded with `lodgewire transactions load`.',
    }),
  ),
  date_format: Type.Optional(
    oneOfStrings(transactionDates, { description: 'How dates stand in the file. Needed with `csv`.' }),
  ),
  account_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      description: "Airbnb's id of the host. Needed with `csv` where several hosts are connected.",
    }),
  ),
  start_date: date('Taken and without effect: what is to come is read as a whole.'),
  end_date: date('Taken and without effect, as `start_date`.'),
  transaction_type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Taken and without effect, as `start_date`.' }),
  ),
})
export type AirbnbTransactionsBody = Static<typeof AirbnbTransactionsBody>

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const AirbnbTransactionsRead = record({
  synced: flag('Whether everything was read.'),
  count: count('Transactions that were read.'),
  accounts: Type.Array(
    record({
      accountId: text("Airbnb's id of the host.", { examples: ['88123'] }),
      count: count('Transactions of it.'),
      payouts: count('Payouts among them.'),
      upcomingRemoved: count('What was to come and is not any more, or was paid.'),
    }),
    { description: 'The accounts that were read.' },
  ),
})
export type AirbnbTransactionsRead = Static<typeof AirbnbTransactionsRead>
