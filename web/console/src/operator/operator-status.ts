/**
 * The state of the installation, asked for with the operator's key. The key stays in the memory of this window: it opens more than a
 * member's session, so no storage and no cookie keeps it.
 */
import { useQuery } from '@tanstack/preact-query'
import type { OperatorStatus } from '../../../../src/contract/operator-status.ts'
import { offlineProblem, problemOf } from '../api/api-problem.ts'
import { serverRoot } from '../server-root.ts'
import type { LoadedQuery } from '../ui/loaded.tsx'

export type { OperatorStatus }

const againMs = 10_000

export async function readOperatorStatus(key: string, signal?: AbortSignal): Promise<OperatorStatus> {
  let response: Response
  try {
    response = await fetch(new URL('v1/operator/status', serverRoot), {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw offlineProblem()
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw problemOf(body, response)
  return body as OperatorStatus
}

/** Reads it again by itself, also in a window that nobody looks at: it may hang on a wall. */
export const useOperatorStatus = (key: string): LoadedQuery<OperatorStatus> =>
  useQuery({
    queryKey: ['operator-status'],
    queryFn: ({ signal }) => readOperatorStatus(key, signal),
    refetchInterval: againMs,
    refetchIntervalInBackground: true,
  })
