import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { money } from '../format/money.ts'
import { text } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'

type Stay = components['schemas']['Reservation']
type Changes = components['schemas']['ReservationUpdateBody']

interface ChangeStayProps {
  stay: Stay
  onClose: () => void
  onDone: () => void
}

/** Changes of a stay are tried first: the server says what would happen, and only a second press makes it so. */
export function ChangeStay({ stay, onClose, onDone }: ChangeStayProps) {
  const [checkIn, setCheckIn] = useState(stay.checkIn)
  const [checkOut, setCheckOut] = useState(stay.checkOut)
  const changes: Changes = {
    ...(checkIn === stay.checkIn ? {} : { checkIn }),
    ...(checkOut === stay.checkOut ? {} : { checkOut }),
  }
  const isChanged = Object.keys(changes).length > 0
  const send = (body: Changes, isTrial: boolean) =>
    answerOf(
      client.PATCH('/v1/reservations/{id}', {
        params: { path: { id: stay.id }, query: isTrial ? { dry_run: true } : {} },
        body,
      }),
    )
  const trial = useAction((body: Changes) => send(body, true))
  const write = useAction((body: Changes) => send(body, false), { onSuccess: onDone })
  const preview = trial.data
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
              trial.reset()
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
              trial.reset()
            }}
          />
        </label>
        {trial.error !== null && <Problem error={trial.error} />}
        {preview === undefined ? (
          <button class="main" aria-disabled={!isChanged || trial.isPending}>
            {trial.isPending ? text('busy') : text('stay.tryChange')}
          </button>
        ) : (
          <div class="preview">
            <p>{text('stay.changeWould')}</p>
            <p>
              {stay.checkIn} – {stay.checkOut} → {checkIn} – {checkOut}
            </p>
            {'totalPrice' in preview && preview.totalPrice != null && (
              <p>
                {text('stay.total')}: {money(preview.totalPrice as number, stay.currency)}
              </p>
            )}
            {write.error !== null && <Problem error={write.error} />}
            <button
              type="button"
              class="main"
              aria-disabled={write.isPending}
              onClick={() => {
                if (!write.isPending) write.mutate(changes)
              }}
            >
              {write.isPending ? text('busy') : text('stay.changeNow')}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
