import { existsSync } from 'node:fs'
import { sealedPlaces } from '../../features/sealed-places.ts'
import type { Config } from '../../platform/config.ts'
import { hasPrivatePostgres } from '../../platform/embedded-postgres/index.ts'
import { assertKeysFit, KeyError } from '../../platform/encryption/assert-keys-fit.ts'
import { keySourceOf, newKeyBytes, type KeySource } from '../../platform/key-file.ts'
import { migrationState } from '../../platform/migrate.ts'
import { withDatabase } from '../database.ts'
import { fail, ok, type DoctorCheck } from './finding.ts'

/** A server does not start if its keys cannot open what is stored. */
export const keysCheck: DoctorCheck = {
  name: 'encryption key',
  async run(config, log) {
    if (!config.databaseUrl && !(await hasPrivatePostgres(config.dataDir)))
      return [ok('nothing is encrypted yet')]
    const source = keysOfStart(config)
    return withDatabase(
      config,
      log,
      async ({ kysely, pool }) => {
        if ((await migrationState(pool)).open.length > 0) return [ok('tried once the migrations are applied')]
        try {
          await assertKeysFit(kysely, sealedPlaces, source)
          return [ok(`${source.name} opens what is stored`)]
        } catch (error) {
          if (!(error instanceof KeyError)) throw error
          return [fail(error.message, 'A server does not start until then: docs/operate/encryption-key.md.')]
        }
      },
      { mayCreate: true, mayLackRequirements: true },
    )
  },
}

/** A start creates a missing key file; this check must not. */
function keysOfStart(config: Config): KeySource {
  const source = keySourceOf(config)
  if (source.file === null || existsSync(source.file)) return source
  return { ...source, read: () => newKeyBytes().toString('base64') }
}
