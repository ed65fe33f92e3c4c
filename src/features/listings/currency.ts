/** The currency of a native listing: prices are never stored without one. */
import type { ContentBody } from '../../contract/listing-content.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ListingKeeper } from '../../records/listings/keeper.ts'
import { workspaceCurrencies } from './write-queries.ts'

/** The common currency of the workspace's listings; throws where they differ or there are none. */
export async function currencyOfWorkspace(tx: Queryable, scope: Scope, field: string): Promise<string> {
  const [currency, ...others] = await workspaceCurrencies(tx, scope)
  if (currency !== undefined && others.length === 0) return currency
  const why = others.length === 0 ? 'have none' : 'have several'
  throw new ApiError(
    'invalid_body',
    `\`${field}\` is required with a price: the listings of this workspace ${why} to take it from.`,
    { field },
  )
}

/** The body, with the currency its prices need. */
export async function withCurrency(
  tx: Queryable,
  scope: Scope,
  body: ContentBody,
  stored: { currency: string | null; keeper: ListingKeeper },
): Promise<ContentBody> {
  const { pricing } = body
  if (!pricing || stored.keeper.kind !== 'us') return body
  const { currency, weeklyDiscount: _, monthlyDiscount: __, guestsIncluded: ___, ...prices } = pricing
  const isPriced = Object.values(prices).some((price) => price !== undefined && price !== null)
  if (!isPriced || (currency === undefined ? stored.currency : currency) !== null) return body
  return {
    ...body,
    pricing: { ...pricing, currency: await currencyOfWorkspace(tx, scope, 'pricing.currency') },
  }
}
