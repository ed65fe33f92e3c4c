/** The state of the installation: what somebody has to deal with first, then its parts, processes and all conditions. */
import type { ComponentChildren } from 'preact'
import { moment } from '../format/dates.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { ConditionCard, shownThreshold } from './condition-card.tsx'
import { useOperatorStatus, type OperatorStatus } from './operator-status.ts'

type Condition = OperatorStatus['conditions'][number]
type Part = OperatorStatus['parts'][number]
type ServerProcess = NonNullable<OperatorStatus['processes']>[number]

const tones: Record<string, Tone> = {
  ok: 'good',
  running: 'good',
  warning: 'warn',
  unknown: 'warn',
  critical: 'bad',
  silent: 'bad',
}
const State = ({ state }: { state: string }) => (
  <Badge tone={tones[state] ?? 'calm'}>{wordFor('operator.state', state)}</Badge>
)

const stateOf = ({ state, severity }: Condition): string => (state === 'met' ? severity : state)

const partColumns: Column<Part>[] = [
  { title: text('operator.part'), cell: ({ name }) => wordFor('operator.partName', name) },
  { title: text('operator.state'), cell: ({ state }) => <State state={state} /> },
  { title: text('operator.message'), cell: ({ message }) => message },
]

const processColumns: Column<ServerProcess>[] = [
  { title: text('operator.process'), cell: ({ id }) => <code>{id}</code> },
  { title: text('operator.state'), cell: ({ state }) => <State state={state} /> },
  { title: text('operator.version'), cell: ({ version }) => version },
  { title: text('operator.roles'), cell: ({ roles }) => roles.join(', ') },
  { title: text('operator.started'), cell: ({ startedAt }) => moment(startedAt) },
  { title: text('operator.seen'), cell: ({ seenAt }) => moment(seenAt) },
]

const conditionColumns: Column<Condition>[] = [
  { title: text('operator.condition'), cell: ({ summary }) => summary },
  { title: text('operator.state'), cell: (condition) => <State state={stateOf(condition)} /> },
  { title: text('operator.threshold'), cell: shownThreshold },
  {
    title: text('operator.runbook'),
    cell: ({ name, runbookUrl }) => (
      <a href={runbookUrl} target="_blank" rel="noreferrer">
        {name}
      </a>
    ),
  },
]

const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="operator-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

function Trouble({ status }: { status: OperatorStatus }) {
  const met = status.conditions.filter(({ state }) => state === 'met')
  const ordered = met.toSorted((one, other) => one.severity.localeCompare(other.severity))
  return (
    <Section title={text('operator.trouble')}>
      {status.failures.length > 0 && (
        <div class="notice warn" role="status">
          <Icon name="warning" />
          <div>
            <strong>{text('operator.partial')}</strong>
            <ul>
              {status.failures.map(({ source, message }) => (
                <li key={source}>
                  <code>{source}</code>: {message}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {ordered.length === 0 ? (
        <p class="soft">{text(status.failures.length > 0 ? 'operator.nothingKnown' : 'operator.calm')}</p>
      ) : (
        <div class="operator-conditions">
          {ordered.map((condition) => (
            <ConditionCard
              key={condition.name}
              condition={condition}
              state={<State state={condition.severity} />}
            />
          ))}
        </div>
      )}
    </Section>
  )
}

function Status({ status }: { status: OperatorStatus }) {
  const { parts, processes, conditions, pendingMigrations } = status
  const versions = [...new Set(processes?.map(({ version }) => version) ?? [status.version])]
  return (
    <>
      <p role="status">
        <State state={status.state} />{' '}
        <span class="soft">{text('operator.versions', { versions: versions.join(', ') })}</span>
      </p>
      <Trouble status={status} />
      <Section title={text('operator.parts')}>
        <Table
          caption={text('operator.parts')}
          columns={partColumns}
          rows={parts}
          keyOf={({ name }) => name}
        />
        {pendingMigrations.length > 0 && (
          <p>
            {text('operator.pending')} <code>{pendingMigrations.join(', ')}</code>
          </p>
        )}
      </Section>
      <Section title={text('operator.processes')}>
        {processes === null ? (
          <p class="soft">{text('operator.unknownProcesses')}</p>
        ) : (
          <Table
            caption={text('operator.processes')}
            columns={processColumns}
            rows={processes}
            keyOf={({ id }) => id}
          />
        )}
      </Section>
      <Section title={text('operator.conditions')}>
        <Table
          caption={text('operator.conditions')}
          columns={conditionColumns}
          rows={conditions}
          keyOf={({ name }) => name}
        />
      </Section>
    </>
  )
}

export function StatusScreen({ apiKey, leave }: { apiKey: string; leave: () => void }) {
  const query = useOperatorStatus(apiKey)
  return (
    <div class="operator">
      <header class="top">
        <p class="brand">
          <Icon name="brand" /> Lodgewire
        </p>
        <button type="button" class="second" onClick={leave}>
          {text('operator.leave')}
        </button>
      </header>
      <main id="main">
        <Screen title={text('operator.title')} actions={<Freshness query={query} />}>
          <Loaded query={query}>{(status) => <Status status={status} />}</Loaded>
        </Screen>
      </main>
    </div>
  )
}
