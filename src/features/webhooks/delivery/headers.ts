/** The request's headers. Only the signatures are stored; the rest is rebuilt from them for display. */
import { recoveryState } from '../../../platform/recovery-state.ts'
import { serverVersion } from '../../../platform/version.ts'
import { signBody, type SigningKey } from './signature.ts'

export interface SignedParcel {
  url: string
  keys: readonly SigningKey[]
  eventId: string
  /** Changes on every attempt. */
  attemptId: string
  body: Buffer
}

/** The user agent as it was, the epoch after a restore, and both signatures; the Standard Webhooks one is last, because it may contain spaces. */
export function renderSignatures(parcel: SignedParcel, serviceName: string, at: Date): string {
  const { signature, standard } = signBody(parcel.body, parcel.keys, { eventId: parcel.eventId, at })
  const { epoch } = recoveryState()
  const sender = `${serviceName}/${serverVersion}${epoch === 1 ? '' : `/${epoch}`}`
  return `${sender} ${signature} ${standard}`
}

export function rebuildHeaders(
  signatures: string,
  { eventId, attemptId }: Pick<SignedParcel, 'eventId' | 'attemptId'>,
): Record<string, string> {
  const [sender = '', signature = '', ...standard] = signatures.split(' ')
  const [serviceName = '', version = '', epoch] = sender.split('/')
  return {
    'Content-Type': 'application/json',
    'User-Agent': `${serviceName}-Webhooks/${version}`,
    [`X-${serviceName}-Signature`]: signature,
    [`X-${serviceName}-Delivery-Id`]: attemptId,
    [`X-${serviceName}-Event-Id`]: eventId,
    ...(epoch === undefined ? {} : { 'Event-Epoch': epoch }),
    'webhook-id': eventId,
    // `t=<seconds>,…`
    'webhook-timestamp': signature.slice(2, signature.indexOf(',')),
    'webhook-signature': standard.join(' '),
  }
}

export const buildRequestHeaders = (parcel: SignedParcel, serviceName: string, at: Date) =>
  rebuildHeaders(renderSignatures(parcel, serviceName, at), parcel)
