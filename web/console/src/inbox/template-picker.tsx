/** Chooses a template, shows it with what is known of the guest, and puts it into the answer. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { daysBetween } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Select } from '../ui/select.tsx'
import { dateIn, fillIn, placeholdersIn, type PlaceholderValues } from './placeholders.ts'
import { languageName } from './template-languages.ts'
import { useTemplates, type MessageTemplate } from './templates.ts'
import type { ConversationDetail } from './thread.tsx'

function useStay(id: string | null) {
  return useQuery({
    queryKey: ['reservation', id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/reservations/{id}', { params: { path: { id: id ?? '' } }, signal })),
  }).data
}

function useInquiry(conversationId: string) {
  return useQuery({
    queryKey: ['inquiries', 'conversation', conversationId],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/inquiries', {
          params: { query: { conversation_id: conversationId, status: 'all', limit: 1 } },
          signal,
        }),
      ),
  }).data?.data[0]
}

/** What is known of the guest and the nights, by the language that dates are written in. */
function usePlaceholderValues(conversation: ConversationDetail) {
  const names = useListingNames()
  const stay = useStay(conversation.reservationId)
  const inquiry = useInquiry(conversation.id)
  const { guest, listingId } = conversation
  const from = stay?.checkIn ?? inquiry?.checkIn
  const to = stay?.checkOut ?? inquiry?.checkOut
  const valuesIn = (language: string): PlaceholderValues => ({
    guest: stay?.primaryGuest?.firstName ?? guest?.displayName,
    'full name': stay?.guestName ?? guest?.displayName,
    listing: listingId === null ? null : names.get(listingId),
    'check-in': from == null ? null : dateIn(language, from),
    'check-out': to == null ? null : dateIn(language, to),
    'check-in time': stay?.checkInTime,
    'check-out time': stay?.checkOutTime,
    nights: from == null || to == null ? null : String(daysBetween(from, to)),
    code: stay?.confirmationCode,
  })
  return { valuesIn, language: stay?.primaryGuest?.language?.slice(0, 2).toLowerCase() ?? null }
}

interface TemplatePickerProps {
  conversation: ConversationDetail
  onPick: (words: string) => void
  onClose: () => void
}

function Choice({ templates, conversation, onPick }: TemplatePickerProps & { templates: MessageTemplate[] }) {
  const { valuesIn, language } = usePlaceholderValues(conversation)
  const [chosen, setChosen] = useState('')
  const sorted = templates.toSorted(
    (a, b) => Number(b.language === language) - Number(a.language === language),
  )
  const template = sorted.find(({ id }) => id === chosen) ?? sorted[0]
  if (!template) return null
  const words = fillIn(template.body, valuesIn(template.language))
  const left = placeholdersIn(words)
  return (
    <>
      <Select
        label={text('template.which')}
        value={template.id}
        onChange={setChosen}
        options={sorted.map((one) => ({
          value: one.id,
          label: `${one.name} · ${languageName(one.language)}`,
        }))}
      />
      <div class="preview">
        <p class="prose">{words}</p>
      </div>
      {left.length > 0 && (
        <p class="notice warn">
          {text('template.unknown', { names: left.map((name) => `[${name}]`).join(', ') })}
        </p>
      )}
      <div class="actions">
        <button type="button" class="main" onClick={() => onPick(words)}>
          {text('template.insert')}
        </button>
        <a class="button second" href={pathTo('/inbox/templates')}>
          {text('template.manage')}
        </a>
      </div>
    </>
  )
}

export function TemplatePicker(props: TemplatePickerProps) {
  const query = useTemplates()
  return (
    <Dialog title={text('inbox.useTemplate')} onClose={props.onClose}>
      <Loaded query={query}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title={text('template.none')}>
              <p>{text('template.noneLead')}</p>
              <a class="button main" href={pathTo('/inbox/templates')}>
                {text('template.manage')}
              </a>
            </Empty>
          ) : (
            <Choice {...props} templates={templates} />
          )
        }
      </Loaded>
    </Dialog>
  )
}
