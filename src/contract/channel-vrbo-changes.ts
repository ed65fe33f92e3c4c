/** A host moves a Vrbo booking by a preview, cancels it, or refunds money. */
import { Type, type Static } from 'typebox'
import {
  currency,
  dateOnly,
  decimalText,
  id,
  integer,
  knownCurrency,
  oneOfStrings,
  record,
  text,
  timestamp,
  timestampOrNull,
} from './fields.ts'

/** The reasons are the vendor's words in lower case. */
export const vrboCancelReasons = [
  'dates_booked_another_platform',
  'extenuating_circumstance',
  'guest_requested_cancel',
  'house_rules_conflict',
  'payment_not_received',
  'property_sold_ownership_change',
] as const

/** The guest's reason accompanies `guest_requested_cancel` only. */
export const vrboGuestReasons = [
  'changed_destination',
  'booking_mistake',
  'change_of_plans',
  'change_dates',
  'change_guests',
  'owner_request',
  'amenity_not_available',
  'owner_disagree',
  'payment',
  'other',
] as const

const dryRun = Type.Optional(
  Type.Literal(true, { description: 'Nothing was done: the request asked for a dry run.' }),
)
export const previewTokenPattern = '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$'
export const refundPattern = '^[0-9]{1,9}(\\.[0-9]{1,2})?$'
const noNull = '^[^\\u0000]*$'
const day = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })
const count = (description: string, minimum: number) => integer(description, { minimum, maximum: 1000 })

export const VrboChangeBody = Type.Object(
  {
    checkIn: Type.Optional(day('First night; together with `checkOut`.')),
    checkOut: Type.Optional(day('Day of departure; together with `checkIn`.')),
    guests: Type.Optional(
      record(
        {
          adults: count('How many adults.', 1),
          children: Type.Optional(count('How many children; none unless told.', 0)),
          pets: Type.Optional(count('How many pets; none unless told.', 0)),
        },
        { description: 'Who comes, the whole party.' },
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type VrboChangeBody = Static<typeof VrboChangeBody>

export const VrboPreview = record({
  reservationId: id('The reservation.'),
  confirmationCode: text('Its code at Vrbo.', { examples: ['HA-7Q2M9X'] }),
  previewToken: text('Names the change when it is made.'),
  expiresAt: timestamp('Until when it can be made. As Vrbo tells it; within the hour where it does not.'),
  currency: currency('Of all amounts.'),
  totalBefore: decimalText('What the guest pays in all now.'),
  totalAfter: decimalText('What the guest pays in all after the change.'),
  difference: record(
    {
      total: decimalText('In all.'),
      rent: decimalText('Of the rent.'),
      fees: decimalText('Of fees.'),
      taxes: decimalText('Of taxes.'),
    },
    { description: 'What changes, negative where it is less.' },
  ),
})
export type VrboPreview = Static<typeof VrboPreview>

export const VrboExecuteBody = Type.Object(
  {
    previewToken: Type.String({
      minLength: 1,
      maxLength: 4000,
      pattern: previewTokenPattern,
      description: 'Of the preview that was shown.',
      examples: ['eyJyIjoiOTAyMTEifQ.Zm9v'],
    }),
    description: Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: noNull,
      description: 'Why, in the words of the host.',
      examples: ['One night more, as agreed by telephone.'],
    }),
    paymentDueDate: Type.Optional(
      day('When what is due more has to be paid; the day of departure unless told.'),
    ),
  },
  { additionalProperties: false },
)
export type VrboExecuteBody = Static<typeof VrboExecuteBody>

export const VrboChanged = record({
  id: id('The reservation.'),
  confirmationCode: text('Its code at Vrbo.', { examples: ['HA-7Q2M9X'] }),
  listingId: id('Its listing.'),
  status: oneOfStrings(['confirmed', 'pending', 'cancelled', 'completed'], {
    description: 'Where it stands.',
  }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  updatedAt: timestamp('When it last changed here.'),
  dryRun,
})
export type VrboChanged = Static<typeof VrboChanged>

export const VrboCancelBody = Type.Object(
  {
    reason: oneOfStrings(vrboCancelReasons, { description: 'Why, in the words of Vrbo.' }),
    guestReason: Type.Optional(
      oneOfStrings(vrboGuestReasons, {
        description: 'What the guest gave for it; with `guest_requested_cancel` alone.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type VrboCancelBody = Static<typeof VrboCancelBody>

export const VrboRefundBody = Type.Object(
  {
    amount: Type.String({
      pattern: refundPattern,
      description: 'How much, as a decimal; more than nothing.',
      examples: ['45.50'],
    }),
    currency: knownCurrency('The currency of the booking; nothing else is given back.'),
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: noNull,
      description: 'Why, in the words of the host.',
      examples: ['The pool was closed.'],
    }),
  },
  { additionalProperties: false },
)
export type VrboRefundBody = Static<typeof VrboRefundBody>

export const VrboRefunded = record({
  id: id('The reservation.'),
  confirmationCode: text('Its code at Vrbo.', { examples: ['HA-7Q2M9X'] }),
  refunded: decimalText('What is given back to the guest by this request.'),
  currency: currency('Of the amount.'),
  refundedAt: timestampOrNull('When Vrbo took it; null in a dry run.'),
  dryRun,
})
export type VrboRefunded = Static<typeof VrboRefunded>
