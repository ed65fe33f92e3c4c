/** These examples of plans are written by hand. */
import { Plan, PlanConfirmBody, PlanConfirmed, PlanCreateBody } from './agent-plan.ts'
import { AgentLimits } from './agent-limits.ts'
import { at, entry } from './examples.ts'
import { BookingGuest } from './reservation-write.ts'

const plan: Plan = {
  id: '0f4e8a52-7c1d-4a57-9d6e-2b8c5f3a9e10',
  kind: 'prices',
  status: 'open',
  created_at: at,
  expires_at: at,
  confirmed_at: null,
  summary: 'Set price 120 on nights 2026-07-01..2026-07-04 of listing 4118.',
  money: { amount: 80, currency: 'EUR' },
  guests_told: [],
  channels_touched: ['hostaway', 'airbnb'],
  changes: [{ field: '2026-07-01..2026-07-04 price', before: 100, after: 120 }],
  warnings: [],
  dry_run: { listingIds: ['4118'], dates: 4, dryRun: true },
}
const token = 'plan_…'

export const planExamples = {
  AgentLimits: entry(AgentLimits, { kinds: ['booking'], writes_per_day: 5 }),
  Plan: entry(
    Plan,
    plan,
    { ...plan, token },
    { ...plan, status: 'erased', summary: null, dry_run: null, money: null },
  ),
  PlanCreateBody: entry(
    PlanCreateBody,
    {
      kind: 'booking',
      listingId: '4118',
      checkIn: '2026-07-01',
      checkOut: '2026-07-05',
      guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
      guestCount: 2,
    },
    { kind: 'prices', listing_id: '4118', from: '2026-07-01', to: '2026-07-04', price: 120 },
    { kind: 'message', conversation_id: '77', text: 'The key is in the box next to the door.' },
  ),
  BookingGuest: entry(BookingGuest, { firstName: 'Ada' }),
  PlanConfirmBody: entry(PlanConfirmBody, { token }),
  PlanConfirmed: entry(PlanConfirmed, {
    id: plan.id,
    kind: 'prices',
    status: 'done',
    confirmed_at: at,
    repeated: false,
    result: { listingIds: ['4118'], dates: 4 },
  }),
}
