/** Whom marks of documents are true for: this code, on these files of a database; where that does not say which it is, this process. */
import { randomUUID } from 'node:crypto'
import { databaseFiles, tellsFiles } from '../../../platform/installation-queries.ts'
import { onceAnswered } from '../../../platform/once.ts'
import { sourceHash } from '../../../platform/source-hash.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** Found out when an index is asked for first. */
export const rememberMaker = (db: Queryable): (() => Promise<string>) =>
  onceAnswered(
    async () => `${await sourceHash()} ${(await tellsFiles(db)) ? await databaseFiles(db) : randomUUID()}`,
  )
