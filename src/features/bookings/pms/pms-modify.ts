/** Changes reservations that a PMS manages: done there first, then recorded here. */
import type { ReservationChange } from '../../../connector-kit/write-operations.ts'
import type {
  PmsOutcome,
  ReservationUpdateBody,
  ReservationUpdated,
} from '../../../contract/reservation-write.ts'
import { wholeWorkspace, type Queryable } from '../../../platform/tenant.ts'
import { shownReservations } from '../../../records/reservations/shown.ts'
import { changeToJudge, dryRunWarnings } from '../dry-run-warnings.ts'
import { intentOfKey } from './intent-queries.ts'
import { hashOf, isRecorded, isUndone } from '../../../upstream/acts/public.ts'
import { planChange, type ChangeField, type ChangePlan } from '../native-modify.ts'
import type { StayAtVendor } from '../manager.ts'
import { assertOwn, changeInPms } from './pms-change.ts'
import { assertNotOverUnlessBegun, bookingAccess, writesOf, type PmsWrite } from './pms-checks.ts'
import { unsupported } from '../../../upstream/errors.ts'
import { toPmsOutcome } from './pms-outcome.ts'
import { assertNotTaken } from './pms-nights.ts'
import { assertStay } from '../rules.ts'

const onlyHere = ['listingId', 'checkInTime', 'checkOutTime'] as const

export async function modifyInPms(
  write: PmsWrite,
  target: StayAtVendor,
  body: ReservationUpdateBody,
  dryRun: boolean,
): Promise<ReservationUpdated> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const { services, scope } = write
  const access = await bookingAccess(services, scope, target)
  const { modify } = writesOf(connector)
  const sent = onlyHere.filter((name) => body[name] !== undefined)
  if (sent.length > 0) throw unsupported(provider, 'move a stay or agree on times', sent)
  if (!modify) throw unsupported(provider, 'change reservations')
  assertOwn(target)
  const plan = planChange(stay, body)
  const dates = plan.changed.filter((name) => name === 'checkIn' || name === 'checkOut')
  if (dates.length > 0 && !modify.dates) throw unsupported(provider, 'move a stay to other dates', dates)
  assertStay(plan, body.checkOut === undefined ? 'checkIn' : 'checkOut')
  if (plan.changed.includes('checkIn')) await assertNotOverUnlessBegun(write, listing, plan.checkIn)
  const answer: ModifyAnswer = async (db, errors, changed) => ({
    ...(await updated(write, db, stay.id)),
    changed,
    pms: {
      ...toPmsOutcome(provider, undefined, errors),
      reservationId: stay.external_id,
      applied: changed,
    },
  })
  if (dryRun) {
    const { checkIn, checkOut } = plan
    if (dates.length > 0) await assertNotTaken(access, { listingId: listing.id, checkIn, checkOut }, stay.id)
    const { pms: _, ...now } = await answer(services.db, [], plan.changed)
    const judged = changeToJudge(listing, stay, body, { isPricedHere: false })
    const warnings = judged ? await dryRunWarnings(services.db, scope, judged, services.clock.now()) : []
    return { ...now, checkIn: plan.checkIn, checkOut: plan.checkOut, warnings, dryRun: true }
  }
  if (plan.changed.length === 0 && !(await isUnderWay(write))) return answer(services.db, [], [])
  if (dates.length > 0 && !(await isUnderWay(write))) {
    const { checkIn, checkOut } = plan
    await assertNotTaken(access, { listingId: listing.id, checkIn, checkOut }, stay.id)
  }
  const wish = {
    request: { kind: 'modify' as const, change: changeOf(target, plan), changed: plan.changed },
    hash: hashOf(wishOf(target, body)),
  }
  return changeInPms(write, target, access, wish, (db, errors, request) => {
    // The requested fields that hold now, for a key used long ago.
    const asked = wishable.filter((name) => body[name] !== undefined && !plan.changed.includes(name))
    const changed = request?.kind === 'modify' ? request.changed : asked
    const isDone = (name: ChangeField) => !errors.some(({ section }) => section === name)
    return answer(db, errors, changed.filter(isDone))
  })
}

type ModifyAnswer = (
  db: Queryable,
  errors: PmsOutcome['errors'],
  changed: ChangeField[],
) => Promise<ReservationUpdated>

const wishable = ['checkIn', 'checkOut', 'guestCount'] as const

/** The requested values regardless of the PMS's state, so a half-lost change repeats as the same request. */
const wishOf = ({ stay }: StayAtVendor, { checkIn, checkOut, guestCount }: ReservationUpdateBody) => ({
  kind: 'modify',
  externalId: stay.external_id,
  checkIn,
  checkOut,
  guestCount,
})

/** A reading may show the change before its outcome is known. */
async function isUnderWay({ services, scope, idempotencyKey }: PmsWrite): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  const act = await intentOfKey(services.db, wholeWorkspace(scope), idempotencyKey)
  return act !== undefined && !isRecorded(act) && !isUndone(act.state)
}

function changeOf({ stay, listing }: StayAtVendor, plan: ChangePlan): ReservationChange {
  const children = stay.occupancy?.children ?? undefined
  const party =
    plan.changed.includes('guestCount') && plan.guestCount !== null
      ? {
          adults: Math.max(1, plan.guestCount - (children ?? 0)),
          ...(children === undefined ? {} : { children }),
        }
      : {}
  const moved = plan.changed.includes('checkIn') || plan.changed.includes('checkOut')
  return {
    externalId: stay.external_id,
    listingExternalId: listing.keeper.externalId,
    ...(moved ? { checkIn: plan.checkIn, checkOut: plan.checkOut } : {}),
    ...party,
  }
}

async function updated(
  { services, scope }: PmsWrite,
  db: Queryable,
  id: string,
): Promise<Omit<ReservationUpdated, 'changed'>> {
  const shown = (await shownReservations(db, scope, [id], services.clock.now())).get(id)
  if (!shown) throw new Error('the reservation was not returned')
  const { confirmationCode, listingId, checkIn, checkOut, checkInTime, checkOutTime, status, updatedAt } =
    shown
  return { id, confirmationCode, listingId, checkIn, checkOut, checkInTime, checkOutTime, status, updatedAt }
}
