import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { text } from '../text/text.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  title: string
  /** A panel at the side for work beside a list, a box in the middle for a question. */
  kind?: 'side' | 'box'
  onClose: () => void
  children: ComponentChildren
}

/** The browser's own modal dialog: it holds the focus, gives it back, and Escape closes it. */
export function Dialog({ title, kind = 'box', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="panel">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon" aria-label={text('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
