/** What tells this installation from others that use the same service: kept by the database, and asked for once. */
import { installationName } from './installation-queries.ts'
import { onceAnswered } from './once.ts'
import type { Queryable } from './tenant.ts'

export const rememberedInstallation = (db: Queryable): (() => Promise<string>) =>
  onceAnswered(() => installationName(db))
