import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'

type CustomSchema = components['schemas']['CustomSchema']

interface FieldRow {
  id: number
  name: string
  expression: string
}

const mostFields = 50
let lastRow = 0
const newRow = (name = '', expression = ''): FieldRow => ({ id: (lastRow += 1), name, expression })

interface FieldRowsProps {
  rows: readonly FieldRow[]
  onChange: (rows: readonly FieldRow[]) => void
}

function FieldRows({ rows, onChange }: FieldRowsProps) {
  const change = (row: FieldRow, part: Partial<FieldRow>) =>
    onChange(rows.map((one) => (one === row ? { ...row, ...part } : one)))
  return (
    <fieldset class="schema-rows">
      <legend>{text('schema.fields')}</legend>
      <p class="soft small">{text('schema.fieldsLead')}</p>
      {rows.map((row, index) => (
        <div key={row.id} class="schema-row">
          <input
            aria-label={text('schema.fieldName', { number: index + 1 })}
            placeholder="guest"
            maxLength={100}
            value={row.name}
            onInput={(event) => change(row, { name: event.currentTarget.value })}
          />
          <input
            aria-label={text('schema.fieldValue', { number: index + 1 })}
            placeholder="primaryGuest.firstName"
            maxLength={500}
            value={row.expression}
            onInput={(event) => change(row, { expression: event.currentTarget.value })}
          />
          <button
            type="button"
            class="icon"
            aria-label={text('schema.removeField', { number: index + 1 })}
            onClick={() => onChange(rows.filter((one) => one !== row))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {rows.length < mostFields && (
        <button type="button" class="second" onClick={() => onChange([...rows, newRow()])}>
          {text('schema.addField')}
        </button>
      )}
    </fieldset>
  )
}

/** Makes a schema, or changes the fields of one; its name stays. */
export function SchemaDialog({ schema, onClose }: { schema: CustomSchema | null; onClose: () => void }) {
  const [name, setName] = useState(schema?.name ?? '')
  const [description, setDescription] = useState(schema?.description ?? '')
  const [isActive, setActive] = useState(schema?.active ?? true)
  const [rows, setRows] = useState<readonly FieldRow[]>(() =>
    schema === null
      ? [newRow()]
      : Object.entries(schema.mappings).map(([field, expression]) => newRow(field, expression)),
  )
  const mappings = Object.fromEntries(
    rows.filter((row) => row.name !== '').map((row) => [row.name, row.expression]),
  )
  const shared = { mappings, description: description === '' ? null : description }
  const save = () =>
    schema === null
      ? answerOf(client.POST('/v1/schema/custom', { body: { name, ...shared } }))
      : answerOf(
          client.PATCH('/v1/schema/custom/{id}', {
            params: { path: { id: schema.id } },
            body: { ...shared, active: isActive },
          }),
        )
  return (
    <Dialog
      title={schema === null ? text('schema.new') : text('schema.editOne', { name: schema.name })}
      kind="side"
      onClose={onClose}
    >
      {schema === null && (
        <label class="field">
          <span>{text('schema.name')}</span>
          <input value={name} maxLength={100} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
      )}
      <label class="field">
        <span>{text('schema.description')}</span>
        <input value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
      </label>
      <FieldRows rows={rows} onChange={setRows} />
      {schema !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={isActive}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
          <span>{text('schema.isActive')}</span>
        </label>
      )}
      <div class="actions spaced-above">
        <ActionButton
          kind="main"
          disabled={Object.keys(mappings).length === 0 || (schema === null && name === '')}
          run={save}
          onDone={() => {
            notify(text('schema.saved'))
            void queryClient.invalidateQueries({ queryKey: ['schemas'] })
            onClose()
          }}
        >
          {text('template.save')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}
