/** Names what document marks are valid for: this code and these database files, else this process. */
import { randomUUID } from 'node:crypto'
import { databaseFiles, canReadDatabaseFiles } from '../../../platform/installation-queries.ts'
import { onceAnswered } from '../../../platform/once.ts'
import { sourceHash } from '../../../platform/source-hash.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** Computed when the first index is fetched. */
export const rememberMaker = (db: Queryable): (() => Promise<string>) =>
  onceAnswered(
    async () =>
      `${await sourceHash()} ${(await canReadDatabaseFiles(db)) ? await databaseFiles(db) : randomUUID()}`,
  )
