import { text } from '../text/text.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

interface DeleteDialogProps {
  title: string
  /** Says what is lost. */
  lead: string
  run: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks before something of the workspace is deleted for everybody. */
export const DeleteDialog = ({ title, lead, run, onDone, onClose }: DeleteDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{lead}</p>
    <div class="actions">
      <ActionButton
        kind="danger"
        run={run}
        onDone={() => {
          onDone()
          onClose()
        }}
      >
        {text('template.delete')}
      </ActionButton>
      <button type="button" class="second" onClick={onClose}>
        {text('template.keep')}
      </button>
    </div>
  </Dialog>
)
