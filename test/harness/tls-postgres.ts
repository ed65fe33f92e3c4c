/** Runs a private PostgreSQL that requires TLS, and authorities that sign its certificate. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { testFolder } from './folder.ts'
import { until } from './until.ts'

const program = 'openssl'

/** Returns false, or why tests are skipped. If OpenSSL is required, its absence is a failure. */
export function withoutOpenSsl(): string | false {
  if (spawnSync(program, ['version']).status === 0) return false
  const reason = `No OpenSSL is installed (looked for ${program}).`
  if (process.env['LODGEWIRE_REQUIRE_OPENSSL'] !== undefined) throw new Error(reason)
  console.error(`\n!! A database that speaks TLS is NOT tested: ${reason}\n`)
  return reason
}

/** The name in the certificate, such as `IP:127.0.0.1`. */
type Names = string

export interface Authority {
  /** Clients trust the authority by this file. */
  file: string
  sign(names: Names): { certificate: string; key: string }
}

export interface TlsPostgres {
  /** The address without TLS parameters. */
  url: string
  authority(name: string): Authority
  /** Shows this certificate to each connection from the returned time on, and ends existing ones. */
  show(authority: Authority, names?: Names): Promise<string>
  /** Ends the sessions that began before this time. One that was still signing in may appear after it. */
  endSessions(before: string): Promise<void>
  /** Queries without verifying the certificate. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  close(): Promise<void>
}

function createAuthority(folder: string, name: string): Authority {
  const at = (file: string) => path.join(folder, `${name}.${file}`)
  const openssl = (...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-keyout']
  openssl('req', '-x509', ...newKey, at('key'), '-out', at('pem'), '-days', '2', '-subj', `/CN=${name}`)
  return {
    file: at('pem'),
    sign(names) {
      writeFileSync(at('names'), `subjectAltName=${names}\n`)
      openssl('req', '-new', ...newKey, at('server.key'), '-out', at('request'), '-subj', '/CN=database')
      const by = ['-CA', at('pem'), '-CAkey', at('key'), '-CAcreateserial', '-days', '2']
      openssl('x509', '-req', '-in', at('request'), ...by, '-extfile', at('names'), '-out', at('server.pem'))
      return {
        certificate: readFileSync(at('server.pem'), 'utf8'),
        key: readFileSync(at('server.key'), 'utf8'),
      }
    },
  }
}

export async function startTlsPostgres(): Promise<TlsPostgres> {
  const place = testFolder()
  const dataDir = path.join(place.folder, 'database')
  const authorities = path.join(place.folder, 'authorities')
  mkdirSync(authorities)
  const log = createLog({ level: 'silent' })
  const { url, folder, stop } = await startPrivatePostgres({ dataDir, log, mode: 'test' })
  const data = path.join(folder, 'data')
  const { uid, gid } = statSync(data)

  async function ask<Row extends pg.QueryResultRow>(address: string, texts: string[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: address, application_name: 'observer' })
    client.on('error', () => {})
    await client.connect()
    try {
      let rows: Row[] = []
      for (const text of texts) ({ rows } = await client.query<Row>(text))
      return rows
    } finally {
      await client.end()
    }
  }
  const query = <Row extends pg.QueryResultRow>(text: string) => ask<Row>(`${url}?sslmode=no-verify`, [text])

  /** PostgreSQL refuses a key that others may read. */
  function put(name: string, text: string): void {
    const file = path.join(data, name)
    writeFileSync(file, text, { mode: 0o600 })
    chownSync(file, uid, gid)
  }
  function putCertificate(authority: Authority, names: Names): void {
    const { certificate, key } = authority.sign(names)
    put('server.crt', certificate)
    put('server.key', key)
  }

  const authority = (name: string) => createAuthority(authorities, name)
  putCertificate(authority('first'), 'IP:127.0.0.1')
  put('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await ask(url, ['alter system set ssl = on', 'select pg_reload_conf()'])
  await until('PostgreSQL to ask for TLS', () =>
    ask(url, ['select 1']).then(
      () => false,
      () => true,
    ),
  )
  const endSessions = async (before: string): Promise<void> => {
    await query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename is not null and pid <> pg_backend_pid() and backend_start < '${before}'`)
  }
  return {
    url,
    authority,
    query,
    endSessions,
    async show(by, names = 'IP:127.0.0.1') {
      putCertificate(by, names)
      await query('select pg_reload_conf()')
      const isShown = () =>
        ask(`${url}?sslmode=verify-full&sslrootcert=${by.file}`, ['select 1']).then(
          () => true,
          (error: Error) => /altnames/.test(error.message),
        )
      await until('PostgreSQL to show it', isShown)
      const [shown] = await query<{ at: string }>('select now()::text as at')
      if (!shown) throw new Error('the time was not returned')
      await endSessions(shown.at)
      return shown.at
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      place.remove()
    },
  }
}
