/** What a workspace without homes shows: how its own come here, and where made-up ones can be tried. */
import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite, useMember } from '../session.tsx'
import { text } from '../text/text.ts'
import { openSandbox } from '../workspace.ts'
import { ActionButton } from './action-button.tsx'
import { Empty } from './empty.tsx'
import { notify } from './notices.tsx'

export function ConnectOffer() {
  const { workspace, sandbox } = useMember()
  const { route } = useLocation()
  const mayWrite = useMayWrite()
  return (
    <Empty title={text('empty.title')}>
      <p>{text('empty.lead')}</p>
      <div class="actions">
        <a class="button main" href={pathTo('/accounts')}>
          {text('empty.connect')}
        </a>
        {workspace.mode === 'sandbox' && mayWrite && (
          <ActionButton
            run={() => answerOf(client.POST('/v1/sandbox/seed'))}
            onDone={() => {
              notify(text('empty.seeded'))
              void queryClient.invalidateQueries()
            }}
          >
            {text('empty.seed')}
          </ActionButton>
        )}
        {sandbox !== null && (
          <ActionButton run={openSandbox} onDone={() => route(pathTo('/'))}>
            {text('empty.sandbox')}
          </ActionButton>
        )}
      </div>
    </Empty>
  )
}

/** Only where there is no home at all. */
export function DemoOffer() {
  const { data } = useQuery({
    queryKey: ['listings', 'any'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/listings', { params: { query: { status: 'all', limit: 1 } }, signal })),
  })
  return data?.data.length === 0 ? <ConnectOffer /> : null
}
