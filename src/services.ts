/** What every feature is given. Made once, in main.ts. */
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import type { GuestForgotten } from './contract/guest-forget.ts'
import type { AuthSession } from './connector-kit/auth/auth.ts'
import type { Connector } from './connector-kit/connector.ts'
import type { VendorClient, VendorWork } from './connector-kit/http.ts'
import type { Budget } from './connector-kit/ratelimit.ts'
import type { AuditTrail } from './platform/audit-trail.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Vault } from './platform/crypto.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import type { ProcessVitals } from './platform/process-vitals.ts'
import type { ObjectStore } from './platform/object-store/index.ts'
import type { Queryable, Scope } from './platform/tenant.ts'
import type { WriteBuffers } from './platform/write-buffers.ts'

/** What a client is opened with. */
export interface ConnectionKey {
  id: string
  status: string
  credentials: Buffer | null
  /** The vendor refused it and has accepted nothing since. */
  isRefused: boolean
}

export interface LentWork extends VendorWork {
  /** What the credentials are used for, as the audit log calls it. */
  use: 'sync' | 'request'
}

export interface LiveClients {
  /** The budget of calls that somebody waits for. */
  readonly budget: Budget
  /** The client of a stored connection for a piece of work; close it when the work is done. */
  lend(scope: Scope, connector: Connector, connection: ConnectionKey, work: LentWork): Promise<VendorClient>
  /** For credentials that are not stored yet, or no more. */
  openUnstored(
    scope: Scope,
    connector: Connector,
    credentials: Static<TSchema>,
    session: AuthSession,
  ): VendorClient
  /** How many there are. */
  size(): number
  /** Hangs up everything. */
  close(): Promise<void>
}

/** What a guest left in tables of other domains. */
export interface GuestTraces {
  records: { reservations: readonly string[]; conversations: readonly string[] }
  /** Patterns of PostgreSQL that find the guest in texts; null if nothing identifies them. */
  patterns: { sure: string; all: string } | null
}

export interface ErasedTraces {
  counts: Partial<GuestForgotten['erased']>
  /** Keys of files in the object store that are to be deleted. */
  files?: readonly string[]
}

/** Erases a guest from the tables of one domain, in the transaction that forgets the guest. */
export type GuestEraser = (tx: Queryable, scope: Scope, traces: GuestTraces) => Promise<ErasedTraces>

export interface Services {
  db: Queryable
  /** Connections that keep their session: for locks that outlast a transaction, and for what is listened to. */
  pool: pg.Pool
  clock: Clock
  config: Config
  vault: Vault
  /** Tells of writes and of uses of secrets. */
  audit: AuditTrail
  /** What is known of requests and not written down yet. */
  writtenLater: WriteBuffers
  lifecycle: Lifecycle
  /** What this process counts of itself. */
  vitals: ProcessVitals
  /** Photos and attachments. */
  objects: ObjectStore
  /** Domains above the guests' erase what they keep of a guest. */
  guestErasers: readonly GuestEraser[]
  log: Log
  connectors: Record<string, Connector>
  /** The way to the vendors. */
  clients: LiveClients
  /** Address clients reach the server under, without a slash at the end. */
  readonly publicUrl: string
}
