/** What the tab of channels reads: where the home is sold, what each shows, and what could be linked. */
import { useQueries, useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays, todayHere } from '../format/dates.ts'

type ChannelUnits = components['schemas']['ChannelUnits']
type UnitMappingsBody = components['schemas']['UnitMappingsBody']
export type UnitMapping = UnitMappingsBody['mappings'][number]
type Connection = components['schemas']['Connection']
export type ChannelUnit = ChannelUnits['units'][number] & { connection: Connection }

/** These channels and channel managers have units of their own that are linked with listings. */
const channelsWithUnits = ['airbnb', 'booking', 'plumguide', 'channex']
const mostConnections = 100

export const useExposure = (id: string, days: number) => {
  const from = todayHere()
  const to = addDays(from, days - 1)
  return useQuery({
    queryKey: ['listing', id, 'exposure', from, to],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/listings/{id}/exposure', { params: { path: { id }, query: { from, to } }, signal }),
      ),
    refetchInterval: 15_000,
  })
}

export const useConnections = () =>
  useQuery({
    queryKey: ['connect', 'all'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/connect', { params: { query: { limit: mostConnections } }, signal })),
    staleTime: 60_000,
  })

export interface UnitsRead {
  units: ChannelUnit[]
  isPending: boolean
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => void
}

/** Everything that the connected channel accounts sell, linked or not. */
export function useChannelUnits(): UnitsRead {
  const connections = useConnections()
  const open = (connections.data?.data ?? []).filter(
    ({ provider, status }) => channelsWithUnits.includes(provider) && status === 'active',
  )
  const reads = useQueries({
    queries: open.map((connection) => ({
      queryKey: ['channel units', connection.id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { units } = await answerOf(
          client.GET('/v1/connections/{id}/units', {
            params: { path: { id: connection.id }, query: { optionsLimit: 1 } },
            signal,
          }),
        )
        return units.map((unit): ChannelUnit => ({ ...unit, connection }))
      },
    })),
  })
  return {
    units: reads.flatMap(({ data }) => data ?? []),
    isPending: connections.isPending || reads.some(({ isPending }) => isPending),
    error: connections.error ?? reads.find(({ error }) => error !== null)?.error ?? null,
    isFetching: reads.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(connections.dataUpdatedAt, ...reads.map((read) => read.dataUpdatedAt)),
    refetch: () => {
      void queryClient.invalidateQueries({ queryKey: ['connect', 'all'] })
      void queryClient.invalidateQueries({ queryKey: ['channel units'] })
    },
  }
}

/** Reads anew what linking changes. */
export function readLinksAnew(listingId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['channel units'] })
  void queryClient.invalidateQueries({ queryKey: ['listing', listingId] })
  void queryClient.invalidateQueries({ queryKey: ['listings'] })
}

/** Throws what is wrong with the unit, which the answer tells beside its status of success. */
export async function mapUnit({ connection }: ChannelUnit, mapping: UnitMapping): Promise<void> {
  const { results } = await answerOf(
    client.POST('/v1/connections/{id}/mappings', {
      params: { path: { id: connection.id } },
      body: { mappings: [mapping] },
    }),
  )
  const error = results.find(({ ok }) => !ok)?.error
  if (error != null) throw new ApiProblem({ code: error.code, message: error.message } as never, 409)
}
