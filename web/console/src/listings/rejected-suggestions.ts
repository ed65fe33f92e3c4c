/** Suggestions of links that a member found wrong; all members of the workspace see them no more. */
import { dropEntry, keepEntry, useKeptEntries } from '../api/kept-entries.ts'

const prefix = 'link-rejected:'

/** Null until it is known, so that no rejected suggestion is shown for a moment. */
export function useRejectedSuggestions(): ReadonlySet<string> | null {
  const { data, error } = useKeptEntries(
    prefix,
    (entries) => new Set(entries.map(({ key }) => key.slice(prefix.length))),
  )
  return data ?? (error === null ? null : new Set())
}

export const rejectSuggestion = (name: string): Promise<void> => keepEntry(prefix, name, true)

export async function restoreSuggestions(names: readonly string[]): Promise<void> {
  for (const name of names) await dropEntry(prefix, name)
}
