/** Reads of prices and markets that several parts share. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import type { LoadedQuery } from '../ui/loaded.tsx'

export type ListingPricing = components['schemas']['ListingPricing']
export type PricingStrategy = components['schemas']['PricingStrategy']

export const pricingKey = (listing: string) => ['pricing', listing] as const

export interface NightSpan {
  startDate: string
  endDate: string
}

export const usePricing = (listing: string, span: NightSpan): LoadedQuery<ListingPricing> =>
  useQuery({
    queryKey: [...pricingKey(listing), 'nights', span],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/listings/{id}/pricing', { params: { path: { id: listing }, query: span }, signal }),
      ),
  })

const strategyQuery = (listing: string) => ({
  queryKey: [...pricingKey(listing), 'strategy'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    answerOf(client.GET('/v1/listings/{id}/pricing/strategy', { params: { path: { id: listing } }, signal })),
})

export const useStrategy = (listing: string): LoadedQuery<PricingStrategy> => useQuery(strategyQuery(listing))

/** As it is at this moment, for who is about to save. */
export const readStrategy = (listing: string): Promise<PricingStrategy> =>
  queryClient.fetchQuery({ ...strategyQuery(listing), staleTime: 0 })

export const refreshPricing = (listing: string): void => {
  void queryClient.invalidateQueries({ queryKey: pricingKey(listing) })
}
