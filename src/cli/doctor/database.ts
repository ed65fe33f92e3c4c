import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../../platform/config.ts'
import { findUnmetRequirements, isDistributed } from '../../platform/distribution/coordinator.ts'
import { hasPrivatePostgres, startPrivatePostgres } from '../../platform/embedded-postgres/index.ts'
import type { Log } from '../../platform/log.ts'
import { migrationState } from '../../platform/migrate.ts'
import { withDatabase } from '../database.ts'
import { fail, messageOf, ok, warn } from './finding.ts'
import type { DoctorCheck, DoctorFinding } from './finding.ts'
import { ownCommand } from '../../platform/own-command.ts'

/** Clocks of one network agree to well under this. */
const clockDifferenceMs = 5_000

export const databaseCheck: DoctorCheck = {
  name: 'database',
  async run(config, log) {
    try {
      if (!config.databaseUrl && !(await hasPrivatePostgres(config.dataDir))) return [await trial(log)]
      return await withDatabase(config, log, (database) => examine(config, database.pool), {
        mayCreate: true,
        mayLackRequirements: true,
      })
    } catch (error) {
      return [fail(messageOf(error), databaseAdvice(config))]
    }
  },
}

const databaseAdvice = ({ databaseUrl }: Config) =>
  databaseUrl
    ? 'Check that the server runs, lets this machine in, and that DATABASE_URL has the right user, password and database.'
    : 'The message says what is wrong; the private PostgreSQL writes more to postgres/server.log in DATA_DIR.'

type Pool = Parameters<typeof migrationState>[0]

async function examine({ databaseUrl }: Config, pool: Pool): Promise<DoctorFinding[]> {
  const before = Date.now()
  const { rows } = await pool.query<{ version: string; time: Date; folds: boolean }>(
    `select current_setting('server_version') as version, clock_timestamp() as time, lower('É') = 'é' as folds`,
  )
  const [row] = rows
  if (!row) throw new Error('the database gave no answer')
  const findings: DoctorFinding[] = []
  const difference = Math.abs(row.time.getTime() - (before + Date.now()) / 2)
  if (difference > clockDifferenceMs) {
    const seconds = Math.round(difference / 1000)
    findings.push(
      warn(
        `its clock differs from this machine's by ${seconds} s`,
        'Let both machines set their clocks by NTP.',
      ),
    )
  }
  if (!row.folds) {
    findings.push(
      warn(
        'its locale knows capitals of ASCII only: who searches for MÜLLER does not find Müller',
        "Copy it with pg_dump to a database that is made with another one, such as locale 'C.UTF-8' template template0.",
      ),
    )
  }
  findings.push(...(await examineDistribution(pool)))
  const { open } = await migrationState(pool)
  if (open.length > 0) {
    findings.push(
      warn(
        `${open.length} migrations are not applied yet`,
        `Start the server, or run: ${ownCommand} migrate`,
      ),
    )
  }
  const kind = databaseUrl ? 'PostgreSQL' : 'private PostgreSQL'
  return [ok(`${kind} ${row.version.split(' ')[0]} answers`), ...findings]
}

/** A server refuses to start for the same. */
async function examineDistribution(pool: Pool): Promise<DoctorFinding[]> {
  if (!(await isDistributed(pool))) return []
  const unmet = await findUnmetRequirements(pool)
  if (unmet.length === 0) return [ok('Citus distributed its tables, and has what a server needs')]
  return unmet.map(({ requirement, found, needed, mend }) =>
    fail(
      `Citus distributed its tables; ${requirement}: found ${found}, needed ${needed}`,
      `Mend it: ${mend}`,
    ),
  )
}

/** Before the first start, tries whether a private PostgreSQL runs on this machine at all. */
async function trial(log: Log): Promise<DoctorFinding> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-doctor-'))
  chmodSync(folder, 0o711)
  try {
    const postgres = await startPrivatePostgres({ dataDir: folder, log, mode: 'test' })
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
    return ok('a private PostgreSQL runs on this machine; the first start makes the database')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
