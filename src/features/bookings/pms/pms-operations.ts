/** One entry per PMS operation: how it is sent and how its outcome is found. */
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { findBooked } from '../../../connector-kit/find-booked.ts'
import type { ReservationWrites } from '../../../connector-kit/write-operations.ts'
import type { SectionError } from '../../../connector-kit/section-error.ts'
import type { ReservationRecord, StayRecord } from '../../../contract/records.ts'
import type { PmsKind, PmsRequest } from './pms-request.ts'

/** Completed in the PMS. */
export interface CompletedOperation {
  externalId: string
  /** The PMS's record, if its answer is complete. */
  record?: StayRecord
  errors: SectionError[]
}

interface SentOperation {
  sentAt: Date
  /** Whether another request made this booking, or may have. */
  isOthers(externalId: string): Promise<boolean>
}

interface PmsOperation<R extends PmsRequest> {
  send(context: VendorContext, connector: Connector, request: R): Promise<CompletedOperation>
  /** null if it was not done. Absent if the PMS offers no search. */
  find?(
    context: VendorContext,
    connector: Connector,
    request: R,
    sent: SentOperation,
  ): Promise<CompletedOperation | null>
}

type OperationOf<K extends PmsKind> = Extract<PmsRequest, { kind: K }>

/** Their presence was checked before the act was stored. */
function writesOf({ operations }: Connector): ReservationWrites {
  if (!operations.reservationWrites) throw new Error('the connector writes no reservations')
  return operations.reservationWrites
}

function changesOf({ operations }: Connector) {
  if (!operations.bookingChanges) throw new Error('the connector changes no bookings')
  return operations.bookingChanges
}

function answersOf({ operations }: Connector) {
  if (!operations.requestAnswers) throw new Error('the connector answers no requests')
  return operations.requestAnswers
}

/** null if the PMS does not have it. */
async function held(
  context: VendorContext,
  { operations }: Connector,
  externalId: string,
): Promise<StayRecord | null> {
  return (await operations.reservations?.one?.(context, externalId)) ?? null
}

const isReservation = (record: StayRecord | null) => record?.kind === 'reservation'

function asWished(record: StayRecord | null, change: OperationOf<'modify'>['change']): boolean {
  if (record?.kind !== 'reservation') return false
  const { occupancy } = record
  const same = <T>(wanted: T | undefined, is: T | null | undefined) => wanted === undefined || wanted === is
  return (
    same(change.checkIn, record.checkIn) &&
    same(change.checkOut, record.checkOut) &&
    same(change.adults, occupancy?.adults ?? (occupancy?.total ?? 0) - (change.children ?? 0)) &&
    (change.children === undefined || change.children === (occupancy?.children ?? 0))
  )
}

function isMoved(record: StayRecord, { checkIn, checkOut, guests }: OperationOf<'change'>['wish']): boolean {
  if (record.kind !== 'reservation') return false
  const { adults, children, pets } = record.occupancy ?? {}
  const isParty =
    guests === undefined ||
    (guests.adults === (adults ?? 0) && guests.children === (children ?? 0) && guests.pets === (pets ?? 0))
  return isParty && (checkIn === undefined || (checkIn === record.checkIn && checkOut === record.checkOut))
}

/** An accepted request may still wait for the guest, who decides at some channels. */
const isAccepted = ({ status, pendingReason }: ReservationRecord) =>
  status === 'confirmed' || (status === 'pending' && pendingReason === 'guest_payment')

/** Whether a request took the answered state. */
const answered = (isWanted: (stay: ReservationRecord) => boolean) => ({
  async find(
    context: VendorContext,
    connector: Connector,
    { externalId }: { externalId: string },
  ): Promise<CompletedOperation | null> {
    const record = await held(context, connector, externalId)
    return record?.kind === 'reservation' && isWanted(record) ? { externalId, record, errors: [] } : null
  },
})

const operations: { [K in PmsKind]: PmsOperation<OperationOf<K>> } = {
  create: {
    send: (context, connector, { draft }) => writesOf(connector).create(context, draft),
    async find(context, connector, { draft }, sent) {
      const externalId = await findBooked(context, connector, draft, sent)
      return externalId === null ? null : { externalId, errors: [] }
    },
  },
  modify: {
    async send(context, connector, { change }) {
      const { modify } = writesOf(connector)
      if (!modify) throw new Error('the connector changes no reservations')
      return modify.run(context, change)
    },
    async find(context, connector, { change }) {
      const record = await held(context, connector, change.externalId)
      return record !== null && asWished(record, change)
        ? { externalId: change.externalId, record, errors: [] }
        : null
    },
  },
  cancel: {
    async send(context, connector, { externalId, listingExternalId, reason, detail }) {
      const { hostCancellations } = connector.operations
      if (hostCancellations) {
        await hostCancellations.cancel(context, {
          externalId,
          reason: reason ?? 'other',
          ...(detail === undefined ? {} : { detail }),
        })
        return { externalId, errors: [] }
      }
      const { cancel } = writesOf(connector)
      if (!cancel) throw new Error('the connector cancels no reservations')
      return cancel(context, {
        externalId,
        listingExternalId,
        ...(reason === undefined ? {} : { reason }),
      })
    },
    async find(context, connector, { externalId }) {
      const record = await held(context, connector, externalId)
      if (record === null || !isReservation(record)) return { externalId, errors: [] }
      return record.kind === 'reservation' && record.status === 'cancelled'
        ? { externalId, record, errors: [] }
        : null
    },
  },
  accept: {
    async send(context, connector, { externalId }) {
      await answersOf(connector).accept(context, { externalId })
      return { externalId, errors: [] }
    },
    ...answered(isAccepted),
  },
  decline: {
    async send(context, connector, { externalId, reason, message }) {
      await answersOf(connector).decline(context, { externalId, reason, message })
      return { externalId, errors: [] }
    },
    ...answered(({ status }) => status === 'cancelled'),
  },
  change: {
    async send(context, connector, { externalId, token, description, paymentDue }) {
      await changesOf(connector).execute(context, {
        ...{ externalId, token, description },
        ...(paymentDue === undefined ? {} : { paymentDue }),
      })
      return { externalId, errors: [] }
    },
    async find(context, connector, { externalId, wish }) {
      const record = await held(context, connector, externalId)
      return record !== null && isMoved(record, wish) ? { externalId, record, errors: [] } : null
    },
  },
  // Refunds show up nowhere.
  refund: {
    async send(context, connector, { externalId, amount, currency, reason }) {
      await changesOf(connector).refund(context, { externalId, amount, currency, reason })
      return { externalId, errors: [] }
    },
  },
}

/** The entry of a request's kind; the cast replaces a union the compiler cannot resolve. */
export const operationOf = (request: PmsRequest) => operations[request.kind] as PmsOperation<PmsRequest>
