/** Renders answers to Vrbo's calls. Pure. */
import { decimalsOf } from '../../../../connector-kit/minor-units.ts'
import { writeXml, xml } from '../../../../connector-kit/xml-write.ts'
import type { Xml } from '../../../../connector-kit/xml.ts'
import { scaled } from '../../../../platform/decimal.ts'
import { errorTypes, type CallRefusal } from './refusals.ts'

const callVersion = '1.3'

const errorOf = ({ reason, message, parameter, count }: CallRefusal): Xml =>
  xml(
    'errorList',
    {},
    xml(
      'error',
      {},
      xml('errorType', {}, errorTypes[reason]),
      xml('message', {}, message),
      count === undefined ? undefined : xml('count', {}, count),
      parameter === undefined ? undefined : xml('parameter', {}, parameter),
    ),
  )

export const renderRefusal = (root: 'bookingResponse' | 'quoteResponse', refusal: CallRefusal): string =>
  writeXml(xml(root, { documentVersion: callVersion }, errorOf(refusal)))

export interface CallAmount {
  amount: string
  currency: string
}

const money = (name: string, { amount, currency }: CallAmount): Xml => xml(name, { currency }, amount)

export const renderBookingAnswer = (reservationId: string): string =>
  writeXml(
    xml(
      'bookingResponse',
      { documentVersion: callVersion },
      xml('bookingResponseDetails', {}, xml('externalId', {}, reservationId), xml('locale', {}, 'en')),
    ),
  )

export interface QuoteItem {
  feeType: 'RENTAL' | 'MISC'
  name: string
  total: CallAmount
}

export const renderQuote = (
  currency: string,
  items: readonly QuoteItem[],
  due: { total: CallAmount; on: string },
): string =>
  writeXml(
    xml(
      'quoteResponse',
      { documentVersion: callVersion },
      xml(
        'quoteResponseDetails',
        {},
        xml('locale', {}, 'en'),
        xml(
          'orderList',
          {},
          xml(
            'order',
            {},
            xml('currency', {}, currency),
            xml(
              'orderItemList',
              {},
              items.map(({ feeType, name, total }) =>
                xml(
                  'orderItem',
                  {},
                  xml('feeType', {}, feeType),
                  xml('name', {}, name),
                  money('preTaxAmount', total),
                  money('totalAmount', total),
                ),
              ),
            ),
            xml(
              'paymentSchedule',
              {},
              xml(
                'acceptedPaymentForms',
                {},
                xml('paymentInvoiceDescriptor', {}, xml('paymentFormType', {}, 'INVOICE')),
              ),
              xml(
                'paymentScheduleItemList',
                {},
                xml('paymentScheduleItem', {}, money('amount', due.total), xml('dueDate', {}, due.on)),
              ),
            ),
          ),
        ),
      ),
    ),
  )

export interface CallStay {
  reservationId: string
  listingId: string
  accountId: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  total: string | null
  currency: string | null
  adults: number | null
  children: number | null
  pets: number | null
  checkIn: string
  checkOut: string
  status: string
  updatedAt: Date
}

/** Our statuses as theirs. Who cancelled is not known here. */
const statuses: Readonly<Record<string, [reservation: string, item: string]>> = {
  confirmed: ['CONFIRMED', 'ACCEPTED'],
  completed: ['CONFIRMED', 'ACCEPTED'],
  pending: ['UNCONFIRMED', 'PENDING'],
  cancelled: ['CANCELLED_BY_OWNER', 'CANCELLED'],
}

/** Renders the price of the stay as one item of rent; without a price there is no order. */
function orderOf({ total, currency }: CallStay, status: string) {
  if (total === null || currency === null) return undefined
  const price = { amount: scaled(total, decimalsOf(currency)), currency }
  const item = xml(
    'orderItem',
    {},
    xml('feeType', {}, 'RENTAL'),
    xml('name', {}, 'Stay'),
    money('preTaxAmount', price),
    money('totalAmount', price),
    xml('status', {}, status),
  )
  return xml('orderList', {}, xml('order', {}, xml('currency', {}, currency), xml('orderItemList', {}, item)))
}

export function renderUpdate(stay: CallStay): string {
  const [status, itemStatus] = statuses[stay.status] ?? ['UNCONFIRMED', 'PENDING']
  const plain = (name: string, value: string | null) => (value === null ? undefined : xml(name, {}, value))
  return writeXml(
    xml(
      'bookingUpdate',
      { documentVersion: callVersion },
      xml(
        'bookingUpdateDetails',
        {},
        xml('advertiserAssignedId', {}, stay.accountId),
        xml('listingExternalId', {}, stay.listingId),
        xml('unitExternalId', {}, stay.listingId),
        xml('externalId', {}, stay.reservationId),
        xml(
          'inquirer',
          {},
          plain('firstName', stay.firstName),
          plain('lastName', stay.lastName),
          plain('emailAddress', stay.email),
          plain('phoneNumber', stay.phone),
        ),
        orderOf(stay, itemStatus),
        xml('reservationPaymentStatus', {}, 'UNPAID'),
        xml(
          'reservation',
          {},
          xml('numberOfAdults', {}, stay.adults ?? 1),
          xml('numberOfChildren', {}, stay.children ?? 0),
          xml('numberOfPets', {}, stay.pets ?? 0),
          xml('reservationDates', {}, xml('beginDate', {}, stay.checkIn), xml('endDate', {}, stay.checkOut)),
        ),
        xml('reservationStatus', {}, status),
      ),
    ),
  )
}

export const renderBookingIndex = (
  accountId: string,
  entries: readonly { url: string; updatedAt: Date }[],
): string =>
  writeXml(
    xml(
      'bookingContentIndex',
      { documentVersion: callVersion },
      xml(
        'advertiser',
        {},
        xml('assignedId', {}, accountId),
        entries.map(({ url, updatedAt }) =>
          xml(
            'bookingContentIndexEntry',
            {},
            xml('bookingUpdateUrl', {}, url),
            xml('lastUpdatedDate', {}, updatedAt.toISOString()),
          ),
        ),
      ),
    ),
  )
