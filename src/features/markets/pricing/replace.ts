/** Decides whether a new recommendation replaces the stored one. */
import type { NewRecommendation, RecommendationRow } from './recommendation-queries.ts'
import { todayAt } from '../../../records/property-day.ts'

/** A declined recommendation is not repeated at once. */
const declinedFor = { days: 7, unlessMovedBy: 0.05 }
/** A night's chances change a little every day, so that alone is written only now and then. */
const staleDays = 7
const chanceMovedBy = 0.05

const isSame = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Number(one) === Number(other)
const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000

/** Whether the new recommendation replaces the old one. */
export function isReplaced(
  old: RecommendationRow | undefined,
  fresh: Omit<NewRecommendation, 'factors'>,
  { now, timeZone }: { now: Date; timeZone: string | null },
): boolean {
  if (old === undefined || old.currency !== fresh.currency) return true
  const age = days(old.generated_at, now)
  if (old.status === 'pending')
    return (
      age > staleDays ||
      old.model_version !== fresh.modelVersion ||
      !isSame(old.recommended_price, fresh.recommendedPrice) ||
      !isSame(old.current_price, fresh.currentPrice) ||
      !isSame(old.min_price, fresh.minPrice) ||
      !isSame(old.max_price, fresh.maxPrice) ||
      Math.abs(Number(old.booking_probability) - fresh.bookingProbability) > chanceMovedBy
    )
  const decidedAt = old.decided_at ?? old.generated_at
  if (old.status === 'declined') {
    const moved = Math.abs(Number(fresh.recommendedPrice) / Number(old.recommended_price) - 1)
    return days(decidedAt, now) >= declinedFor.days || moved >= declinedFor.unlessMovedBy
  }
  // A price changes once a day at most, so its daily limit holds however often it is looked at.
  if (todayAt(timeZone, decidedAt) === todayAt(timeZone, now)) return false
  return !isSame(fresh.recommendedPrice, fresh.currentPrice)
}
