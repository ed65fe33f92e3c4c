/** A property manager's account in a simulated PMS, moved into a workspace of its own. */
import type { CallOptions } from '../harness/app.ts'
import { startConnectWorld, type ConnectWorld } from '../connect/world.ts'

export interface ShownMigration {
  workspaceId: string
  name: string
  externalRef: string | null
  state: string
  cutoverAt: string | null
  connections: {
    id: string
    provider: string
    status: string
    lastPolledAt: string | null
    import?: {
      status: string
      startedAt: string
      finishedAt: string | null
      entities: string[]
      results: { entityType: string; processed: number; errors: number }[]
      error?: string
    }
  }[]
  counts: Record<'listings' | 'reservations' | 'upcomingReservations' | 'guests' | 'conversations', number>
}

export interface MigrationWorld extends ConnectWorld {
  /** Begins a migration; the property manager has not signed in yet. */
  begin(body?: object, options?: CallOptions): Promise<{ sessionId: string; workspaceId: string }>
  /** Begins one and signs in. */
  moved(body?: object): Promise<string>
  migration(workspaceId: string): Promise<ShownMigration>
  /** Reads as its parent, of the child. */
  inChild(workspaceId: string): CallOptions
}

export async function startMigrationWorld(): Promise<MigrationWorld> {
  const world = await startConnectWorld()
  const { app } = world
  const begin: MigrationWorld['begin'] = async (body = {}, options = {}) => {
    const workspace = { name: 'Harbour homes', externalRef: 'crm-12' }
    const { sessionId, workspaceId = '' } = await world.start(
      { purpose: 'migrate', workspace, ...body },
      options,
    )
    return { sessionId, workspaceId }
  }
  return {
    ...world,
    begin,
    async moved(body = {}) {
      const { sessionId, workspaceId } = await begin(body)
      const answer = await world.send(sessionId)
      if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.text}`)
      return workspaceId
    },
    async migration(workspaceId) {
      const answer = await app.get(`/v1/migrations/${workspaceId}`)
      if (answer.status !== 200) throw new Error(`${workspaceId}: ${answer.text}`)
      return answer.body['data'] as unknown as ShownMigration
    },
    inChild: (workspaceId) => ({ headers: { 'x-workspace-id': workspaceId } }),
  }
}
