/** Checks a sent strategy together with the settings it leaves unchanged. */
import type { PricingStrategyBody } from '../../../contract/pricing-strategy.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { decimalText } from '../../../platform/decimal.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { RouteWriteContext } from '../../route.ts'
import type { ListingStrategy } from './model/strategy.ts'
import { insertPricedListing, lockPriced, updateStrategy } from './queries.ts'
import { strategyOf } from './view.ts'

const amounts = ['minPrice', 'maxPrice', 'targetMonthlyRevenue', 'ownerMinMonthlyPayout'] as const

const refuse = (message: string, field: string, value: unknown) =>
  new ApiError('invalid_body', message, { field, value_received: value })

function settingsOf(body: PricingStrategyBody): Partial<ListingStrategy> {
  const texts = amounts.flatMap((name) => {
    const value = body[name]
    if (value === undefined) return []
    const text = value === null ? null : decimalText(value)
    if (value !== null && text === null)
      throw refuse(`\`${name}\` has more than three decimals.`, name, value)
    return [[name, text] as const]
  })
  return { ...(body as Partial<ListingStrategy>), ...Object.fromEntries(texts) }
}

function assertSensible({ minPrice, maxPrice, mode }: ListingStrategy, body: PricingStrategyBody): void {
  if (minPrice !== null && maxPrice !== null && Number(minPrice) > Number(maxPrice)) {
    const field = body.minPrice === undefined ? 'maxPrice' : 'minPrice'
    throw refuse(
      `\`minPrice\`, ${Number(minPrice)}, is more than \`maxPrice\`, ${Number(maxPrice)}.`,
      field,
      body[field],
    )
  }
  if (mode === 'auto' && minPrice === null) {
    throw new ApiError(
      'invalid_body',
      '`auto` needs a `minPrice`: prices that nobody looks at must not fall below what the host can accept.',
      { field: 'minPrice' },
      { fix: 'Send `minPrice` together with `mode`.' },
    )
  }
}

export async function changeStrategy(
  tx: Queryable,
  { services, scope }: Pick<RouteWriteContext, 'services' | 'scope'>,
  listingId: string,
  body: PricingStrategyBody,
): Promise<{ ok: true }> {
  const now = services.clock.now()
  const settings = settingsOf(body)
  await insertPricedListing(tx, scope, [listingId], now)
  const [before] = await lockPriced(tx, scope, [listingId])
  assertSensible({ ...strategyOf(before), ...settings }, body)
  await updateStrategy(tx, scope, listingId, settings, now)
  return { ok: true }
}
