/** `npm run generate` writes every generated file; `--check` only lists outdated ones. */
import { generateAlertRules } from './generate-alert-rules.ts'
import { generateArchitecture } from './generate-architecture.ts'
import { generateChannelDocs } from './generate-channel-docs.ts'
import { generateCommandDocs } from './generate-command-docs.ts'
import { generateConfigDocs } from './generate-config-docs.ts'
import { generateConnectorDocs } from './generate-connector-docs.ts'
import { generateDataMap } from './generate-data-map.ts'
import { generateDashboard } from './generate-dashboard.ts'
import { generateDbTypes } from './generate-db-types.ts'
import { generateDeprecations } from './generate-deprecations.ts'
import { generateErrorPages } from './generate-error-pages.ts'
import { generateExportDocs } from './generate-export-docs.ts'
import { generateMigrationPlans } from './generate-migration-plans.ts'
import { generateOpenapi } from './generate-openapi.ts'
import { generateReleasePage } from './generate-release-page.ts'
import { generateSchemaDump } from './generate-schema-dump.ts'
import { generateTableDocs } from './generate-table-docs.ts'
import { withFreshDatabase } from './fresh-database.ts'

type Options = { check: boolean }
/** Returns the paths that were outdated. */
type Generator = (options: Options) => Promise<string[]>

/** A new generator is one line here. */
const generators: Generator[] = [
  generateAlertRules,
  generateArchitecture,
  generateChannelDocs,
  generateConfigDocs,
  generateCommandDocs,
  generateDashboard,
  generateDeprecations,
  generateErrorPages,
  generateExportDocs,
  generateConnectorDocs,
  generateMigrationPlans,
  // It shows the plans that the one before writes.
  generateReleasePage,
  generateOpenapi,
  generateTableDocs,
  (options) =>
    withFreshDatabase(async (client) => [
      ...(await generateDbTypes(client, options)),
      ...(await generateSchemaDump(client, options)),
    ]),
  // It reads the schema, which the one before writes.
  generateDataMap,
]

const check = process.argv.includes('--check')
const drifted: string[] = []
for (const generate of generators) drifted.push(...(await generate({ check })))

for (const path of drifted) console.log(check ? `out of date: ${path}` : `written: ${path}`)
if (check && drifted.length > 0) {
  console.error('Generated files do not match their sources. Run: npm run generate')
  process.exitCode = 1
}
