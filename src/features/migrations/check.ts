/** Compares the caller's stays with those last read from the old system. Changes nothing. */
import type { CutoverCheck, CutoverCheckBody } from '../../contract/cutover-check.ts'
import type { Scope } from '../../platform/tenant.ts'
import { todayAt } from '../../records/property-day.ts'
import type { Services } from '../../services.ts'
import { codeKey, compareStays, type Comparison, type ListedStay, type SourceStay } from './compare-stays.ts'
import { findMigration } from './migrations.ts'
import { staysToCompare } from './stay-queries.ts'

export async function checkCutover(
  services: Services,
  scope: Scope,
  workspaceId: string,
  { reservations }: CutoverCheckBody,
): Promise<CutoverCheck> {
  const { id } = await findMigration(services.db, scope, workspaceId)
  const now = services.clock.now()
  const found = await compareWithSource(services, { workspaceId: id }, reservations, now)
  return {
    data: {
      workspaceId: id,
      checkedAt: now.toISOString(),
      matched: found.matched,
      missing: found.missing.map(({ reason, ...stay }) => ({ ...shown(stay), reason })),
      extra: found.extra,
      mismatched: found.mismatched.map(({ source, ...rest }) => ({ source: shown(source), ...rest })),
    },
  }
}

export async function compareWithSource(
  { db }: Pick<Services, 'db'>,
  child: Scope,
  listed: readonly ListedStay[],
  now: Date,
): Promise<Comparison> {
  const codes = [...new Set(listed.map(({ confirmationCode }) => codeKey(confirmationCode)))]
  // Two days are more than any time zone is behind.
  const from = Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({ days: 2 }).toString()
  const rows = await staysToCompare(db, child, { codes, from })
  const source = rows.map((row): SourceStay => ({
    reservationId: row.id,
    confirmationCode: row.confirmation_code,
    checkIn: row.check_in,
    checkOut: row.check_out,
    platform: row.source,
    status: row.status,
    today: todayAt(row.time_zone, now),
  }))
  return compareStays(source, listed)
}

const shown = ({ confirmationCode, checkIn, checkOut, reservationId, platform }: SourceStay) => ({
  confirmationCode,
  checkIn,
  checkOut,
  reservationId,
  platform,
})
