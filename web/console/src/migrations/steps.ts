/** The eight steps of a move, and how far each is. Pure. */
import type { components } from '../api/schema.ts'

export type Migration = components['schemas']['Migration']
type RehearsalCode = components['schemas']['RehearsalItem']['code']

export const stepIds = [
  'create',
  'read',
  'report',
  'channels',
  'check',
  'rehearsal',
  'cutover',
  'watch',
] as const
export type StepId = (typeof stepIds)[number]

/**
 * `now`: the first that a person can do; `open`: another that can be done; `running`: the server works; `trouble`: a
 * person is needed; `waits`: another step comes first; `left`: it was never done and cannot be any more.
 */
type StepState = 'done' | 'now' | 'open' | 'running' | 'trouble' | 'waits' | 'left'

export interface MigrationStep {
  id: StepId
  state: StepState
  /** The step that comes first, where the state is `waits`. */
  waitsFor?: StepId
}

/** What this window knows beside the migration itself. */
export interface LocalFindings {
  isReportClean: boolean | undefined
  isCheckClean: boolean | undefined
}

const isEnded = ({ state }: Migration) => state === 'cut_over' || state === 'deactivated'

function sourceState({ state, connections }: Migration): StepState {
  if (state === 'awaiting_connection') return 'waits'
  if (state === 'importing') return 'running'
  if (state === 'failed') return 'trouble'
  return connections.length === 0 && state === 'deactivated' ? 'left' : 'done'
}

/** Steps between the import and the cutover are over once the old system is left. */
function reviewState(migration: Migration, isDone: boolean): StepState {
  if (isDone) return 'done'
  if (isEnded(migration)) return 'left'
  return migration.state === 'imported' ? 'open' : 'waits'
}

function cutoverState({ state, cutoverAt }: Migration): StepState {
  if (cutoverAt != null) return 'done'
  if (state === 'deactivated') return 'left'
  return state === 'imported' ? 'open' : 'waits'
}

function watchState({ state, watch, cutoverAt }: Migration): StepState {
  if (watch?.state === 'watching') return watch.found > 0 ? 'trouble' : 'running'
  if (watch?.state === 'ended') return 'done'
  if (cutoverAt != null || state === 'deactivated') return 'left'
  return 'waits'
}

const firstOf: Partial<Record<StepId, StepId>> = {
  read: 'create',
  report: 'read',
  channels: 'read',
  check: 'read',
  rehearsal: 'read',
  cutover: 'read',
  watch: 'cutover',
}

/** Channels are moved right after the cutover, so they never hold it up. */
const isOptional = (id: StepId) => id === 'channels'

export function stepsOf(migration: Migration, findings: LocalFindings): MigrationStep[] {
  const isDone = (code: RehearsalCode) =>
    migration.rehearsal?.items.some((item) => item.code === code && item.status === 'done') ?? false
  const states: Record<StepId, StepState> = {
    create: migration.state === 'awaiting_connection' ? 'open' : 'done',
    read: sourceState(migration),
    report: reviewState(migration, findings.isReportClean ?? isDone('report_clean')),
    channels: reviewState(migration, isDone('channels_to_reconnect')),
    check: reviewState(migration, findings.isCheckClean ?? isDone('check_clean')),
    rehearsal: reviewState(migration, migration.rehearsal?.go ?? false),
    cutover: cutoverState(migration),
    watch: watchState(migration),
  }
  const next = stepIds.find((id) => states[id] === 'open' && !isOptional(id))
  return stepIds.map((id) => {
    const state = id === next ? 'now' : states[id]
    const waitsFor = firstOf[id]
    return state === 'waits' && waitsFor !== undefined ? { id, state, waitsFor } : { id, state }
  })
}

/** The step that is shown when the address names none. */
export function currentStep(steps: readonly MigrationStep[]): StepId {
  const find = (...states: StepState[]) => steps.find(({ state }) => states.includes(state))?.id
  return find('trouble') ?? find('now', 'running') ?? find('open') ?? 'watch'
}

/** Whether nothing goes on before a person does something. */
export const needsPerson = ({ state, watch }: Migration): boolean =>
  state === 'awaiting_connection' ||
  state === 'failed' ||
  state === 'imported' ||
  (watch?.state === 'watching' && watch.found > 0)
