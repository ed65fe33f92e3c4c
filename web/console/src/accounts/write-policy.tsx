/** What may be written to the system: each switch asks first, because bookings and nights follow it at once. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'

type Policy = components['schemas']['WritePolicy']
type PolicyBody = components['schemas']['WritePolicyBody']

const switches = [
  ['calendar', 'availability'],
  ['calendar', 'rates'],
  ['calendar', 'restrictions'],
  ['reservations', 'website'],
  ['reservations', 'dashboard'],
  ['reservations', 'api'],
] as const
type SwitchName = (typeof switches)[number]

const isOn = (policy: Policy, [part, name]: SwitchName): boolean =>
  (policy[part] as Record<string, boolean>)[name] === true
const wordsOf = ([part, name]: SwitchName): string =>
  text(`policy.${part}.${name}` as 'policy.calendar.rates')

interface SwitchDialogProps {
  provider: string
  accountId: string | null
  name: SwitchName
  /** As it is now. */
  isAllowed: boolean
  onClose: () => void
}

function SwitchDialog({ provider, accountId, name, isAllowed, onClose }: SwitchDialogProps) {
  const system = wordFor('provider', provider)
  const [part, field] = name
  const body = { [part]: { [field]: !isAllowed } } as PolicyBody
  return (
    <Dialog
      title={text(isAllowed ? 'policy.forbidTitle' : 'policy.allowTitle', { what: wordsOf(name) })}
      onClose={onClose}
    >
      <p>
        {text(
          part === 'calendar'
            ? isAllowed
              ? 'policy.forbidCalendar'
              : 'policy.allowCalendar'
            : isAllowed
              ? 'policy.forbidBookings'
              : 'policy.allowBookings',
          { system },
        )}
      </p>
      <div class="actions">
        <ActionButton
          kind={isAllowed ? 'danger' : 'main'}
          run={() =>
            answerOf(
              client.PATCH('/v1/connect/{provider}/write-policy', {
                params: { path: { provider }, query: accountId === null ? {} : { accountId } },
                body,
              }),
            )
          }
          onDone={() => {
            notify(text('policy.saved'))
            void queryClient.invalidateQueries({ queryKey: ['write policy'] })
            void queryClient.invalidateQueries({ queryKey: ['listing'] })
            onClose()
          }}
        >
          {text(isAllowed ? 'policy.forbid' : 'policy.allow')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('link.cancel')}
        </button>
      </div>
    </Dialog>
  )
}

export function WritePolicy({ provider, accountId }: { provider: string; accountId: string | null }) {
  const mayWrite = useMayWrite()
  const [open, setOpen] = useState<SwitchName | null>(null)
  const query = useQuery({
    queryKey: ['write policy', provider, accountId],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connect/{provider}/write-policy', {
          params: { path: { provider }, query: accountId === null ? {} : { accountId } },
          signal,
        }),
      ),
  })
  const system = wordFor('provider', provider)
  return (
    <Loaded query={query}>
      {({ writePolicy, defaults }) => (
        <>
          <p class="soft">{text('policy.lead', { system })}</p>
          <div class="cards">
            {(['calendar', 'reservations'] as const).map((part) => (
              <section class="card" key={part}>
                <h2>{text(`policy.${part}`)}</h2>
                <ul class="rows">
                  {switches
                    .filter(([of]) => of === part)
                    .map((name) => {
                      const isAllowed = isOn(writePolicy, name)
                      return (
                        <li key={name[1]} class="between">
                          <span>
                            {wordsOf(name)}{' '}
                            {isAllowed !== isOn(defaults, name) && (
                              <span class="small soft">{text('policy.unusual')}</span>
                            )}
                          </span>
                          <span>
                            <Badge tone={isAllowed ? 'good' : 'calm'}>
                              {text(isAllowed ? 'policy.allowed' : 'policy.forbidden')}
                            </Badge>
                            {mayWrite && (
                              <button
                                type="button"
                                class="link"
                                aria-label={text(isAllowed ? 'policy.forbidWhat' : 'policy.allowWhat', {
                                  what: wordsOf(name),
                                })}
                                onClick={() => setOpen(name)}
                              >
                                {text(isAllowed ? 'policy.forbidDots' : 'policy.allowDots')}
                              </button>
                            )}
                          </span>
                        </li>
                      )
                    })}
                </ul>
              </section>
            ))}
          </div>
          <Freshness query={query} />
          {open !== null && (
            <SwitchDialog
              provider={provider}
              accountId={accountId}
              name={open}
              isAllowed={isOn(writePolicy, open)}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
