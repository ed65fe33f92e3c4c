/** The nights of a home as they are known here: 24 months from today. */
import type { PlumAvailability, PlumPricing } from '../../../contract/channel-plumguide.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { channelNightOf } from '../../../records/selling/public.ts'
import type { Services } from '../../../services.ts'
import { currencyOf } from './home-queries.ts'
import { freshnessOf } from '../../accounts/public.ts'
import { calendarOf, knownHome } from './home.ts'

const shownMonths = 24

type Shown = Omit<PlumAvailability, 'data'>

async function readNights(services: Services, scope: Scope, listingId: string) {
  const home = await knownHome(services, scope, listingId)
  const now = services.clock.now()
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const [from, to] = [String(today), String(today.add({ months: shownMonths }).subtract({ days: 1 }))]
  const nights = await storedNights(services.db, scope, [{ listingId, first: from, last: to }], now)
  const source = home ? calendarOf(home) : 'other_calendar'
  // Where Plum Guide keeps the home its prices have every markup already.
  const markupPercent = source === 'plumguide_calendar' ? null : (home?.markupPercent ?? null)
  const currency = home?.currency ?? (await currencyOf(services.db, scope, listingId))
  const pricing = { currency, markupPercent }
  const account = freshnessOf(services, scope, home ? [home.account] : [])
  const shown: Shown = {
    ...{ listingId, plumguideId: home?.externalId ?? null, from, to, source },
    dataFreshness:
      source === 'plumguide_calendar'
        ? { ...account, lastSyncedAt: home?.readAt?.toISOString() ?? null }
        : account,
  }
  const data = nights.map((night) => channelNightOf(night, pricing))
  return { shown, currency, nights: data }
}

export async function readAvailability(
  services: Services,
  scope: Scope,
  listingId: string,
): Promise<PlumAvailability> {
  const { shown, nights } = await readNights(services, scope, listingId)
  const data = nights.map(({ date, available, stays, minNights }) => ({
    ...{ date, available, minNights },
    sold: !available && stays > 0,
  }))
  return { ...shown, data }
}

export async function readPricing(services: Services, scope: Scope, listingId: string): Promise<PlumPricing> {
  const { shown, currency, nights } = await readNights(services, scope, listingId)
  const data = nights.map(({ date, price }) => ({ date, price: price === null ? null : Number(price) }))
  return { ...shown, currency, data }
}
