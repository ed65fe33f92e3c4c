/** Reads and writes of migrations that several steps share. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { pathTo } from '../server-root.ts'
import { locale } from '../text/text.ts'
import type { LoadedQuery } from '../ui/loaded.tsx'
import type { components } from '../api/schema.ts'
import type { Migration } from './steps.ts'

export type MigrationReport = components['schemas']['MigrationReport']['data']

const workingMs = 2_000
const calmMs = 15_000

export const migrationKey = (id: string) => ['migrations', id] as const

/** Followed closely while the server works, so that progress is seen without loading the page again. */
export const useMigration = (id: string): LoadedQuery<Migration> =>
  useQuery({
    queryKey: migrationKey(id),
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          client.GET('/v1/migrations/{workspaceId}', { params: { path: { workspaceId: id } }, signal }),
        )
      ).data,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'importing' || data?.state === 'awaiting_connection' ? workingMs : calmMs,
  })

/** Counting goes on after an import, so an unclean report is looked at again. */
export const useReport = ({ workspaceId, state }: Migration): LoadedQuery<MigrationReport> =>
  useQuery({
    queryKey: [...migrationKey(workspaceId), 'report'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          client.GET('/v1/migrations/{workspaceId}/report', { params: { path: { workspaceId } }, signal }),
        )
      ).data,
    enabled: state !== 'awaiting_connection' && state !== 'importing',
    refetchInterval: ({ state: { data } }) =>
      data?.clean === false && state === 'imported' ? calmMs : false,
  })

/** The parts of a call that make it about the workspace that is filled. */
export const inMigration = (id: string) => ({ header: { 'X-Workspace-Id': id } })

export const refreshMigrations = (): void => {
  void queryClient.invalidateQueries({ queryKey: ['migrations'] })
}

/** A page on which somebody enters what opens the old system of a migration that is there already. */
export const openConnectSession = (id: string) =>
  answerOf(
    client.POST('/v1/connect', {
      params: inMigration(id),
      body: {
        purpose: 'migrate',
        redirectUrl: new URL(pathTo(`/migrations/${id}`), location.href).href,
        locale,
      },
    }),
  )
