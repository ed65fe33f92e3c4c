/** Message templates of the workspace, and how their placeholders are filled in. */
import type { UseQueryResult } from '@tanstack/preact-query'
import { dropEntry, keepEntry, readEntry, useKeptEntries } from '../api/kept-entries.ts'

export interface MessageTemplate {
  id: string
  name: string
  /** Language of the text, as guests have it: `en`, `fr`. */
  language: string
  body: string
}

const prefix = 'message-template:'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Other programs may keep entries under the same prefix, so what is no template is left out. */
function toTemplate({ key, value }: { key: string; value?: unknown }): MessageTemplate[] {
  const { name, language, body } = (value ?? {}) as Partial<Record<keyof MessageTemplate, unknown>>
  return isText(name) && isText(language) && isText(body)
    ? [{ id: key.slice(prefix.length), name, language, body }]
    : []
}

export const useTemplates = (): UseQueryResult<MessageTemplate[]> =>
  useKeptEntries(prefix, (entries) =>
    entries.flatMap(toTemplate).toSorted((a, b) => a.name.localeCompare(b.name)),
  )

export const saveTemplate = ({ id, ...template }: MessageTemplate): Promise<void> =>
  keepEntry(prefix, id, template)

export const deleteTemplate = (id: string): Promise<void> => dropEntry(prefix, id)

/** As somebody else may have left it by now; null once it is deleted. */
export async function readTemplate(id: string): Promise<MessageTemplate | null> {
  const entry = await readEntry(prefix, id)
  return entry === null ? null : (toTemplate(entry)[0] ?? null)
}
