/** Builds the SDK: types from `openapi.json`, then JavaScript and declarations in `dist`. Runs with Node 26. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { writeDescriptionTypes } from '../../web/console/description-types.ts'

const here = import.meta.dirname
await writeDescriptionTypes(path.join(here, 'src/schema.ts'))
if (!process.argv.includes('--types-only'))
  execFileSync(process.execPath, [path.resolve(here, '../../node_modules/typescript/bin/tsc'), '-p', here], {
    stdio: 'inherit',
  })
