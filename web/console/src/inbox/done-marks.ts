/** Conversations that are dealt with: they leave the list until the guest writes again. */
import type { components } from '../api/schema.ts'
import { dropEntry, keepEntry, useKeptEntries } from '../api/kept-entries.ts'

type Conversation = Pick<components['schemas']['ConversationRow'], 'id' | 'lastMessageAt'>

const prefix = 'inbox-done:'
/** A conversation without news for so long is far down in the list anyway. */
const keptSeconds = 60 * 86_400

const none: ReadonlyMap<string, string> = new Map()

/** The time of the last message that was dealt with, by conversation. */
export function useDoneMarks(): ReadonlyMap<string, string> {
  const { data } = useKeptEntries(
    prefix,
    (entries) =>
      new Map(
        entries.flatMap(({ key, value }) =>
          typeof value === 'string' ? [[key.slice(prefix.length), value] as const] : [],
        ),
      ),
  )
  return data ?? none
}

export const isDone = (marks: ReadonlyMap<string, string>, { id, lastMessageAt }: Conversation): boolean => {
  const mark = marks.get(id)
  return mark !== undefined && (lastMessageAt ?? '') <= mark
}

export const markDone = ({ id, lastMessageAt }: Conversation): Promise<void> =>
  keepEntry(prefix, id, lastMessageAt ?? '', keptSeconds)

export const unmarkDone = ({ id }: Conversation): Promise<void> => dropEntry(prefix, id)
