/** Says what goes and what stays before an account is cut. */
import { useLocation } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import type { AccountKey } from './account-data.ts'

export function Disconnect({
  account: { provider, id },
  onClose,
}: {
  account: AccountKey
  onClose: () => void
}) {
  const { route } = useLocation()
  const system = wordFor('provider', provider)
  const cut = useAction(
    () =>
      answerOf(
        client.DELETE('/v1/connect/{provider}', {
          params: { path: { provider }, header: { 'X-Account-Id': id } },
        }),
      ),
    {
      onSuccess: ({ listingsDeactivated }) => {
        notify(
          listingsDeactivated.length === 0
            ? text('account.disconnected')
            : text('account.disconnectedWith', { count: listingsDeactivated.length }),
        )
        void queryClient.invalidateQueries()
        route(pathTo('/accounts'))
      },
    },
  )
  return (
    <Dialog title={text('account.disconnectTitle')} onClose={onClose}>
      <h3>{text('account.goes')}</h3>
      <ul>
        <li>{text('account.goesReading', { system })}</li>
        <li>{text('account.goesAccess', { system })}</li>
        <li>{text('account.goesListings')}</li>
      </ul>
      <h3>{text('account.stays')}</h3>
      <ul>
        <li>{text('account.staysRecords')}</li>
        <li>{text('account.staysThere', { system })}</li>
        <li>{text('account.staysPolicy')}</li>
      </ul>
      {cut.error !== null && <Problem error={cut.error} />}
      <div class="actions">
        <button
          type="button"
          class="danger"
          aria-disabled={cut.isPending}
          onClick={() => {
            if (!cut.isPending) cut.mutate()
          }}
        >
          {cut.isPending ? text('busy') : text('account.disconnect')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {text('account.keep')}
        </button>
      </div>
    </Dialog>
  )
}
