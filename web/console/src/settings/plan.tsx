/** What the plan allows, what is used of it, and the way to a larger one. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useIsOwner } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** Who comes back from paying sees the plan as soon as the payment is known here. */
const lookEveryMs = 3_000

const used = (spent: number, limit: number | null): string =>
  limit === null
    ? text('plan.unlimited', { used: count(spent) })
    : text('list.of', { shown: count(spent), total: count(limit) })

async function buy(plan: 'starter' | 'growth' | 'scale'): Promise<void> {
  const { url } = await answerOf(client.POST('/v1/billing', { body: { plan } }))
  location.assign(url)
}

export function Plan() {
  const isOwner = useIsOwner()
  const isBack = new URLSearchParams(location.search).get('checkout') === 'done'
  const query = useQuery({
    queryKey: ['billing'],
    queryFn: ({ signal }) => answerOf(client.GET('/v1/billing', { signal })),
    refetchInterval: ({ state }) => (isBack && state.data?.subscription == null ? lookEveryMs : false),
  })
  return (
    <Loaded query={query}>
      {({ plan, limits, used: spent, checkout, subscription, resetsAt }) => {
        const bought = subscription?.plan ?? null
        return (
          <section class="card narrow">
            <h2>{text('plan.title', { plan: wordFor('plan', plan) })}</h2>
            {isBack && subscription === null && (
              <p class="notice warn" role="status">
                {text('plan.waiting')}
              </p>
            )}
            <Facts
              facts={[
                [text('today.activeListings'), used(spent.activeListings, limits.activeListings)],
                [text('today.requestsToday'), used(spent.daily, limits.dailyRequests)],
                [text('plan.month'), used(spent.monthly, limits.monthlyRequests)],
                [text('plan.resets'), moment(resetsAt)],
                ...(subscription === null
                  ? []
                  : [[text('plan.subscription'), wordFor('subscription', subscription.status)] as const]),
              ]}
            />
            {!checkout.available && <p class="soft">{text('plan.off')}</p>}
            {checkout.available && !isOwner && <p class="soft">{text('plan.owners')}</p>}
            {checkout.available && isOwner && (
              <div class="actions">
                {checkout.plans
                  .filter((one) => one !== plan)
                  .map((one) => (
                    <ActionButton key={one} kind="main" run={() => buy(one)}>
                      {text('plan.buy', { plan: wordFor('plan', one) })}
                    </ActionButton>
                  ))}
                {bought !== null && (
                  <ActionButton run={() => buy(bought)}>{text('plan.manage')}</ActionButton>
                )}
              </div>
            )}
          </section>
        )
      }}
    </Loaded>
  )
}
