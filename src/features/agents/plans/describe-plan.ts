/** Describes a planned write to the person who confirms it. Pure. */
import type { PlanMoney } from '../../../contract/agent-limits.ts'
import type { PlanFieldChange } from '../../../contract/agent-plan.ts'
import { priceOf, unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'
import { describeNights, type PlanFacts } from './plan-basis.ts'
import type { PlannedWrite } from './plan-operations.ts'
import type { PlanDescription } from './queries.ts'

type DryRunAnswer = Record<string, unknown>

/** No currency has more decimals. */
const thousandths = (amount: number) => Math.round(amount * 1000)
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : null

const moneyOf = (amount: number | null, currency: unknown): PlanMoney | null =>
  amount === null || typeof currency !== 'string'
    ? null
    : { amount: thousandths(Math.abs(amount)) / 1000, currency }

interface QuotedAnswer {
  totalPrice?: number | null
  currency?: string | null
  pricing?: { total: number; currency: string }
  previousTotalPrice?: number | null
  changed?: string[]
  pms?: { quote?: { total?: number | null; currency?: string | null } }
}

/** A change that leaves the price alone moves nothing; what one at a PMS costs is not known here. */
function changeMoney({ pricing, previousTotalPrice: before, changed = [] }: QuotedAnswer, facts: PlanFacts) {
  if (pricing) return moneyOf(pricing.total - (before ?? pricing.total), pricing.currency)
  const isPriced = changed.some((field) => !field.endsWith('Time'))
  return isPriced ? null : moneyOf(0, facts.stay?.currency ?? facts.listing?.currency)
}

/** How far prices move in all, so that a price of 1 counts as much as one that is too high. */
function priceMoney(price: number | undefined, { nights, listing }: PlanFacts): PlanMoney | null {
  if (price === undefined) return moneyOf(0, listing?.currency)
  const moved = nights.reduce(
    (sum, night) => sum + Math.abs(thousandths(price) - thousandths(Number(priceOf(night) ?? 0))),
    0,
  )
  return moneyOf(moved / 1000, listing?.currency)
}

/** Null where nothing is known; closures and messages move none. */
export function plannedMoney(write: PlannedWrite, facts: PlanFacts, answer: DryRunAnswer): PlanMoney | null {
  const quoted = answer as QuotedAnswer
  const { stay, listing } = facts
  if (write.kind === 'booking') {
    const { totalPrice, currency, pms } = quoted
    const asked = numberOf((write.operation.body as { totalPrice?: number }).totalPrice)
    return moneyOf(
      totalPrice ?? asked ?? pms?.quote?.total ?? null,
      currency ?? pms?.quote?.currency ?? listing?.currency,
    )
  }
  if (write.kind === 'change') return changeMoney(quoted, facts)
  if (write.kind === 'cancellation') return moneyOf(numberOf(stay?.total_price), stay?.currency)
  if (write.kind === 'prices') return priceMoney((write.operation.body as { price?: number }).price, facts)
  return null
}

export const moneyText = (money: PlanMoney | null): string | null =>
  money === null ? null : `${money.amount} ${money.currency}`

type StayFields = Partial<
  Record<
    'listingId' | 'checkIn' | 'checkOut' | 'checkInTime' | 'checkOutTime' | 'guestCount' | 'status',
    unknown
  >
>

function stayChanges({ kind, operation }: PlannedWrite, { stay }: PlanFacts): PlanFieldChange[] {
  const body = operation.body as StayFields
  if (kind === 'booking')
    return (['listingId', 'checkIn', 'checkOut', 'guestCount'] as const)
      .filter((field) => body[field] !== undefined)
      .map((field) => ({ field, before: null, after: body[field] }))
  if (!stay) return []
  if (kind === 'cancellation') return [{ field: 'status', before: stay.status, after: 'cancelled' }]
  const before: Record<keyof StayFields, unknown> = {
    listingId: stay.listing_id,
    checkIn: stay.check_in,
    checkOut: stay.check_out,
    checkInTime: stay.check_in_time,
    checkOutTime: stay.check_out_time,
    guestCount: stay.guests,
    status: stay.status,
  }
  return (Object.keys(body) as (keyof StayFields)[])
    .filter((field) => String(before[field]) !== String(body[field]))
    .map((field) => ({ field, before: before[field], after: body[field] }))
}

const nightFields: Record<string, (night: StoredNight) => unknown> = {
  available: (night) => unitsLeft(night) > 0,
  price: (night) => numberOf(priceOf(night)),
  minNights: (night) => night.min_nights ?? night.listing_min_nights,
  maxNights: (night) => night.max_nights ?? night.listing_max_nights,
}

/** Nights that show the same now are one line. */
function nightChanges({ operation }: PlannedWrite, { nights }: PlanFacts): PlanFieldChange[] {
  return Object.entries(operation.body).flatMap(([field, after]) => {
    const read = nightFields[field]
    if (!read) return []
    const byValue = Map.groupBy(nights, read)
    return [...byValue]
      .filter(([before]) => before !== after)
      .flatMap(([before, same]) =>
        describeNights(same.map(({ date }) => date)).map((dates) => ({
          field: `${dates} ${field}`,
          before,
          after,
        })),
      )
  })
}

/** A sentence names this many stretches of nights; `changes` has all. */
const mostStretches = 5

function summarizeNights(dates: readonly string[]): string {
  const stretches = describeNights(dates)
  const more = stretches.length - mostStretches
  return stretches.slice(0, mostStretches).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Ids, dates and amounts only: names and texts come from guests and owners, and no sentence carries them. */
function summaryOf(
  { kind, operation, about }: PlannedWrite,
  { stay }: PlanFacts,
  money: PlanMoney | null,
): string {
  const { checkIn, checkOut } = operation.body as StayFields
  const cost = money === null ? '' : ` for ${moneyText(money)}`
  if (kind === 'booking')
    return `Book listing ${about.listingId} from ${String(checkIn)} to ${String(checkOut)}${cost}.`
  if (kind === 'message') return `Send a message in conversation ${about.conversationId}.`
  if (kind === 'cancellation')
    return `Cancel reservation ${about.reservationId} from ${stay?.check_in} to ${stay?.check_out}.`
  if (kind === 'change')
    return `Change ${Object.keys(operation.body).join(', ')} of reservation ${about.reservationId}.`
  const nights = summarizeNights(about.dates ?? [])
  const { available, ...settings } = operation.body as Record<string, unknown>
  if (kind === 'closure')
    return `${available === true ? 'Open' : 'Close'} nights ${nights} of listing ${about.listingId}.`
  const set = Object.entries(settings).flatMap(([name, value]) =>
    name === 'dates' ? [] : [`${name} ${String(value)}`],
  )
  return `Set ${set.join(', ')} on nights ${nights} of listing ${about.listingId}.`
}

function guestsTold({ kind, operation }: PlannedWrite, { stay, thread }: PlanFacts): string[] {
  if (kind === 'message') return [thread?.guest ?? 'the guest']
  if (kind === 'booking') {
    const { guest, sendConfirmationEmail: isMailed } = operation.body as {
      guest?: { firstName: string; lastName?: string }
      sendConfirmationEmail?: boolean
    }
    return isMailed && guest ? [[guest.firstName, guest.lastName ?? ''].join(' ').trim()] : []
  }
  // An account that keeps the stay may write to its guest.
  return stay?.provider ? [stay.guest ?? 'the guest'] : []
}

function channelsTouched({ kind }: PlannedWrite, { stay, thread, listing }: PlanFacts): string[] {
  const named =
    kind === 'message'
      ? [thread?.provider ?? thread?.platform]
      : [stay?.provider, ...(listing?.channels ?? [])]
  return [...new Set(named.filter((name) => name !== null && name !== undefined))]
}

const warningsOf = ({ warnings }: { warnings?: { message: string }[] }): string[] =>
  (warnings ?? []).map(({ message }) => message)

export const describePlan = (
  write: PlannedWrite,
  facts: PlanFacts,
  { money, answer }: { money: PlanMoney | null; answer: DryRunAnswer },
): PlanDescription => ({
  summary: summaryOf(write, facts, money),
  guests_told: guestsTold(write, facts),
  channels_touched: channelsTouched(write, facts),
  changes: [...stayChanges(write, facts), ...nightChanges(write, facts)],
  warnings: warningsOf(answer as { warnings?: { message: string }[] }),
  dry_run: answer,
})
