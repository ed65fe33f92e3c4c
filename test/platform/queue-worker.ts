/** A process that takes a job and never ends it, for the test that kills it. */
import { writeSync } from 'node:fs'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createQueue } from '../../src/platform/queue.ts'

const log = createLog({ level: 'silent' })
const { pool } = createDatabase(process.argv[2] ?? '', { log, max: 5 })
await createQueue({ pool, log }).start({
  greet: () => {
    writeSync(1, 'taken\n')
    return new Promise(() => {})
  },
})
