/** People, plan, sessions, privacy, export and schemas of the workspace. */
import { useRoute } from 'preact-iso'
import { Export } from '../settings/export.tsx'
import { Members } from '../settings/members.tsx'
import { Plan } from '../settings/plan.tsx'
import { Privacy } from '../settings/privacy.tsx'
import { Schemas } from '../settings/schemas.tsx'
import { Sessions } from '../settings/sessions.tsx'
import { text } from '../text/text.ts'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Missing } from './missing.tsx'

const tabs = [
  { id: 'members', label: 'set.members' },
  { id: 'sessions', label: 'set.sessions' },
  { id: 'plan', label: 'set.plan' },
  { id: 'privacy', label: 'set.privacy' },
  { id: 'export', label: 'set.export' },
  { id: 'schemas', label: 'set.schemas' },
] as const

const parts: Record<string, () => preact.JSX.Element> = {
  members: Members,
  sessions: Sessions,
  plan: Plan,
  privacy: Privacy,
  export: Export,
  schemas: Schemas,
}

export default function Settings() {
  const { tab = 'members' } = useRoute().params
  const Part = parts[tab]
  if (!Part) return <Missing />
  return (
    <Screen title={text('nav.settings')}>
      <Tabs label={text('nav.settings')} path="/settings" tabs={tabs} open={tab} />
      <Part />
    </Screen>
  )
}
