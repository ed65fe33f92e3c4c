/** Finds what somebody changed on the channel by hand, and mends or shows it. */
import { difference } from '../../upstream/nights/verdict.ts'
import { noteCompared, type SellingLink } from './link-queries.ts'
import { linkNights, settleNights, type NightSettlement, type StoredChannelNight } from './night-queries.ts'
import { nightsAPiece } from './pieces.ts'
import { sendable } from './sendable.ts'
import { readNights, shownDay } from './settle.ts'
import { driftCode } from './start-queries.ts'
import type { SellingTurn } from './turn-calls.ts'

/** Every channel listing is compared as a whole so often. */
export const compareEveryMs = 24 * 3600_000
/** Where it could not be read, or not to its end. */
const againSoonMs = 3600_000

/** Of each link, the night that comparing has come to in this turn. */
export type Compared = Map<string, string>

/** Compares the next piece of a link, so that what is sold meanwhile need not wait for the whole. */
export async function comparePiece(turn: SellingTurn, link: SellingLink, compared: Compared): Promise<void> {
  const { environment, scope, connection } = turn
  const { db, clock } = environment.services
  const { externalId } = link
  const from = compared.get(externalId) ?? ''
  const all = await linkNights(db, scope, { connectionId: connection.id, externalId })
  const rest = all.filter(({ date }) => date > from)
  const piece = rest.slice(0, nightsAPiece)
  const isRead = await compareNights(turn, link, piece)
  if (environment.signal.aborted) return
  const now = clock.now()
  const last = piece.at(-1)?.date
  if (isRead && last !== undefined && rest.length > piece.length) {
    compared.set(externalId, last)
    return
  }
  compared.delete(externalId)
  await noteCompared(db, scope, connection.id, externalId, isRead ? now : later(now))
}

/** The turn ended before these were compared to their end. */
export async function compareLater(turn: SellingTurn, compared: Compared): Promise<void> {
  const { db, clock } = turn.environment.services
  for (const externalId of compared.keys()) {
    await noteCompared(db, turn.scope, turn.connection.id, externalId, later(clock.now()))
  }
}

const later = (now: Date) => new Date(now.getTime() - compareEveryMs + againSoonMs)

/** Nights that are on their way are left alone: what becomes of them is being found out. false: they could not be read. */
async function compareNights(
  turn: SellingTurn,
  link: SellingLink,
  nights: readonly StoredChannelNight[],
): Promise<boolean> {
  const { environment, scope, connection, connector, writes, policy } = turn
  const { db, clock } = environment.services
  const { externalId } = link
  const settled = nights.filter(({ state }) => state === 'confirmed' || state === 'refused')
  if (settled.length === 0 || connector.operations.calendar === undefined) return true
  const dates = settled.map(({ date }) => date)
  const days = await readNights(turn, link, dates, 'calendar')
  if (days === null || environment.signal.aborted) return false
  const now = clock.now()
  const found = settled.flatMap((night): NightSettlement[] => {
    const day = days.get(night.date)
    if (!day) return []
    const { date, version, checks } = night
    const shownInstead = difference(sendable(night, writes.fields, policy), day)
    const shown = shownDay(day)
    const about = { externalId, date, version, checks, accepted: false, ...shown }
    if (shownInstead === null) {
      return [
        { ...about, accepted: true, state: 'confirmed', nextAttemptAt: null, errorCode: null, error: null },
      ]
    }
    const error = `Changed on the channel: ${shownInstead}.`
    // What can be sold twice is closed whatever the link says.
    return link.mendsDrift || (night.stays > 0 && night.unitsLeft < shown.shownUnits)
      ? [{ ...about, state: 'pending', nextAttemptAt: now.toISOString(), errorCode: driftCode, error }]
      : [{ ...about, state: 'refused', nextAttemptAt: null, errorCode: driftCode, error }]
  })
  await settleNights(db, scope, connection.id, found, now)
  return true
}
