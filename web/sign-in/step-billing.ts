/** The plan of the workspace: what it allows, how it is paid, and the way to a larger one. */
import { el } from '../connect/dom.ts'
import { show } from '../connect/frame.ts'
import { api, type Billing, type Member } from './api.ts'
import { busy, button, tell, troublePlace, type Page } from './page.ts'
import { showMember } from './step-member.ts'

/** Who comes back from paying sees the plan as soon as it is there. */
const lookEveryMs = 3_000
const mostLooks = 20

export async function showBilling(page: Page, member: Member): Promise<void> {
  const { text } = page
  const answer = await api.billing()
  if (!answer.ok) {
    const trouble = troublePlace()
    tell(page, trouble, answer.problem)
    return show({ tone: 'bad', title: text('billing.title'), body: [trouble] })
  }
  const isBack = new URLSearchParams(location.search).get('checkout') === 'done'
  const isPaid = (billing: Billing) => billing.subscription !== null && billing.plan !== 'free'
  showPlan(page, member, answer.value, isBack && !isPaid(answer.value))
  if (!isBack) return
  for (let looks = 0, now = answer.value; looks < mostLooks && !isPaid(now); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const again = await api.billing()
    if (!again.ok) continue
    now = again.value
    if (isPaid(now)) showPlan(page, member, now, false)
  }
}

function showPlan(page: Page, member: Member, billing: Billing, isWaiting: boolean): void {
  const { text, locale } = page
  const { plan, used, limits, checkout, subscription } = billing
  const trouble = troublePlace()
  const buy = (wanted: string, words: string, kind: 'main' | 'second') => {
    const go = button(words, kind)
    go.addEventListener('click', () => {
      trouble.hidden = true
      void busy(go, text('billing.going'), async () => {
        const answer = await api.buy(wanted)
        if (answer.ok) location.assign(answer.value.url)
        else tell(page, trouble, answer.problem)
      })
    })
    return go
  }
  const mayBuy = member.role === 'owner' && checkout.available && !isWaiting
  const [cheapest] = checkout.plans
  const wanted = subscription?.plan ?? cheapest
  const others = checkout.plans.filter((one) => one !== plan)
  const back = button(text('billing.member'), 'quiet')
  back.addEventListener('click', () => void showMember(page, member))
  const day = (at: string) => new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' })
  show({
    title: text('billing.title'),
    lead: text('billing.plan', { plan }),
    body: [
      isWaiting && el('p', { class: 'soft', role: 'status' }, text('billing.waiting')),
      el(
        'p',
        {},
        limits.activeListings === null
          ? text('billing.listings', { used: used.activeListings })
          : text('billing.listingsOf', { used: used.activeListings, limit: limits.activeListings }),
      ),
      subscription !== null && el('p', {}, text(`billing.status.${subscription.status}`)),
      subscription?.cancelAt != null &&
        el('p', {}, text('billing.ends', { date: day(subscription.cancelAt) })),
      trouble,
      !checkout.available && el('p', {}, text('billing.off')),
      checkout.available && member.role !== 'owner' && el('p', {}, text('billing.owners')),
      mayBuy &&
        el(
          'div',
          { class: 'actions' },
          ...others.map((one, index) =>
            buy(one, text('billing.buy', { plan: one }), index === 0 ? 'main' : 'second'),
          ),
          subscription !== null && wanted !== undefined && buy(wanted, text('billing.manage'), 'second'),
        ),
      el('div', { class: 'actions' }, back),
    ],
  })
}
