/** Finds writes to a table by a room that does not own it, and outdated entries of the lists. */
import type { ForeignWriter, UnnamedWriter } from './owner-exceptions.ts'
import type { SourceUses, TableUse } from './table-uses.ts'

export interface OwnerLists {
  owners: Readonly<Record<string, string>>
  foreign: readonly ForeignWriter[]
  unnamed: readonly UnnamedWriter[]
}

export function findOwnerFaults({ uses, unnamed }: SourceUses, lists: OwnerLists): string[] {
  const writes = uses.filter(({ kind }) => kind === 'write')
  const isDeclared = ({ table, room }: TableUse) =>
    lists.foreign.some((one) => one.table === table && one.room === room)
  const declaredFiles = new Map(lists.unnamed.map((one) => [one.file, one]))
  const roomsOf = (table: string) =>
    new Set(writes.filter((use) => use.table === table).map(({ room }) => room))
  return [
    ...writes
      .filter((use) => lists.owners[use.table] !== use.room && !isDeclared(use))
      .map(
        ({ file, line, table, room }) =>
          `${file}:${line} ${room} writes ${table}, which ${lists.owners[table]} owns: call a function of the owner`,
      ),
    ...unnamed
      .filter(({ file }) => !declaredFiles.has(file))
      .map(
        ({ file, line }) =>
          `${file}:${line} writes a table that it does not name: list it in owner-exceptions.ts`,
      ),
    ...unnamed.flatMap(({ file, room }) =>
      (declaredFiles.get(file)?.tables ?? [])
        .filter((table) => lists.owners[table] !== room)
        .map((table) => `${file} may write ${table}, which ${lists.owners[table]} owns`),
    ),
    ...lists.foreign
      .filter(({ table, room }) => !roomsOf(table).has(room))
      .map(({ table, room }) => `owner-exceptions.ts: ${room} no longer writes ${table}`),
    ...lists.unnamed
      .filter(({ file }) => !unnamed.some((one) => one.file === file))
      .map(({ file }) => `owner-exceptions.ts: ${file} no longer writes a table that it does not name`),
    ...Object.entries(lists.owners)
      .filter(([table, owner]) => owner !== 'database' && !roomsOf(table).has(owner))
      .map(([table, owner]) => `tenant-tables.ts: ${owner} does not write ${table}`),
  ]
}
