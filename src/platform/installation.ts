/**
 * Other installations may use the same service, so each has a name; the database keeps it, and it is read
 * once.
 */
import { installationName } from './installation-queries.ts'
import { onceAnswered } from './once.ts'
import type { Queryable } from './tenant.ts'

export const rememberedInstallation = (db: Queryable): (() => Promise<string>) =>
  onceAnswered(() => installationName(db))
