/**
 * `npm run check:owners` checks that only the room named in `tenant-tables.ts` writes a table, or a declared exception.
 */
import { tableOwners } from '../src/platform/tenant-tables.ts'
import { foreignWriters, unnamedWriters } from './owner-exceptions.ts'
import { findOwnerFaults } from './owner-faults.ts'
import { sourceUses } from './table-uses.ts'

const lists = { owners: tableOwners, foreign: foreignWriters, unnamed: unnamedWriters }
const faults = findOwnerFaults(sourceUses(), lists)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
