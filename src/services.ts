/** What every feature is given. Made once, in main.ts. */
import type pg from 'pg'
import type { Connector } from './connector-kit/connector.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Vault } from './platform/crypto.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import type { ObjectStore } from './platform/object-store/index.ts'
import type { Queryable } from './platform/tenant.ts'

export interface Services {
  db: Queryable
  pool: pg.Pool
  clock: Clock
  config: Config
  vault: Vault
  lifecycle: Lifecycle
  /** Photos and attachments. */
  objects: ObjectStore
  log: Log
  connectors: Record<string, Connector>
  /** Address clients reach the server under, without a slash at the end. */
  readonly publicUrl: string
  /** Signs list cursors. */
  cursorKey: Buffer
}
