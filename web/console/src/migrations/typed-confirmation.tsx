/** A question about something that cannot be taken back lightly: a name has to be typed before it is done. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'

interface TypedConfirmationProps<Reply> {
  title: string
  /** What has to be typed. */
  words: string
  button: string
  run: () => Promise<Reply>
  onDone: (reply: Reply) => void
  onClose: () => void
  children: ComponentChildren
}

export function TypedConfirmation<Reply>({
  title,
  words,
  button,
  run,
  onDone,
  onClose,
  children,
}: TypedConfirmationProps<Reply>) {
  const [typed, setTyped] = useState('')
  const action = useAction(run, { onSuccess: onDone })
  const isTyped = typed.trim() === words.trim()
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && !action.isPending) action.mutate()
        }}
      >
        {children}
        <label class="field">
          <span>{text('move.typeWords', { words })}</span>
          <input
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        {action.error !== null && <Problem error={action.error} />}
        <div class="actions">
          <button type="submit" class="danger" aria-disabled={!isTyped || action.isPending}>
            {action.isPending ? text('busy') : button}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {text('move.notNow')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
