import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import type { Draft } from './use-draft.ts'

/** Offers what was written before a session ended, or before a dialog was closed. */
export function DraftOffer({ draft }: { draft: Draft }) {
  if (draft.offeredAt === null) return null
  return (
    <div class="notice" role="status">
      <div>
        <p>{text('draft.found', { when: moment(draft.offeredAt) })}</p>
        <div class="actions">
          <button type="button" class="second" onClick={draft.take}>
            {text('draft.take')}
          </button>
          <button type="button" class="link" onClick={draft.discard}>
            {text('draft.discard')}
          </button>
        </div>
      </div>
    </div>
  )
}
