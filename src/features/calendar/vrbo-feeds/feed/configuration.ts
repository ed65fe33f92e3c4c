/** Renders a listing's booking, cancellation and house rules. Pure. */
import { xml, writeXml } from '../../../../connector-kit/xml-write.ts'
import type { Xml } from '../../../../connector-kit/xml.ts'
import { unitIdOf } from './ids.ts'

export interface FeedRules {
  listingId: string
  cancellationPolicy: string | null
  checkInTime: string | null
  checkOutTime: string | null
  allowsChildren: boolean | null
  allowsEvents: boolean | null
  allowsPets: boolean | null
  allowsSmoking: boolean | null
  personCapacity: number | null
}

/** Maps our policies to theirs; one without an equal becomes the stricter one. */
const cancellations: Readonly<Record<string, string>> = {
  flexible: 'RELAXED',
  moderate: 'MODERATE',
  strict: 'STRICT',
  super_strict: 'NO_REFUND',
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
const time = (name: string, value: string | null) =>
  value !== null && clockTime.test(value) ? xml(name, {}, value) : undefined
const allowed = (name: string, value: boolean | null) =>
  value === null ? undefined : xml(name, {}, xml('allowed', {}, value))

export function renderConfiguration(rules: FeedRules): string {
  return writeXml(
    xml(
      'lodgingConfigurationContent',
      {},
      xml('listingExternalId', {}, rules.listingId),
      xml('unitExternalId', {}, unitIdOf(rules.listingId)),
      lodgingConfiguration(rules),
    ),
  )
}

function lodgingConfiguration(rules: FeedRules): Xml {
  const policy = cancellations[rules.cancellationPolicy ?? '']
  return xml(
    'lodgingConfiguration',
    {},
    xml(
      'acceptedPaymentForms',
      {},
      xml(
        'paymentInvoiceDescriptor',
        {},
        xml('paymentFormType', {}, 'INVOICE'),
        xml('paymentNote', {}, 'The manager asks for the payment after the booking.'),
      ),
    ),
    xml('bookingPolicy', {}, xml('policy', {}, 'INSTANT')),
    policy === undefined ? undefined : xml('cancellationPolicy', {}, xml('policy', {}, policy)),
    time('checkInTime', rules.checkInTime),
    time('checkOutTime', rules.checkOutTime),
    allowed('childrenAllowedRule', rules.allowsChildren),
    allowed('eventsAllowedRule', rules.allowsEvents),
    rules.personCapacity === null
      ? undefined
      : xml('maximumOccupancyRule', {}, xml('guests', {}, rules.personCapacity)),
    allowed('petsAllowedRule', rules.allowsPets),
    xml('pricingPolicy', {}, xml('policy', {}, 'GUARANTEED')),
    allowed('smokingAllowedRule', rules.allowsSmoking),
  )
}
