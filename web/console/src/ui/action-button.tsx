/** A button that does one thing at the server: once at a time, visibly under way, with its problem beside it. */
import type { ComponentChildren } from 'preact'
import { text } from '../text/text.ts'
import { Problem } from './problem.tsx'
import { useAction } from './use-action.ts'

interface ActionButtonProps {
  run: () => Promise<unknown>
  onDone?: () => void
  kind?: 'main' | 'second' | 'danger' | 'link'
  disabled?: boolean
  label?: string
  children: ComponentChildren
}

export function ActionButton({ run, onDone, kind = 'second', disabled, label, children }: ActionButtonProps) {
  const action = useAction(run, { onSuccess: onDone })
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={label}
        aria-disabled={action.isPending || disabled === true}
        onClick={() => {
          if (!action.isPending && disabled !== true) action.mutate()
        }}
      >
        {action.isPending ? text('busy') : children}
      </button>
      {action.error !== null && <Problem error={action.error} />}
    </>
  )
}
