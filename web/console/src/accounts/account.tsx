/** One connected account, by tabs: how fresh it is, what was read and what failed, and what may be written to it. */
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { Missing } from '../screens/missing.tsx'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useConnection, type AccountKey } from './account-data.ts'
import { AccountHealth } from './account-health.tsx'
import { Disconnect } from './disconnect.tsx'
import { FailureList } from './failure-list.tsx'
import { RunList } from './run-list.tsx'
import { WritePolicy } from './write-policy.tsx'
import '../style/listings.css'

const tabs = [
  { id: 'health', label: 'account.health' },
  { id: 'runs', label: 'run.title' },
  { id: 'failures', label: 'failure.title' },
  { id: 'writes', label: 'policy.title' },
] as const

type TabId = (typeof tabs)[number]['id']

function Part({ tab, account }: { tab: TabId; account: AccountKey }) {
  const { provider, id } = account
  const { data } = useConnection(account)
  switch (tab) {
    case 'health':
      return <AccountHealth account={account} />
    case 'runs':
      return <RunList id={id} />
    case 'failures':
      return <FailureList provider={provider} id={id} />
    case 'writes':
      // The account's own id is asked for where several are connected, so it is waited for.
      return data === undefined ? null : (
        <WritePolicy provider={provider} accountId={data.externalAccountId ?? null} />
      )
  }
}

export default function Account() {
  const { provider = '', id = '', tab = 'health' } = useRoute().params
  const mayWrite = useMayWrite()
  const { data } = useConnection({ provider, id })
  const [isLeaving, setLeaving] = useState(false)
  const open = tabs.find((known) => known.id === tab)?.id
  if (open === undefined) return <Missing />
  return (
    <Screen
      title={wordFor('provider', provider)}
      actions={
        mayWrite &&
        data?.connected === true && (
          <button type="button" class="second" onClick={() => setLeaving(true)}>
            {text('account.disconnectDots')}
          </button>
        )
      }
    >
      <Tabs label={text('account.tabs')} path={`/accounts/${provider}/${id}`} tabs={tabs} open={open} />
      <Part key={id} tab={open} account={{ provider, id }} />
      {isLeaving && <Disconnect account={{ provider, id }} onClose={() => setLeaving(false)} />}
    </Screen>
  )
}
