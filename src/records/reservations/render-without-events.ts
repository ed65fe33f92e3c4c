/** Renders stays anew without history and events. */
import type { Write } from '../../platform/outbox.ts'
import { renderReservation } from './render.ts'
import { reservationDocs, storedToPublish, storeShownTexts } from './text-queries.ts'

/** Callers that list by `updated_since` still find them. Returns how many show something else. */
export async function renderWithoutEvents(
  { tx, scope, at, now }: Write,
  ids: readonly string[],
): Promise<number> {
  const before = await reservationDocs(tx, scope, ids)
  const rows = await storedToPublish(tx, scope, ids, now)
  const texts = rows.flatMap((row) => {
    if (JSON.stringify(renderReservation(row)) === before.get(row.id)) return []
    const changed = { ...row, revision: row.revision + 1, updated_at: at }
    const { id, revision, updated_at } = changed
    return [{ id, revision, updated_at, doc: JSON.stringify(renderReservation(changed)) }]
  })
  await storeShownTexts(tx, scope, texts)
  return texts.length
}
