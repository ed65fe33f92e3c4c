/** Putting rows as they are, whatever column they name. */
import { sql } from 'kysely'
import { newId, type NumberedTable, type Queryable, type Scope } from '../../src/platform/tenant.ts'
import type { TenantTable } from '../../src/platform/tenant-tables.ts'

export type PortfolioRow = Record<string, unknown>

export const moment = (hour: number) =>
  `2026-05-${String(1 + (hour % 28)).padStart(2, '0')}T08:09:10.${String(hour).padStart(3, '0')}Z`
export const made = (hour: number) => ({ created_at: moment(hour), updated_at: moment(hour + 1) })

/** A number that makes values differ, so that a mix-up would be seen. */
export function rowsOf(db: Queryable, scope: Scope, number: number) {
  const put = async (table: TenantTable, row: PortfolioRow) => {
    const full = { workspace_id: scope.workspaceId, ...row }
    const columns = sql.join(Object.keys(full).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(full)}::jsonb)`.execute(
      db,
    )
  }
  return {
    db,
    scope,
    number,
    put,
    async putNumbered(table: NumberedTable, row: PortfolioRow, given?: string) {
      const id = given ?? (await newId(db, scope, table))
      await put(table, { id, ...row })
      return id
    },
    n: (text: string) => `${text} ${number} – «ü»`,
  }
}
export type PortfolioRows = ReturnType<typeof rowsOf>
