/** What the members of a workspace share through the console; it is kept in the key-value store of the API. */
import { useQuery, type UseQueryResult } from '@tanstack/preact-query'
import { ApiProblem } from './api-problem.ts'
import { answerOf, client } from './client.ts'
import { queryClient } from './queries.ts'
import type { components } from './schema.ts'

type KvEntry = components['schemas']['KvEntry']

const project = { project_id: 'console' }

const queryKeyOf = (prefix: string) => ['kept', prefix]

/** All entries whose key begins with the prefix. */
export const useKeptEntries = <T>(
  prefix: string,
  toEntries: (entries: readonly KvEntry[]) => T,
): UseQueryResult<T> =>
  useQuery({
    queryKey: queryKeyOf(prefix),
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/kv', { params: { query: { ...project, prefix } }, signal })),
    select: ({ data }) => toEntries(data),
    staleTime: 60_000,
  })

const refresh = (prefix: string) => queryClient.invalidateQueries({ queryKey: queryKeyOf(prefix) })

export async function keepEntry(prefix: string, id: string, value: unknown, seconds?: number): Promise<void> {
  await answerOf(
    client.PUT('/v1/kv/{key}', {
      params: { path: { key: `${prefix}${id}` }, query: project },
      body: { value: value as never, ...(seconds === undefined ? {} : { ttl_seconds: seconds }) },
    }),
  )
  await refresh(prefix)
}

export async function dropEntry(prefix: string, id: string): Promise<void> {
  await answerOf(
    client.DELETE('/v1/kv/{key}', { params: { path: { key: `${prefix}${id}` }, query: project } }),
  )
  await refresh(prefix)
}

/** An entry as it is at this moment; null where there is none. */
export async function readEntry(prefix: string, id: string): Promise<KvEntry | null> {
  try {
    return await answerOf(
      client.GET('/v1/kv/{key}', { params: { path: { key: `${prefix}${id}` }, query: project } }),
    )
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}
