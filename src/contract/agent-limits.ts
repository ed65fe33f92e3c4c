/** Keys for agents write within these limits. The interface has the fields of plans in snake case. */
import { Type, type Static } from 'typebox'
import { integer, knownCurrency, nullable, number, oneOfStrings, record } from './fields.ts'

export const planKinds = ['booking', 'change', 'cancellation', 'prices', 'closure', 'message'] as const
export type PlanKind = (typeof planKinds)[number]

export const PlanMoney = record({
  amount: number('Amount.', { minimum: 0, maximum: 1e12, examples: [642.5] }),
  currency: knownCurrency('Its currency.'),
})
export type PlanMoney = Static<typeof PlanMoney>

const bound = (description: string) => Type.Optional(nullable(PlanMoney, { description }))

export const AgentLimits = record({
  kinds: Type.Array(oneOfStrings(planKinds), {
    minItems: 1,
    maxItems: planKinds.length,
    uniqueItems: true,
    description: 'Kinds of plans it may make and confirm.',
  }),
  writes_per_day: integer('Plans it may confirm in a day of UTC.', { minimum: 1, maximum: 1_000_000 }),
  money_per_write: bound('Most that one plan may move. Null or left out: no bound.'),
  money_per_day: bound('Most that its plans of a day of UTC may move together.'),
})
export type AgentLimits = Static<typeof AgentLimits>
