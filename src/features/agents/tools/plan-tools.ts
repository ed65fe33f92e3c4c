/** Tools that plan a write, and the one that carries a plan out. A plan changes nothing. */
import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import type { Plan, PlanConfirmed } from '../../../contract/agent-plan.ts'
import { callApi, readApi, type ApiCaller } from '../tools/api-caller.ts'
import { OutsideText, outsideText, visibleText } from '../tools/outside-text.ts'
import {
  agentTool,
  dateInput,
  idInput,
  inputOf,
  TextOrNull,
  type AgentTool,
  type ToolHints,
} from './agent-tool.ts'

const PlanAnswer = Type.Object({
  plan_id: Type.String(),
  token: Type.String(),
  expires_at: Type.String(),
  summary: Type.String(),
  money: TextOrNull,
  guests_told: Type.Array(OutsideText),
  channels_touched: Type.Array(Type.String()),
  changes: Type.Array(Type.Object({ field: Type.String(), before: OutsideText, after: OutsideText })),
  warnings: Type.Array(Type.String()),
})

const textOf = (value: unknown) =>
  outsideText(typeof value === 'string' ? value : JSON.stringify(value ?? null), 500)

const moneyOf = ({ money }: Plan) => (money === null ? null : `${money.amount} ${money.currency}`)

const mostChanges = 31

function shownPlan(plan: Plan): Static<typeof PlanAnswer> {
  return {
    plan_id: plan.id,
    token: plan.token ?? '',
    expires_at: plan.expires_at,
    summary: plan.summary ?? '',
    money: moneyOf(plan),
    guests_told: plan.guests_told.map((guest) => outsideText(guest, 200)),
    channels_touched: plan.channels_touched,
    changes: plan.changes
      .slice(0, mostChanges)
      .map(({ field, before, after }) => ({ field, before: textOf(before), after: textOf(after) })),
    warnings: plan.warnings.map((warning) => visibleText(warning, 500)),
  }
}

/** A plan is stored, so it is no mere reading; it destroys nothing and nobody outside hears of it. */
const planning: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

interface PlanTool<I extends TObject> {
  name: string
  title: string
  description: string
  input: I
  body(input: Static<I>): Record<string, unknown>
}

const planTool = <I extends TObject>({ description, body, ...definition }: PlanTool<I>): AgentTool =>
  agentTool({
    ...definition,
    description: `${description} Changes nothing until confirm_plan.`,
    hints: planning,
    output: PlanAnswer,
    run: async ({ api }: { api: ApiCaller }, input: Static<I>) =>
      shownPlan(await callApi<Plan>(api, { method: 'POST', path: '/v1/plans', body: body(input) })),
  })

/** Leaves out what was not given, since the API refuses null. */
const onlyGiven = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const name = Type.String({ minLength: 1, maxLength: 200 })
const people = Type.Integer({ minimum: 1, maximum: 100 })

const planBooking = planTool({
  name: 'plan_booking',
  title: 'Plan a booking',
  description: 'Prepare a booking: price, warnings and channels that close.',
  input: inputOf({
    listing_id: idInput(),
    check_in: dateInput(),
    check_out: dateInput(),
    first_name: name,
    last_name: Type.Optional(name),
    email: Type.Optional(Type.String({ maxLength: 320 })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    guests: Type.Optional(people),
  }),
  body: ({ listing_id, check_in, check_out, first_name, last_name, email, phone, guests }) => ({
    kind: 'booking',
    ...onlyGiven({ listingId: listing_id, checkIn: check_in, checkOut: check_out, guestCount: guests }),
    guest: onlyGiven({ firstName: first_name, lastName: last_name, email, phone }),
  }),
})

const planChange = planTool({
  name: 'plan_change',
  title: 'Plan a change of a stay',
  description: 'Prepare new dates, times, number of guests or another listing for a stay.',
  input: inputOf({
    reservation_id: idInput(),
    check_in: Type.Optional(dateInput()),
    check_out: Type.Optional(dateInput()),
    guests: Type.Optional(people),
    listing_id: Type.Optional(idInput('Listing to move it to.')),
  }),
  body: ({ reservation_id, check_in, check_out, guests, listing_id }) => ({
    kind: 'change',
    ...onlyGiven({
      reservation_id,
      checkIn: check_in,
      checkOut: check_out,
      guestCount: guests,
      listingId: listing_id,
    }),
  }),
})

const planCancellation = planTool({
  name: 'plan_cancellation',
  title: 'Plan a cancellation',
  description: 'Prepare the cancellation of a stay by the host.',
  input: inputOf({ reservation_id: idInput(), reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
  body: (input) => ({ kind: 'cancellation', ...onlyGiven(input) }),
})

const dates = Type.Array(dateInput(), { minItems: 1, maxItems: 366, description: 'Nights.' })

const planPrices = planTool({
  name: 'plan_prices',
  title: 'Plan prices',
  description: 'Prepare a price or minimum stay for nights of a listing.',
  input: inputOf({
    listing_id: idInput(),
    dates,
    price: Type.Optional(Type.Number({ minimum: 0, description: "A night, in the listing's currency." })),
    min_nights: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  body: (input) => ({ kind: 'prices', ...onlyGiven(input) }),
})

const planClosure = planTool({
  name: 'plan_closure',
  title: 'Plan closing or opening nights',
  description: 'Prepare to close nights of a listing (available false), or to open them again.',
  input: inputOf({ listing_id: idInput(), dates, available: Type.Boolean() }),
  body: (input) => ({ kind: 'closure', ...onlyGiven(input) }),
})

const planMessage = planTool({
  name: 'plan_message',
  title: 'Plan a message',
  description: 'Prepare a message to the guest of a conversation.',
  input: inputOf({ conversation_id: idInput(), text: Type.String({ minLength: 1, maxLength: 4000 }) }),
  body: (input) => ({ kind: 'message', ...onlyGiven(input) }),
})

/** The person reads what the server says of the plan, not what the agent says of it. */
async function questionFor(api: ApiCaller, planId: string): Promise<string> {
  const plan = await readApi<Plan>(api, `/v1/plans/${encodeURIComponent(planId)}`)
  const money = moneyOf(plan)
  const { summary, guests_told: guests, channels_touched: channels } = plan
  return [
    summary ?? '',
    money === null ? '' : `Money: ${money}.`,
    guests.length === 0
      ? 'No guest is told.'
      : `Told to: ${guests.map((guest) => visibleText(guest, 100)).join(', ')}.`,
    channels.length === 0 ? '' : `Written to: ${channels.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

const confirmPlan = agentTool({
  name: 'confirm_plan',
  title: 'Carry out a plan',
  description:
    'Carries out a plan once, within ten minutes, if nothing it rests on changed. Call it only after a person agreed to the summary. Repeating it is safe.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: inputOf({ plan_id: Type.String({ maxLength: 100 }), token: Type.String({ maxLength: 200 }) }),
  output: Type.Object({ status: Type.String(), repeated: Type.Boolean(), result: OutsideText }),
  question: ({ api }, { plan_id }) => questionFor(api, plan_id),
  async run({ api }, { plan_id, token }) {
    const path = `/v1/plans/${encodeURIComponent(plan_id)}/confirm`
    const { status, repeated, result } = await callApi<PlanConfirmed>(api, {
      method: 'POST',
      path,
      body: { token },
    })
    return { status, repeated, result: outsideText(JSON.stringify(result), 6_000) }
  },
})

export const planTools: readonly AgentTool[] = [
  planBooking,
  planChange,
  planCancellation,
  planPrices,
  planClosure,
  planMessage,
  confirmPlan,
]
