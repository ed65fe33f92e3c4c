/**
 * One live client per connection and process, with its vendor connections, decrypted access and settings,
 * while it is used. Every client of the server is opened here.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { AuthSession } from '../connector-kit/auth/auth.ts'
import { openClient, openLine } from '../connector-kit/client.ts'
import type { Connector } from '../connector-kit/connector.ts'
import type { VendorClient, VendorLine, VendorWork } from '../connector-kit/http.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'
import { startLoop } from '../platform/background-loop.ts'
import { targetOf } from '../platform/audit.ts'
import { currentPatience } from '../platform/request-patience.ts'
import type { Scope } from '../platform/tenant.ts'
import type { ConnectionKey, LentWork, LiveClients, Services } from '../services.ts'
import { createInteractiveBudget } from './budget.ts'
import { connectionKey } from './connection-queries.ts'
import { accountClient, assertNoVendor } from './sandbox-vendor/public.ts'
import { watchAccess } from './note-access.ts'
import { watchDeprecations } from './note-deprecations.ts'
import { assertAccountReconciled } from './recovery-gate.ts'
import { credentialsIn, sharedSession, storedSession } from './session.ts'

/** After this idle time secrets are dropped from memory. */
const idleMs = 60_000
const lookEveryMs = 15_000
/** Beyond this number the least recently used client is closed. */
const mostLive = 500

interface LiveClient {
  line: VendorLine
  connector: Connector
  key: ConnectionKey
  borrowed: number
  usedAt: number
}

type LiveClientDeps = Pick<Services, 'db' | 'pool' | 'vault' | 'config' | 'clock' | 'log' | 'audit'>

const counted = ({ clock }: LiveClientDeps, { manifest }: Connector) => ({ provider: manifest.id, clock })

const sessionOfConnection = (
  services: LiveClientDeps,
  scope: Scope,
  connector: Connector,
  { id }: ConnectionKey,
) => storedSession({ ...services, scope, connectionId: id, counted: counted(services, connector) })

const sharedSessionOf = (services: LiveClientDeps, connector: Connector): AuthSession | undefined =>
  connector.sharedAccess === undefined
    ? undefined
    : sharedSession({ ...services, counted: counted(services, connector) }, connector.sharedAccess)

export function createLiveClients(services: LiveClientDeps): LiveClients {
  const { db, vault, log } = services
  const budget = createInteractiveBudget(services)
  const live = new Map<string, LiveClient>()
  /** These clients are closed, but a caller still uses them. */
  const leaving = new Set<LiveClient>()
  let isClosed = false

  const environmentFor = (connector: Connector, session: AuthSession) =>
    clientEnvironment(services, budget, connector, session)

  const sessionOf = (connector: Connector) => sharedSessionOf(services, connector)

  const giveUp = async (name: string, client: LiveClient | undefined): Promise<void> => {
    if (!client) return
    if (live.get(name) === client) live.delete(name)
    if (client.borrowed > 0) leaving.add(client)
    else await client.line.close()
  }

  const open = (scope: Scope, connector: Connector, key: ConnectionKey): LiveClient => {
    const session = sessionOf(connector) ?? sessionOfConnection(services, scope, connector, key)
    const credentials = credentialsIn(vault, scope, key)
    const line = openLine(connector, credentials, environmentFor(connector, session))
    return { line, connector, key, borrowed: 0, usedAt: performance.now() }
  }

  /** Reads what is stored now, because the account may have been disconnected since the caller read it. */
  const renew = async (name: string, scope: Scope, connector: Connector, id: string): Promise<LiveClient> => {
    const key = await connectionKey(db, scope, id)
    const client = live.get(name)
    if (key && client && fits(client, connector, key)) return client
    await giveUp(name, client)
    if (!key || key.credentials === null || key.status === 'disconnected')
      throw new VendorError('credentials', 'the account is not connected any more')
    if (isClosed) throw new VendorError('unavailable', 'the server is stopping')
    const now = live.get(name)
    if (now && fits(now, connector, key)) return now
    const fresh = open(scope, connector, key)
    live.set(name, fresh)
    if (live.size > mostLive) dropLeastUsed()
    return fresh
  }

  const drop = (name: string, client: LiveClient) =>
    void giveUp(name, client).catch((error: unknown) => log.warn({ err: error }, 'a client did not close'))

  const dropLeastUsed = () => {
    const idle = [...live].filter(([, { borrowed }]) => borrowed === 0)
    const [first] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    if (first) drop(...first)
  }

  const tidying = startLoop(
    { everyMs: lookEveryMs, firstAfterMs: lookEveryMs, log, failed: 'idle clients were not closed' },
    async () => {
      const before = performance.now() - idleMs
      for (const [name, one] of live) if (one.borrowed === 0 && one.usedAt < before) drop(name, one)
    },
  )

  const borrow = (from: LiveClient, work: VendorWork): VendorClient => {
    from.borrowed += 1
    const client = from.line.open(work)
    let isBack = false
    return {
      ...client,
      async close() {
        await client.close()
        if (isBack) return
        isBack = true
        from.borrowed -= 1
        from.usedAt = performance.now()
        if (from.borrowed === 0 && leaving.delete(from)) await from.line.close()
      },
    }
  }

  return {
    budget,
    async lend(scope, connector, connection, work) {
      assertNoVendor(scope, connector)
      if (connector.callsNobody) return accountClient({ db, scope, connectionId: connection.id })
      const name = `${scope.workspaceId}:${connection.id}`
      const client = live.get(name)
      await services.audit.useOf(scope, targetOf('connection', connection.id), `credentials.${work.use}`)
      const isSame = client !== undefined && fits(client, connector, connection)
      const from = isSame ? client : await renew(name, scope, connector, connection.id)
      return borrow(from, attended(services, scope, connection, work))
    },
    openUnstored(scope, connector, credentials, session) {
      assertNoVendor(scope, connector)
      const environment = environmentFor(connector, sessionOf(connector) ?? session)
      return openClient(connector, credentials, { ...environment, patience: currentPatience() })
    },
    size: () => live.size,
    async close() {
      isClosed = true
      await tidying.stop()
      const all = [...live.values(), ...leaving]
      live.clear()
      leaving.clear()
      await Promise.all(all.map(({ line }) => line.close()))
    },
  }
}

/** The client respects the caller's patience and records what answers say about access and deprecated calls. */
const attended = (
  services: LiveClientDeps,
  scope: Scope,
  connection: ConnectionKey,
  work: LentWork,
): LentWork => ({
  ...work,
  patience: work.use === 'request' ? currentPatience() : undefined,
  access: watchAccess(services, scope, connection, work.use),
  deprecations: watchDeprecations(services, scope, connection.id),
  beforeWrite: () => assertAccountReconciled(services.db, scope, connection.id),
})

function clientEnvironment(
  { config, clock, log }: LiveClientDeps,
  budget: LiveClients['budget'],
  connector: Connector,
  session: AuthSession,
) {
  const baseUrl = config.vendorBaseUrls.get(connector.manifest.id)
  return {
    session,
    budget,
    log,
    now: () => clock.now(),
    sleep: (ms: number) => pause(ms),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

/** Credentials are encrypted anew whenever they are stored, so different bytes mean a reconnect. */
function fits(
  { connector, key }: LiveClient,
  wantedConnector: Connector,
  { credentials, status }: ConnectionKey,
): boolean {
  if (key.credentials === null || credentials === null) return false
  return connector === wantedConnector && key.status === status && key.credentials.equals(credentials)
}
