/** `npm run check:owners`: each table is written by the room that `tenant-tables.ts` names, and by declared exceptions. */
import { tableOwners } from '../src/platform/tenant-tables.ts'
import { foreignWriters, unnamedWriters } from './owner-exceptions.ts'
import { findOwnerFaults } from './owner-faults.ts'
import { sourceUses } from './table-uses.ts'

const lists = { owners: tableOwners, foreign: foreignWriters, unnamed: unnamedWriters }
const faults = findOwnerFaults(sourceUses(), lists)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
