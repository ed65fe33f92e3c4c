import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { text } from '../text/text.ts'
import { ChangedMeanwhile, ChangedNotice } from '../ui/changed-meanwhile.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { useStayWrite } from './stay-actions.tsx'
import { trackStayWrite } from './uncertain-writes.ts'

type Stay = components['schemas']['Reservation']
type Changes = components['schemas']['ReservationUpdateBody']

/** What the dialog has to know of a stay. */
type ChangedStay = Pick<Stay, 'id' | 'checkIn' | 'checkOut'> & {
  currency?: string | null
  listingId?: string
}

interface ChangeStayProps {
  stay: ChangedStay
  /** What the fields begin with, where the calendar has moved the stay already. */
  wish?: { checkIn: string; checkOut: string }
  onClose: () => void
  onDone: () => void
}

/** Whether somebody gave the stay other dates than those that were shown, and than those that are wished for. */
const isMoved = (shown: ChangedStay, now: ChangedStay, wish: Changes): boolean =>
  (['checkIn', 'checkOut'] as const).some(
    (field) => now[field] !== shown[field] && now[field] !== (wish[field] ?? shown[field]),
  )

function useStayWrites(shown: ChangedStay, onDone: () => void) {
  const path = { id: shown.id }
  const writeOf = useStayWrite(shown)
  const send = (body: Changes, isTrial: boolean, headers: Record<string, string> = {}) =>
    answerOf(
      client.PATCH('/v1/reservations/{id}', {
        params: { path, query: isTrial ? { dry_run: true } : {} },
        headers,
        body,
      }),
    )
  const trial = useAction((body: Changes) => send(body, true))
  const write = useAction(
    async ({ changes, seen }: { changes: Changes; seen: ChangedStay }) => {
      const now = await answerOf(client.GET('/v1/reservations/{id}', { params: { path } }))
      if (isMoved(seen, now, changes)) throw new ChangedMeanwhile(now)
      return trackStayWrite(writeOf('modify'), changes, (headers) => send(changes, false, headers))
    },
    { onSuccess: onDone },
  )
  const seen = write.error instanceof ChangedMeanwhile ? (write.error.now as Stay) : shown
  return { trial, write, seen }
}

interface StayPreviewProps {
  seen: ChangedStay
  wish: { checkIn: string; checkOut: string }
  /** The total where the server prices the stay anew. */
  total: number | null
  isPending: boolean
  error: Error | null
  onSave: () => void
}

function StayPreview({ seen, wish, total, isPending, error, onSave }: StayPreviewProps) {
  const isChanged = error instanceof ChangedMeanwhile
  return (
    <div class="preview">
      <p>{text('stay.changeWould')}</p>
      {isChanged && <ChangedNotice />}
      <p>
        {shortDate(seen.checkIn)} – {shortDate(seen.checkOut)} → {shortDate(wish.checkIn)} –{' '}
        {shortDate(wish.checkOut)}
      </p>
      {total !== null && (
        <p>
          {text('stay.total')}: {money(total, seen.currency)}
        </p>
      )}
      {error !== null && !isChanged && <Problem error={error} />}
      <button type="button" class="main" aria-disabled={isPending} onClick={onSave}>
        {isPending ? text('busy') : text(isChanged ? 'changed.save' : 'stay.changeNow')}
      </button>
    </div>
  )
}

/** Changes of a stay are tried first: the server says what would happen, and only a second press makes it so. */
export function ChangeStay({ stay, wish, onClose, onDone }: ChangeStayProps) {
  const [checkIn, setCheckIn] = useState(wish?.checkIn ?? stay.checkIn)
  const [checkOut, setCheckOut] = useState(wish?.checkOut ?? stay.checkOut)
  const changes: Changes = {
    ...(checkIn === stay.checkIn ? {} : { checkIn }),
    ...(checkOut === stay.checkOut ? {} : { checkOut }),
  }
  const isChanged = Object.keys(changes).length > 0
  const { trial, write, seen } = useStayWrites(stay, onDone)
  const preview = trial.data
  // What was tried is no longer what would be written.
  const forget = () => {
    trial.reset()
    write.reset()
  }
  return (
    <Dialog title={text('stay.changeTitle')} kind="side" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && !trial.isPending) trial.mutate(changes)
        }}
      >
        <label class="field">
          <span>{text('stay.checkIn')}</span>
          <input
            type="date"
            required
            value={checkIn}
            onInput={(event) => {
              setCheckIn(event.currentTarget.value)
              forget()
            }}
          />
        </label>
        <label class="field">
          <span>{text('stay.checkOut')}</span>
          <input
            type="date"
            required
            min={checkIn}
            value={checkOut}
            onInput={(event) => {
              setCheckOut(event.currentTarget.value)
              forget()
            }}
          />
        </label>
        {trial.error !== null && <Problem error={trial.error} />}
        {preview === undefined ? (
          <button class="main" aria-disabled={!isChanged || trial.isPending}>
            {trial.isPending ? text('busy') : text('stay.tryChange')}
          </button>
        ) : (
          <StayPreview
            seen={seen}
            wish={{ checkIn, checkOut }}
            total={'totalPrice' in preview ? (preview.totalPrice as number | null) : null}
            isPending={write.isPending}
            error={write.error}
            onSave={() => {
              if (!write.isPending) write.mutate({ changes, seen })
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
