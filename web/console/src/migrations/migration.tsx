/** One move as a checklist: each step says how far it is, and the open one shows its work. */
import './migrations.css'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { ExportCard } from '../settings/export.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { ChannelsStep } from './channels-step.tsx'
import { CheckStep } from './check-step.tsx'
import { CreateStep } from './create-step.tsx'
import { CutoverStep } from './cutover-step.tsx'
import { EndMigration } from './end-migration.tsx'
import { checkResults } from './kept.ts'
import { useMigration, useReport } from './migration-api.ts'
import { migrationTone } from './migrations.tsx'
import { RehearsalStep } from './rehearsal-step.tsx'
import { ReportStep } from './report-step.tsx'
import { SourceStep } from './source-step.tsx'
import { currentStep, stepIds, stepsOf, type Migration, type MigrationStep, type StepId } from './steps.ts'
import { WatchStep } from './watch-step.tsx'

const stateTone: Record<MigrationStep['state'], Tone> = {
  done: 'good',
  now: 'warn',
  open: 'calm',
  running: 'calm',
  trouble: 'bad',
  waits: 'calm',
  left: 'calm',
}

const bodies: Record<StepId, (props: { migration: Migration }) => preact.ComponentChildren> = {
  create: CreateStep,
  read: SourceStep,
  report: ReportStep,
  channels: ChannelsStep,
  check: CheckStep,
  rehearsal: RehearsalStep,
  cutover: CutoverStep,
  watch: WatchStep,
}

const stateWords = ({ state, waitsFor }: MigrationStep) =>
  state === 'waits' && waitsFor !== undefined
    ? text('move.waitsFor', { step: stepIds.indexOf(waitsFor) + 1 })
    : wordFor('moveStepState', state)

interface StepProps {
  step: MigrationStep
  migration: Migration
  isOpen: boolean
  onToggle: () => void
}

function Step({ step, migration, isOpen, onToggle }: StepProps) {
  const Body = bodies[step.id]
  const body = `step-${step.id}`
  return (
    <li class={isOpen ? `step ${step.state} open` : `step ${step.state}`}>
      <h2>
        <button
          type="button"
          class="step-title"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={onToggle}
        >
          <span class="step-number" aria-hidden="true">
            {step.state === 'done' ? '✓' : stepIds.indexOf(step.id) + 1}
          </span>
          <span class="step-name">
            {wordFor('moveStep', step.id)}
            <span class="unseen">: </span>
          </span>
          <Badge tone={stateTone[step.state]}>{stateWords(step)}</Badge>
        </button>
      </h2>
      <div id={body} class="step-body" hidden={!isOpen}>
        {isOpen && (
          <>
            <p class="soft prose">{wordFor('moveStepLead', step.id)}</p>
            <Body migration={migration} />
          </>
        )}
      </div>
    </li>
  )
}

function Checklist({ migration }: { migration: Migration }) {
  const [wanted, setWanted] = useAddressState('step')
  const report = useReport(migration)
  const check = checkResults.use(migration.workspaceId)
  const steps = stepsOf(migration, {
    isReportClean: report.data?.clean,
    isCheckClean:
      check === undefined
        ? undefined
        : check.missing.length + check.extra.length + check.mismatched.length === 0,
  })
  const open = wanted === '' ? currentStep(steps) : wanted
  return (
    <ol class="steps">
      {steps.map((step) => (
        <Step
          key={step.id}
          step={step}
          migration={migration}
          isOpen={step.id === open}
          onToggle={() => setWanted(step.id === open ? 'none' : step.id)}
        />
      ))}
    </ol>
  )
}

export default function MigrationScreen() {
  const { params } = useRoute()
  const id = params['id'] ?? ''
  const query = useMigration(id)
  const mayWrite = useMayWrite()
  const [isEnding, setEnding] = useState(false)
  const migration = query.data
  return (
    <Screen
      title={migration?.name ?? text('move.number', { id })}
      actions={
        <>
          {migration !== undefined && (
            <Badge tone={migrationTone[migration.state]}>{wordFor('moveState', migration.state)}</Badge>
          )}
          {mayWrite && migration !== undefined && migration.state !== 'deactivated' && (
            <button type="button" class="second" onClick={() => setEnding(true)}>
              {text('move.end')}
            </button>
          )}
        </>
      }
    >
      <p class="move-head">
        <a href={pathTo('/migrations')}>{text('move.all')}</a>
        <Freshness query={query} />
      </p>
      <Loaded query={query}>{(data) => <Checklist migration={data} />}</Loaded>
      {migration !== undefined && migration.state !== 'awaiting_connection' && (
        <div class="move-file">
          <ExportCard workspaceId={id} lead={text('fill.takeAlong')} />
        </div>
      )}
      {isEnding && migration !== undefined && (
        <EndMigration migration={migration} onClose={() => setEnding(false)} />
      )}
    </Screen>
  )
}
