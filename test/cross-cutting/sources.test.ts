/** Checks in the source where SQL may stand. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { belongings, globalTables } from '../../src/platform/tenant-tables.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|examples)\.ts$/.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const isQueries = (file: string) => /(^|\/|-)(queries|sql)\.ts$/.test(file)
/** The platform's files implement the SQL mechanisms themselves. */
const isMechanism = (file: string) => file.startsWith('src/platform/')

/** Returns every SQL template without its values. */
function sqlTexts(text: string): string[] {
  return [...text.matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\[\s\S])*)`/g)].map(([, body = '']) => body)
}

/** Every table of the schema with a column that names its workspace. */
const tenantTables = [
  ...readFileSync(path.join(root, 'db/schema.sql'), 'utf8').matchAll(
    /^create table (\w+) \(\n((?: .*\n)*)\)/gim,
  ),
]
  .filter(([, name = '', body = '']) => /^ +workspace_id /m.test(body) && !isGlobal(name))
  .map(([, name = '']) => name)

function isGlobal(name: string): boolean {
  return globalTables.some((table) => table === name)
}

const statement =
  /\b(select|insert\s+into|update|delete\s+from|truncate|with)\b[\s\S]*\b(from|set|values|into|as)\b/i
const builder =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bfrom\(\s*(?:db|tx|trx|services\.db|context\.services\.db)\b/

describe('SQL', () => {
  it('reaches tables in files of queries only', () => {
    const elsewhere = sources
      .filter(({ file }) => !isQueries(file) && !isMechanism(file))
      .filter(({ text }) => builder.test(text) || sqlTexts(text).some((body) => statement.test(body)))
    assert.deepEqual(
      elsewhere.map(({ file }) => file),
      [],
    )
  })

  it('is found by this test where it stands', () => {
    const found = sources.filter(
      ({ file, text }) =>
        isQueries(file) && (builder.test(text) || sqlTexts(text).some((body) => statement.test(body))),
    )
    assert.ok(found.length > 8, `only ${found.length} files of queries`)
  })

  it('in routes is no more than the expressions rows are ordered by', () => {
    const routes = sources.filter(({ file }) => /(^|\/|-)routes\.ts$/.test(file))
    assert.ok(routes.length > 8)
    for (const { file, text } of routes) {
      for (const body of sqlTexts(text)) assert.match(body, /^[a-z_]+(\.[a-z_]+)?$/, `${file}: ${body}`)
    }
  })

  it('knows every tenant table of the schema', () => {
    assert.deepEqual(tenantTables.toSorted(), Object.keys(belongings).sort())
  })

  it('of tenant tables starts from a workspace', () => {
    /** A restore is of the whole installation, and so is what the operator decides after it. */
    const ofRestores = [
      'src/features/calendar/night-writes/drop-pushes-queries.ts',
      'src/features/tenancy/members/drop-mails-queries.ts',
      'src/features/webhooks/held-queries.ts',
    ]
    /** Workers ask over all workspaces when the next work is due, and hear a moment and nothing else. */
    const ofDueMoments = [
      'src/features/calendar/ical/next-due-queries.ts',
      'src/features/calendar/selling/exposure-report-queries.ts',
      'src/features/calendar/selling/link-queries.ts',
      'src/features/calendar/selling/push-queries.ts',
      'src/features/sync/inbound/receipt-queries.ts',
      'src/features/sync/state/schedule-queries.ts',
      'src/features/tenancy/members/mail-queries.ts',
      'src/features/webhooks/delivery/claim-queries.ts',
      'src/upstream/acts/act-queries.ts',
    ]
    const isDueMoment = (file: string, body: string) =>
      ofDueMoments.includes(file) &&
      /^\s*select (?:min\(\w+_at\) as due from|(?:least\(\s*)?\(select min\()/.test(body)
    // Tagged SQL is not typed, so a statement with a tenant table and no workspace counts as a leak.
    const tenantTable = new RegExp(`\\b(?:from|update|into|join)\\s+(${tenantTables.join('|')})\\b`, 'i')
    const scoped = /workspace_id|\binScope\(/
    /** A value of a statement counts if its definition in the same file is scoped. */
    const isScoped = (body: string, text: string) =>
      scoped.test(body) ||
      [...body.matchAll(/\$\{(\w+)/g)].some(([, name = '']) =>
        scoped.test(new RegExp(`\\bconst ${name} =[^\`]*\`[^\`]*\``).exec(text)?.[0] ?? ''),
      )
    const leaking = sources
      .filter(({ file }) => isQueries(file) && !ofRestores.includes(file))
      .flatMap(({ file, text }) => sqlTexts(text).map((body) => ({ file, body, text })))
      .filter(
        ({ file, body, text }) => tenantTable.test(body) && !isDueMoment(file, body) && !isScoped(body, text),
      )
      .map(({ file, body }) => ({ file, body }))
    assert.deepEqual(leaking, [])
  })
})

describe('A count of inserted rows', () => {
  it('comes from the rows that an insert returns, where it leaves out those that are there', () => {
    // Citus counts the rows that were to be inserted, and returns those that were.
    const counted = /\{ numAffectedRows[^`}]*\}\s*=\s*await sql`([^`]*)`/g
    const wrong = sources.flatMap(({ file, text }) =>
      [...text.matchAll(counted)]
        .filter(([, body = '']) => /insert into[^;]*select[^;]*on conflict[^;]*do nothing/.test(body))
        .map(() => file),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('Work that goes on and on', () => {
  const ownRhythm = /\bsetInterval\(|\bwhile \([^)]*\b(?:aborted|stopp(?:ed|ing))\b/
  /** Each with its reason; all other repeated work must use `startLoop`. */
  const listed: Record<string, string> = {
    'src/platform/background-loop.ts': 'the loop itself',
    'src/platform/idempotency-cleanup.ts': 'deletes in batches within one turn',
    'src/platform/idempotency.ts': 'keeps a lease for as long as a request runs',
    'src/platform/idle-memory.ts': 'looks whether the process is idle, from the command that starts it',
    'src/platform/silent-connections.ts':
      'looks whether connections are silent, for as long as a pool is open',
    'src/features/calendar/selling/run-push-pass.ts': 'steps within one turn',
    'src/features/channels/airbnb/content/with-section-lock.ts':
      'keeps a hold for as long as a section is written',
    'src/features/calendar/selling/run-selling-pass.ts': 'works off what is due within one turn',
    'src/features/sync/turn/run-turn.ts': 'steps within one turn',
    'src/features/webhooks/delivery/worker.ts':
      'looks again within one turn; told by the database, not by time',
    'src/http/hooks/large-bodies.ts': 'looks whether one body still arrives',
    'src/http/wire.ts': 'closes the last sockets while a server ends',
    'src/upstream/acts/held.ts': 'keeps a hold for as long as an act is worked on',
  }

  it('has one loop', () => {
    const own = sources
      .filter(({ file, text }) => !file.startsWith('src/cli') && ownRhythm.test(text))
      .map(({ file }) => file)
    assert.deepEqual(own, Object.keys(listed).sort())
  })
})
