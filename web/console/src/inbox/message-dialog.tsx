/** A dialog that sends one message: an answer to a review, or a refusal of an inquiry. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { useDraft } from '../ui/use-draft.ts'

interface MessageDialogProps {
  title: string
  kind?: 'side' | 'box'
  lead: ComponentChildren
  label: string
  /** Stands there at the beginning. */
  initial?: string
  /** Names what the message is about, for its draft. */
  about: string
  /** The heading above how it reads; left out where that needs no showing. */
  preview?: string
  button: { kind: 'main' | 'danger'; label: string }
  send: (message: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** What else can write the message. */
  helper?: (write: (message: string) => void) => ComponentChildren
}

const mostCharacters = 4000

export function MessageDialog(props: MessageDialogProps) {
  const {
    title,
    kind,
    lead,
    label,
    initial = '',
    about,
    preview,
    button,
    send,
    onDone,
    onClose,
    helper,
  } = props
  const [message, setMessage] = useState(initial)
  const draft = useDraft(about, { value: message, isUntouched: message === initial, restore: setMessage })
  return (
    <Dialog title={title} onClose={onClose} {...(kind === undefined ? {} : { kind })}>
      {lead}
      <DraftOffer draft={draft} />
      <label class="field">
        <span>{label}</span>
        <textarea
          rows={6}
          maxLength={mostCharacters}
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      {helper !== undefined && <div class="actions">{helper(setMessage)}</div>}
      {preview !== undefined && (
        <div class="preview">
          <h3>{preview}</h3>
          <p class="prose">{message.trim() === '' ? '–' : message}</p>
        </div>
      )}
      <div class="actions">
        <ActionButton
          kind={button.kind}
          disabled={message.trim() === ''}
          run={() => send(message)}
          onDone={() => {
            draft.forget()
            onDone()
            onClose()
          }}
        >
          {button.label}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}
