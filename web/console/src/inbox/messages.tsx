/** The conversations at the left, the open one at the right, and keys to go through them. */
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { useListingNames } from '../ui/listing-names.ts'
import { notify } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { useDraftOwner } from '../ui/use-draft.ts'
import { ConversationList } from './conversation-list.tsx'
import {
  filterConversations,
  inboxViews,
  useConversations,
  useFoundConversations,
  withFound,
  type Conversation,
  type InboxView,
} from './conversations.ts'
import { isDone, markDone, unmarkDone, useDoneMarks } from './done-marks.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { Thread } from './thread.tsx'
import { unsentAnswerIn, useUnsentAnswers } from './unsent.ts'

/** Filters stay in the address when another conversation is opened. */
export function useConversationAddress(): (id: string) => string {
  const { query } = useLocation()
  const search = new URLSearchParams(query).toString()
  return (id) => `${pathTo(`/inbox/${id}`)}${search === '' ? '' : `?${search}`}`
}

function useInboxFilter() {
  const [show, setView] = useAddressState('show')
  const [platform, setPlatform] = useAddressState('channel')
  const [listingId, setListing] = useAddressState('listing')
  const [words, setWords] = useAddressState('q')
  const view: InboxView = inboxViews.find((known) => known === show) ?? 'open'
  return { filter: { view, platform, listingId, words }, setView, setPlatform, setListing, setWords }
}

function useFailedConversations(rows: readonly Conversation[]): ReadonlySet<string> {
  const owner = useDraftOwner()
  const unsent = useUnsentAnswers()
  return new Set(
    rows.filter(({ id }) => unsentAnswerIn(unsent, owner, id).failure !== null).map(({ id }) => id),
  )
}

/** Marks a conversation as dealt with, or takes the mark away. */
function useDoneToggle(marks: ReadonlyMap<string, string>) {
  return useAction(
    (conversation: Conversation) =>
      isDone(marks, conversation) ? unmarkDone(conversation) : markDone(conversation),
    { onSuccess: () => notify(text('inbox.marked')) },
  )
}

export function Messages({ id }: { id: string | undefined }) {
  const { filter, ...setters } = useInboxFilter()
  const { query, rows: read, total } = useConversations(filter.words !== '' || filter.view !== 'all')
  const found = useFoundConversations(filter.words)
  const rows = read && withFound(read, found)
  const marks = useDoneMarks()
  const names = useListingNames()
  const failed = useFailedConversations(rows ?? [])
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { route } = useLocation()
  const addressOf = useConversationAddress()
  const mayWrite = useMayWrite()
  const toggle = useDoneToggle(marks)
  const shown =
    rows &&
    filterConversations(rows, filter, {
      marks,
      names,
      failed,
      found: new Set(found.map(({ id: one }) => one)),
    })
  const open = rows?.find((conversation) => conversation.id === id)
  const step = (by: number) => {
    if (!shown || shown.length === 0) return
    const at = shown.findIndex((conversation) => conversation.id === id)
    const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)]
    if (next && next.id !== id) route(addressOf(next.id))
  }
  const changeDone = () => {
    if (open && mayWrite && !toggle.isPending) toggle.mutate(open)
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    r: () => document.querySelector<HTMLElement>('.answer textarea')?.focus(),
    e: changeDone,
    '/': () => document.querySelector<HTMLElement>('.conversations input[type=search]')?.focus(),
    '?': () => setSheetOpen(true),
  })
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <ConversationList
        {...{ query, shown, total, marks, failed, filter, setters, openId: id }}
        read={read?.length ?? 0}
        showKeys={() => setSheetOpen(true)}
      />
      {id === undefined ? (
        <p class="soft choose">{text('inbox.choose')}</p>
      ) : (
        <Thread
          key={id}
          id={id}
          {...(open === undefined ? {} : { isDone: isDone(marks, open) })}
          {...(open !== undefined && mayWrite ? { onDone: changeDone } : {})}
          doneProblem={toggle.error}
        />
      )}
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </div>
  )
}
