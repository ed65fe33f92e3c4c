/** The message templates of the workspace: made, changed and removed here, with a preview. */
import { useState } from 'preact/hooks'
import { addDays, todayHere } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { locale, text } from '../text/text.ts'
import { fieldsChangedSince } from '../ui/changed-fields.ts'
import { ChangedFields, changedFieldsOf, ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { Badge } from '../ui/badge.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { Empty } from '../ui/empty.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { useAction } from '../ui/use-action.ts'
import { useDraft } from '../ui/use-draft.ts'
import { dateIn, fillIn, placeholders, type PlaceholderValues } from './placeholders.ts'
import { languageName, templateLanguages } from './template-languages.ts'
import {
  deleteTemplate,
  readTemplate,
  saveTemplate,
  useTemplates,
  type MessageTemplate,
} from './templates.ts'

/** A made-up guest for previews. */
function sampleValues(language: string): PlaceholderValues {
  const from = addDays(todayHere(), 14)
  return {
    guest: 'Ada',
    'full name': 'Ada Byron',
    listing: text('template.sampleListing'),
    'check-in': dateIn(language, from),
    'check-out': dateIn(language, addDays(from, 3)),
    'check-in time': '16:00',
    'check-out time': '10:00',
    nights: '3',
    code: 'HM4812',
  }
}

const mostCharacters = 4000

const fieldsOf = (template: MessageTemplate | null): Record<string, string> =>
  template === null
    ? {}
    : { name: template.name, language: languageName(template.language), body: template.body }

const labels = { name: 'template.name', language: 'guest.language', body: 'template.body' } as const

/** Saves a template unless somebody else has changed or deleted it since it was opened. */
function useTemplateSave(template: MessageTemplate, onDone: () => void) {
  const [seen, setSeen] = useState(() => fieldsOf(template.name === '' ? null : template))
  return useAction(
    async (draft: MessageTemplate) => {
      const now = fieldsOf(await readTemplate(draft.id))
      const others = fieldsChangedSince(seen, now, fieldsOf(draft))
      // Whoever presses again has seen them.
      setSeen(now)
      if (others.length > 0) throw new ChangedMeanwhile(others)
      return saveTemplate(draft)
    },
    { onSuccess: onDone },
  )
}

function TemplateDialog({ template, onClose }: { template: MessageTemplate; onClose: () => void }) {
  const [draft, setDraft] = useState(template)
  const change = (part: Partial<MessageTemplate>) => setDraft({ ...draft, ...part })
  const isComplete = draft.name.trim() !== '' && draft.body.trim() !== ''
  const kept = useDraft(`template ${template.name === '' ? 'new' : template.id}`, {
    value: draft,
    isUntouched: JSON.stringify(draft) === JSON.stringify(template),
    restore: (before) => setDraft({ ...before, id: template.id }),
  })
  const save = useTemplateSave(template, () => {
    kept.forget()
    notify(text('template.saved'))
    onClose()
  })
  const others = changedFieldsOf(save.error)
  return (
    <Dialog
      title={text(template.name === '' ? 'template.new' : 'template.edit')}
      kind="side"
      onClose={onClose}
    >
      <DraftOffer draft={kept} />
      <label class="field">
        <span>{text('template.name')}</span>
        <input
          required
          maxLength={80}
          value={draft.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <Select
        label={text('guest.language')}
        value={draft.language}
        onChange={(language) => change({ language })}
        options={templateLanguages.map((value) => ({ value, label: languageName(value) }))}
      />
      <label class="field">
        <span>{text('template.body')}</span>
        <textarea
          rows={8}
          required
          maxLength={mostCharacters}
          value={draft.body}
          onInput={(event) => change({ body: event.currentTarget.value })}
        />
      </label>
      <fieldset class="chips">
        <legend>{text('template.placeholders')}</legend>
        {placeholders.map((name) => (
          <button
            type="button"
            class="chip"
            key={name}
            onClick={() => change({ body: `${draft.body}[${name}]` })}
          >
            [{name}]
          </button>
        ))}
      </fieldset>
      <div class="preview">
        <h3>{text('template.preview')}</h3>
        <p class="prose">{draft.body === '' ? '–' : fillIn(draft.body, sampleValues(draft.language))}</p>
      </div>
      {others !== null && (
        <ChangedFields fields={others} labelOf={(name) => text(labels[name as keyof typeof labels])} />
      )}
      {save.error !== null && others === null && <Problem error={save.error} />}
      <div class="actions">
        <button
          type="button"
          class="main"
          aria-disabled={!isComplete || save.isPending}
          onClick={() => {
            if (isComplete && !save.isPending) save.mutate(draft)
          }}
        >
          {save.isPending ? text('busy') : text(others !== null ? 'changed.save' : 'template.save')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}

const DeleteTemplate = ({ template, onClose }: { template: MessageTemplate; onClose: () => void }) => (
  <DeleteDialog
    title={text('template.deleteTitle')}
    lead={text('template.deleteLead', { name: template.name })}
    run={() => deleteTemplate(template.id)}
    onDone={() => notify(text('template.deleted'))}
    onClose={onClose}
  />
)

const emptyTemplate = (): MessageTemplate => ({
  id: crypto.randomUUID(),
  name: '',
  language: locale,
  body: '',
})

interface TemplateRowsProps {
  templates: readonly MessageTemplate[]
  edit: (template: MessageTemplate) => void
  remove: (template: MessageTemplate) => void
}

function TemplateRows({ templates, edit, remove }: TemplateRowsProps) {
  const mayWrite = useMayWrite()
  return (
    <ul class="plain stack">
      {templates.map((template) => (
        <li class="card" key={template.id}>
          <p>
            <strong>{template.name}</strong> <Badge>{languageName(template.language)}</Badge>
          </p>
          <p class="prose soft">{template.body}</p>
          {mayWrite && (
            <div class="actions">
              <button
                type="button"
                class="second"
                aria-label={text('template.editOne', { name: template.name })}
                onClick={() => edit(template)}
              >
                {text('template.edit')}
              </button>
              <button
                type="button"
                class="second"
                aria-label={text('template.deleteOne', { name: template.name })}
                onClick={() => remove(template)}
              >
                {text('template.delete')}
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Templates() {
  const query = useTemplates()
  const mayWrite = useMayWrite()
  const [editing, setEditing] = useState<MessageTemplate | null>(null)
  const [leaving, setLeaving] = useState<MessageTemplate | null>(null)
  const newButton = mayWrite && (
    <button type="button" class="main" onClick={() => setEditing(emptyTemplate())}>
      {text('template.new')}
    </button>
  )
  return (
    <>
      <Loaded query={query}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title={text('template.none')}>
              <p>{text('template.noneLead')}</p>
              {newButton}
            </Empty>
          ) : (
            <>
              <p>{newButton}</p>
              <TemplateRows templates={templates} edit={setEditing} remove={setLeaving} />
            </>
          )
        }
      </Loaded>
      <Freshness query={query} />
      {editing !== null && (
        <TemplateDialog key={editing.id} template={editing} onClose={() => setEditing(null)} />
      )}
      {leaving !== null && <DeleteTemplate template={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
