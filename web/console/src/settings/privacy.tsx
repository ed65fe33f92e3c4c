/** Finding everything that names a person, and forgetting a guest. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { ReadOnly } from '../ui/read-only.tsx'
import { useAction } from '../ui/use-action.ts'

function Found({ guestIds, rows }: { guestIds: readonly string[]; rows: number }) {
  const mayWrite = useMayWrite()
  const [leaving, setLeaving] = useState<string | null>(null)
  return (
    <>
      <p role="status">{text('privacy.found', { rows: count(rows), count: guestIds.length })}</p>
      <ul class="rows">
        {guestIds.map((id) => (
          <li key={id}>
            <span>{text('privacy.guest', { id })}</span>
            {mayWrite && (
              <button type="button" class="second" onClick={() => setLeaving(id)}>
                {text('privacy.forget')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {leaving !== null && (
        <Dialog title={text('privacy.forgetTitle')} onClose={() => setLeaving(null)}>
          <p>{text('privacy.forgetLead', { id: leaving })}</p>
          <div class="actions">
            <ActionButton
              kind="danger"
              run={() =>
                answerOf(client.POST('/v1/guests/{id}/forget', { params: { path: { id: leaving } } }))
              }
              onDone={() => {
                notify(text('privacy.forgotten'))
                void queryClient.invalidateQueries()
                setLeaving(null)
              }}
            >
              {text('privacy.forget')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setLeaving(null)}>
              {text('privacy.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

export function Privacy() {
  const mayWrite = useMayWrite()
  const [email, setEmail] = useState('')
  const search = useAction(() => answerOf(client.POST('/v1/guests/search', { body: { emails: [email] } })))
  const retention = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => answerOf(client.GET('/v1/retention', { signal })),
  })
  return (
    <div class="cards">
      <section class="card">
        <h2>{text('privacy.search')}</h2>
        {mayWrite ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (!search.isPending) search.mutate()
            }}
          >
            <label class="field">
              <span>{text('guest.email')}</span>
              <input
                type="email"
                required
                value={email}
                onInput={(event) => setEmail(event.currentTarget.value)}
              />
            </label>
            <button class="main" aria-disabled={search.isPending}>
              {search.isPending ? text('busy') : text('privacy.find')}
            </button>
          </form>
        ) : (
          <ReadOnly />
        )}
        {search.error !== null && <Problem error={search.error} />}
        {search.data !== undefined && <Found guestIds={search.data.guestIds} rows={search.data.rows} />}
      </section>
      <section class="card">
        <h2>{text('privacy.retention')}</h2>
        <Loaded query={retention}>
          {({ guestMonths, historyDays }) => (
            <Facts
              facts={[
                [
                  text('privacy.guests'),
                  guestMonths === null
                    ? text('privacy.always')
                    : text('privacy.months', { count: guestMonths }),
                ],
                [
                  text('privacy.history'),
                  historyDays === null
                    ? text('privacy.always')
                    : text('privacy.days', { count: historyDays }),
                ],
              ]}
            />
          )}
        </Loaded>
      </section>
    </div>
  )
}
