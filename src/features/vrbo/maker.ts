/** Whom marks of documents are true for: this code, on these files of a database; where that does not say which it is, this process. */
import { randomUUID } from 'node:crypto'
import { databaseFiles, tellsFiles } from '../../platform/installation-queries.ts'
import { sourceHash } from '../../platform/source-hash.ts'
import type { Queryable } from '../../platform/tenant.ts'

const nameOf = async (db: Queryable): Promise<string> =>
  `${await sourceHash()} ${(await tellsFiles(db)) ? await databaseFiles(db) : randomUUID()}`

/** Found out when an index is asked for first; whoever asks while the database cannot say it is refused. */
export function rememberedMaker(db: Queryable): () => Promise<string> {
  let known: Promise<string> | undefined
  return () =>
    (known ??= nameOf(db).catch((error: unknown) => {
      known = undefined
      throw error
    }))
}
