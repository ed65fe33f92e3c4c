/** The filters of the list of stays: in the address, and kept under a name in this browser. */
import { useLocation } from 'preact-iso'
import { useMember } from '../session.tsx'
import { signal } from '../ui/signal.ts'

export const stayStatuses = ['confirmed', 'pending', 'cancelled', 'completed'] as const
export const stayPlatforms = ['airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other'] as const

const oneOf = <const T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((known) => known === value)

/** What the address asks for, in the words of the API. */
function stayQueryOf(address: Readonly<Record<string, string>>) {
  const { status, platform, from, to, departFrom, departTo, listing } = address
  const filters = {
    status: oneOf(stayStatuses, status),
    platform: oneOf(stayPlatforms, platform),
    check_in_after: from || undefined,
    check_in_before: to || undefined,
    check_out_after: departFrom || undefined,
    check_out_before: departTo || undefined,
    listing_id: listing || undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof typeof filters]: Exclude<(typeof filters)[K], undefined>
  }>
}

export const useStayQuery = () => stayQueryOf(useLocation().query)

interface SavedFilter {
  workspaceId: string
  name: string
  /** The part of the address behind the question mark. */
  search: string
}

const kept = 'lodgewire.stay-filters'

function readKept(): readonly SavedFilter[] {
  try {
    return (JSON.parse(localStorage.getItem(kept) ?? '[]') ?? []) as SavedFilter[]
  } catch {
    return []
  }
}

const filters = signal<readonly SavedFilter[]>(readKept())

function keep(next: readonly SavedFilter[]): void {
  filters.set(next)
  localStorage.setItem(kept, JSON.stringify(next))
}

/** The saved filters of the workspace; a filter with a known name takes the other's place. */
export function useSavedFilters() {
  const { workspace } = useMember()
  const isOther = (name: string) => (one: SavedFilter) =>
    one.workspaceId !== workspace.id || one.name !== name
  return {
    saved: filters.use().filter(({ workspaceId }) => workspaceId === workspace.id),
    save: (name: string, search: string) =>
      keep([...filters.get().filter(isOther(name)), { workspaceId: workspace.id, name, search }]),
    remove: (name: string) => keep(filters.get().filter(isOther(name))),
  }
}
