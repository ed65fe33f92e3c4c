/** Asks how a channel's unit is to be linked with this home, or says what unlinking does. */
import { useState } from 'preact/hooks'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Select } from '../ui/select.tsx'
import { mapUnit, readLinksAnew, type ChannelUnit, type UnitMapping } from './channel-data.ts'

interface LinkDialogProps {
  listing: { id: string; name: string }
  unit: ChannelUnit
  onClose: () => void
}

export function LinkUnit({ listing, unit, onClose }: LinkDialogProps) {
  const [calendar, setCalendar] = useState('write')
  const [onDrift, setDrift] = useState<'mend' | 'report'>('mend')
  const [takesOver, setTakeOver] = useState(false)
  const channel = wordFor('provider', unit.connection.provider)
  const isWritten = calendar === 'write'
  const mapping: UnitMapping = {
    unitId: unit.unit_id,
    listingId: listing.id,
    calendarSync: isWritten,
    ...(isWritten ? { onDrift } : {}),
    ...(takesOver ? { takeOver: true } : {}),
  }
  return (
    <Dialog title={text('link.title', { channel })} onClose={onClose}>
      <p>{text('link.lead', { unit: unit.unit_name, channel, listing: listing.name })}</p>
      <Select
        label={text('link.calendar')}
        value={calendar}
        onChange={setCalendar}
        options={[
          { value: 'write', label: text('link.calendarWrite', { channel }) },
          { value: 'read', label: text('link.calendarRead') },
        ]}
      />
      {isWritten && (
        <Select
          label={text('link.onDrift')}
          value={onDrift}
          onChange={(value) => setDrift(value === 'report' ? 'report' : 'mend')}
          options={(['mend', 'report'] as const).map((value) => ({
            value,
            label: wordFor('onDrift', value),
          }))}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={takesOver}
          onChange={(event) => setTakeOver(event.currentTarget.checked)}
        />
        <span>{text('link.takeOver')}</span>
      </label>
      <div class="actions">
        <ActionButton
          kind="main"
          run={() => mapUnit(unit, mapping)}
          onDone={() => {
            notify(text('link.done', { channel }))
            readLinksAnew(listing.id)
            onClose()
          }}
        >
          {text('link.now')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('link.cancel')}
        </button>
      </div>
    </Dialog>
  )
}

export function UnlinkUnit({ listing, unit, onClose }: LinkDialogProps) {
  const channel = wordFor('provider', unit.connection.provider)
  return (
    <Dialog title={text('link.offTitle', { channel })} onClose={onClose}>
      <p>{text('link.offLead', { unit: unit.unit_name, channel })}</p>
      <div class="actions">
        <ActionButton
          kind="danger"
          run={() => mapUnit(unit, { unitId: unit.unit_id, listingId: null })}
          onDone={() => {
            notify(text('link.offDone', { channel }))
            readLinksAnew(listing.id)
            onClose()
          }}
        >
          {text('link.off')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('link.keep')}
        </button>
      </div>
    </Dialog>
  )
}
