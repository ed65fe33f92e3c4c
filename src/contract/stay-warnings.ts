/** Dry runs name the rules of a listing that a stay breaks. */
import { Type, type Static } from 'typebox'
import { nightRules } from './calendar-rules.ts'
import { dateOnly, integer, oneOfStrings, record, text } from './fields.ts'

/** A booking through the API may break these rules of a listing. */
export const stayRules = [...nightRules, 'no_children', 'short_notice', 'turnover', 'no_rate'] as const
export type StayRule = (typeof stayRules)[number]

export const StayWarning = record({
  rule: oneOfStrings(stayRules, { description: 'The rule, as a stable word.' }),
  message: text('The same for a person to read.', {
    examples: ['A stay that begins on 2026-05-14 has at least 3 nights; this one has 2.'],
  }),
  field: text('Field of the request it is about.', { examples: ['checkOut'] }),
  limit: Type.Optional(integer('What the rule allows: nights, guests or days.', { examples: [3] })),
  dates: Type.Optional(Type.Array(dateOnly('Night.'), { description: 'Nights it is about.' })),
})
export type StayWarning = Static<typeof StayWarning>

/** Answers to a booking or a change carry these. */
export const stayWarnings = Type.Optional(
  Type.Array(StayWarning, {
    description:
      'Only of a dry run: rules of the listing that the stay breaks. A booking through the API is made all the same; `GET /v1/quotes` says that it cannot be booked.',
  }),
)
