/**
 * `npm run bench [-- <name> … --rows 50000 --vendors a,b --lists a,b]`: every figure is a ratio of two measurements of
 * this run, against a stated limit. So the machine's speed cancels out.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '../src/platform/db.ts'
import { startPrivatePostgres } from '../src/platform/embedded-postgres/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { againBench } from './again.ts'
import { benchPatienceMs, type Bench, type Result } from './bench.ts'
import { changesBench } from './changes.ts'
import { channelNightsBench } from './channel-nights.ts'
import { channelsBench } from './channels.ts'
import { feedsBench } from './feeds.ts'
import { guestyBudgetBench } from './guesty-budget.ts'
import { growthBench } from './growth.ts'
import { importBench } from './import.ts'
import { marketsBench } from './markets.ts'
import { migrationBench } from './migration.ts'
import { overheadBench } from './overhead.ts'
import { personSearchBench } from './person-search.ts'
import { pipelinedDriversBench } from './pipelined-drivers.ts'
import { pricingBench } from './pricing.ts'
import { readsBench } from './reads.ts'
import { requestsBench } from './requests.ts'
import { startBench } from './start.ts'
import { scalingBench } from './scaling.ts'
import { syncBench } from './sync.ts'
import { webhooksBench } from './webhooks.ts'

const benches: Record<string, Bench> = {
  reads: readsBench,
  'pipelined-drivers': pipelinedDriversBench,
  again: againBench,
  growth: growthBench,
  overhead: overheadBench,
  'person-search': personSearchBench,
  requests: requestsBench,
  import: importBench,
  migration: migrationBench,
  start: startBench,
  sync: syncBench,
  webhooks: webhooksBench,
  pricing: pricingBench,
  markets: marketsBench,
  scaling: scalingBench,
  changes: changesBench,
  feeds: feedsBench,
  'guesty-budget': guestyBudgetBench,
  channels: async (context) => {
    context.show(await channelsBench(context))
    return channelNightsBench(context)
  },
}

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, vendors: { type: 'string' }, lists: { type: 'string' } },
})
const unknown = asked.find((name) => !(name in benches))
if (unknown) {
  console.error(`No benchmark "${unknown}". There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

let failed = false
function show(results: readonly Result[]): void {
  for (const { label, ratio, atLeast, atMost, detail } of results) {
    const kept = (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost)
    failed ||= !kept
    const limit = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
    console.log(
      `  ${kept ? 'ok  ' : 'MISS'} ${ratio.toFixed(2)}  ${label} (limit: ${limit})\n         ${detail}`,
    )
  }
}

const log = createLog({ level: 'warn' })
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-bench-'))
  // PostgreSQL may run as another user, who must be able to reach its files.
  chmodSync(folder, 0o755)
  const postgres = await startPrivatePostgres({ dataDir: folder, log, mode: 'durable' })
  // On a busy machine measured statements wait instead of failing.
  const database = createDatabase(postgres.url, { log, max: 20, patienceMs: benchPatienceMs })
  try {
    await migrate(database.pool, { log })
    console.log(`\n${name}`)
    show(await bench({ url: postgres.url, database, log, options, show }))
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(failed ? 1 : 0)
