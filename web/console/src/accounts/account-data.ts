/** What the tabs of an account read. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'

export type ProviderConnection = components['schemas']['ProviderConnection']
export type SyncRun = components['schemas']['SyncRun']
export type SyncFailure = components['schemas']['SyncFailure']

/** An account as the address names it. */
export interface AccountKey {
  provider: string
  /** Id of the connection. */
  id: string
}

const importingMs = 3_000
const calmMs = 15_000

const isImporting = (connection: ProviderConnection | undefined): boolean =>
  connection?.import?.status === 'running' || connection?.import?.status === 'queued'

export const useConnection = ({ provider, id }: AccountKey) =>
  useQuery({
    queryKey: ['connect', provider, id],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connect/{provider}', {
          params: { path: { provider }, header: { 'X-Account-Id': id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isImporting(state.data) ? importingMs : calmMs),
  })

const runsLooked = 100

/** The newest runs, from which follows how fresh each kind of record is. */
export const useLatestRuns = (id: string) =>
  useQuery({
    queryKey: ['runs', id, 'latest'],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connections/{id}/runs', {
          params: { path: { id }, query: { limit: runsLooked, include_total: false } },
          signal,
        }),
      ),
    refetchInterval: calmMs,
  })
