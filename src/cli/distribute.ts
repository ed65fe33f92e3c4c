/** `distribute` prints or runs the statements that spread tables over a Citus coordinator's machines. */
import { loadConfig } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { distribute, findObstacle, readDistributionPlan } from '../platform/distribution/coordinator.ts'
import { commandLog } from './command-log.ts'
import { action } from './command.ts'
import { withDatabase } from './database.ts'
import { print, printAside } from './print.ts'

export const distributeDatabase = action({
  examples: ['distribute > distribute.sql', 'distribute --run'],
  options: {
    run: { type: 'boolean', summary: 'Run them, in one transaction; rows that are there are moved' },
  },
  more: 'On a database that is distributed already they bring about what is missing. docs/operate/scaling.md says when to choose Citus and what it costs.',
  async run({ run }) {
    const spread = async ({ sessions }: Database) => {
      const plan = await readDistributionPlan(sessions)
      for (const { table, name, why } of plan.leftOut) printAside(`left out: ${name} of ${table}: ${why}`)
      if (!run) {
        print(['begin', ...plan.statements, 'commit'].map((statement) => `${statement};`).join('\n'))
        return
      }
      const inTheWay = await findObstacle(sessions)
      if (inTheWay !== null) throw new Error(inTheWay)
      await distribute(sessions, plan)
      print(`${plan.statements.length} statements were run: the tables are distributed.`)
    }
    await withDatabase(loadConfig(), commandLog(), spread, { mayLackRequirements: true })
  },
})
