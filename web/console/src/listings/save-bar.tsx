/** Stays in view below a long form: saves what was changed, says how much that is, and takes it back. */
import { text } from '../text/text.ts'

interface SaveBarProps {
  label: string
  /** How many things were changed. */
  count: number
  isPending: boolean
  /** Left out where the form around it saves. */
  onSave?: () => void
  onDiscard: () => void
}

export const SaveBar = ({ label, count, isPending, onSave, onDiscard }: SaveBarProps) => (
  <div class="actions sticky">
    <button
      type={onSave === undefined ? 'submit' : 'button'}
      class="main"
      aria-disabled={count === 0 || isPending}
      onClick={() => {
        if (count > 0 && !isPending) onSave?.()
      }}
    >
      {isPending ? text('busy') : label}
    </button>
    {count > 0 && (
      <>
        <span>{text('content.unsaved', { count })}</span>
        <button type="button" class="link" onClick={onDiscard}>
          {text('content.discard')}
        </button>
      </>
    )}
  </div>
)
