/** What developers need: keys, webhooks, events, requests, the audit log and usage. */
import { useRoute } from 'preact-iso'
import { AuditLog } from '../developers/audit-log.tsx'
import { EventLog } from '../developers/event-log.tsx'
import { Keys } from '../developers/keys.tsx'
import { RequestLog } from '../developers/request-log.tsx'
import { RequestStory } from '../developers/request-story.tsx'
import { Usage } from '../developers/usage.tsx'
import { Webhook } from '../developers/webhook.tsx'
import { Webhooks } from '../developers/webhooks.tsx'
import { text } from '../text/text.ts'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Missing } from './missing.tsx'

const tabs = [
  { id: 'webhooks', label: 'dev.webhooks' },
  { id: 'events', label: 'dev.events' },
  { id: 'requests', label: 'dev.requests' },
  { id: 'keys', label: 'dev.keys' },
  { id: 'usage', label: 'dev.usage' },
  { id: 'audit', label: 'dev.audit' },
] as const

function Part({ tab, id }: { tab: string; id: string | undefined }) {
  switch (tab) {
    case 'webhooks':
      return id === undefined ? <Webhooks /> : <Webhook key={id} id={id} />
    case 'events':
      return <EventLog />
    case 'requests':
      return id === undefined ? <RequestLog /> : <RequestStory key={id} id={id} />
    case 'keys':
      return <Keys />
    case 'usage':
      return <Usage />
    case 'audit':
      return <AuditLog />
    default:
      return null
  }
}

export default function Developers() {
  const { tab = 'webhooks', id } = useRoute().params
  if (!tabs.some((known) => known.id === tab)) return <Missing />
  return (
    <Screen title={text('nav.developers')}>
      <Tabs label={text('nav.developers')} path="/developers" tabs={tabs} open={tab} />
      <Part tab={tab} id={id} />
    </Screen>
  )
}
