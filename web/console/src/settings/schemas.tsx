/** Response schemas of the workspace: shapes of one's own for the records of answers. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { SchemaDialog } from './schema-dialog.tsx'
import { SchemaPreview } from './schema-preview.tsx'

type CustomSchema = components['schemas']['CustomSchema']

type Open =
  { kind: 'edit'; schema: CustomSchema | null } | { kind: 'preview' | 'delete'; schema: CustomSchema }

const DeleteSchema = ({ schema, onClose }: { schema: CustomSchema; onClose: () => void }) => (
  <DeleteDialog
    title={text('schema.deleteTitle')}
    lead={text('schema.deleteLead', { name: schema.name })}
    run={() => answerOf(client.DELETE('/v1/schema/custom/{id}', { params: { path: { id: schema.id } } }))}
    onDone={() => {
      notify(text('schema.deleted'))
      void queryClient.invalidateQueries({ queryKey: ['schemas'] })
    }}
    onClose={onClose}
  />
)

function columnsOf(mayWrite: boolean, open: (dialog: Open) => void): Column<CustomSchema>[] {
  const button = (kind: 'edit' | 'preview' | 'delete', schema: CustomSchema, label: string) => (
    <button
      type="button"
      class="link"
      aria-label={`${label}: ${schema.name}`}
      onClick={() => open({ kind, schema })}
    >
      {label}
    </button>
  )
  return [
    { title: text('schema.name'), cell: ({ name }) => <code>{name}</code> },
    { title: text('schema.description'), cell: ({ description }) => description ?? '–' },
    {
      title: text('schema.fields'),
      isNumber: true,
      cell: ({ mappings }) => Object.keys(mappings).length,
    },
    {
      title: text('schema.state'),
      cell: ({ active }) => (
        <Badge tone={active ? 'good' : 'calm'}>{text(active ? 'schema.active' : 'schema.inactive')}</Badge>
      ),
    },
    { title: text('schema.made'), cell: ({ createdAt }) => moment(createdAt) },
    {
      title: text('schema.actions'),
      cell: (schema) => (
        <span class="actions">
          {button('preview', schema, text('schema.preview'))}
          {mayWrite && button('edit', schema, text('template.edit'))}
          {mayWrite && button('delete', schema, text('template.delete'))}
        </span>
      ),
    },
  ]
}

export function Schemas() {
  const mayWrite = useMayWrite()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const newButton = mayWrite && (
    <button type="button" class="main" onClick={() => setOpen({ kind: 'edit', schema: null })}>
      {text('schema.new')}
    </button>
  )
  return (
    <>
      <PagedList
        queryKey={['schemas']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/schema/custom', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        empty={
          <Empty title={text('schema.none')}>
            <p>{text('schema.noneLead')}</p>
            {newButton}
          </Empty>
        }
      >
        {(schemas) => (
          <>
            <p>{newButton}</p>
            <Table
              caption={text('set.schemas')}
              columns={columnsOf(mayWrite, setOpen)}
              rows={schemas}
              keyOf={({ id }) => id}
            />
          </>
        )}
      </PagedList>
      {open?.kind === 'edit' && <SchemaDialog schema={open.schema} onClose={close} />}
      {open?.kind === 'preview' && <SchemaPreview schema={open.schema} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSchema schema={open.schema} onClose={close} />}
    </>
  )
}
