/** What guests write and what waits for an answer: messages, inquiries, reviews, and the templates to answer with. */
import { useRoute } from 'preact-iso'
import { text } from '../text/text.ts'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Inquiries } from './inquiries.tsx'
import { Messages } from './messages.tsx'
import { Reviews } from './reviews.tsx'
import { Templates } from './template-list.tsx'

const tabs = [
  { id: 'messages', label: 'inbox.messages' },
  { id: 'inquiries', label: 'inbox.inquiries' },
  { id: 'reviews', label: 'inbox.reviews' },
  { id: 'templates', label: 'inbox.templates' },
] as const

const parts: Record<string, () => preact.JSX.Element> = {
  inquiries: Inquiries,
  reviews: Reviews,
  templates: Templates,
}

export default function Inbox() {
  const { id = 'messages' } = useRoute().params
  const Part = parts[id]
  return (
    <Screen title={text('nav.inbox')}>
      <Tabs label={text('nav.inbox')} path="/inbox" tabs={tabs} open={Part ? id : 'messages'} />
      {Part ? <Part /> : <Messages id={id === 'messages' ? undefined : id} />}
    </Screen>
  )
}
