/** What tells this installation from others that use the same service: kept by the database, and asked for once. */
import { installationName } from './installation-queries.ts'
import type { Queryable } from './tenant.ts'

/** Whoever asks while the database cannot say it is refused, and the next one asks again. */
export function rememberedInstallation(db: Queryable): () => Promise<string> {
  let known: Promise<string> | undefined
  return () =>
    (known ??= installationName(db).catch((error: unknown) => {
      known = undefined
      throw error
    }))
}
