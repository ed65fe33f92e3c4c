import { text, type TextKey } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { turnShortcuts, useShortcutsOn } from '../ui/use-shortcuts.ts'

const keys: readonly (readonly [string, TextKey])[] = [
  ['j', 'keys.next'],
  ['k', 'keys.previous'],
  ['r', 'keys.answer'],
  ['e', 'keys.done'],
  ['/', 'keys.search'],
  ['?', 'keys.help'],
]

/** The keys of the inbox, and the switch that turns them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const isOn = useShortcutsOn()
  return (
    <Dialog title={text('keys.title')} onClose={onClose}>
      <dl class="facts">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{text('keys.lead')}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => turnShortcuts(event.currentTarget.checked)}
        />
        <span>{text('keys.on')}</span>
      </label>
    </Dialog>
  )
}
